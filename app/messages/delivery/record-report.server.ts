import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { meaningOf } from "~/integrations/sms/twilio-codes";
import { noLease, syncMessageStatus } from "../outbox-rows.server";
import { countAttempt, recordOptOut } from "./record-attempt.server";

export interface Report {
  providerId: string;
  state: string;
  errorCode: string | null;
  reference: string | null;
}

type ReportedStatus = "sent" | "delivered" | "failed";

// In any other state (queued, accepted, sending), the provider has the text.
const statusOfState: Record<string, ReportedStatus> = {
  delivered: "delivered",
  read: "delivered",
  failed: "failed",
  undelivered: "failed",
  canceled: "failed",
};

// Reports arrive late, twice, and out of order. Only a higher rank counts.
const rank: Partial<Record<Row<"outbox">["status"], number>> = {
  queued: 0,
  sending: 0,
  sent: 1,
  failed: 2,
  delivered: 3,
};

/** Twilio's code for a failure without a known reason. */
const noReason = "30008";

/** Never lowers the status. Ignores reports about unknown texts. */
export function recordReport(app: App, report: Report): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const row = await findRow(trx, report);
    if (!row) return;
    const status = statusOfState[report.state] ?? "sent";
    const before = rank[row.status];
    if (before === undefined || before >= (rank[status] ?? 0)) return;
    const error = status === "failed" ? meaningOf(report.errorCode ?? noReason) : null;
    await trx
      .updateTable("outbox")
      .set({
        ...noLease,
        status,
        provider_id: report.providerId,
        in_doubt: 0,
        error: error?.message ?? null,
        error_code: error ? report.errorCode : null,
        finished_at: app.clock.now(),
      })
      .where("id", "=", row.id)
      .execute();
    if (status !== "sent") countAttempt(app, row, status);
    if (error) app.metrics.providerErrors.inc({ channel: "sms", code: report.errorCode ?? report.state });
    const { providerId } = report;
    await syncMessageStatus(trx, row, { status, error: error?.message ?? null, providerId });
    if (error?.optedOut) await recordOptOut({ trx, app }, row);
  });
}

// A report that arrives before the provider's response is matched by our reference.
async function findRow(trx: Db, { providerId, reference }: Report): Promise<Row<"outbox"> | undefined> {
  const rows = trx.selectFrom("outbox").selectAll();
  const found = await rows.where("provider_id", "=", providerId).executeTakeFirst();
  const [id, round, createdAt] = (reference ?? "").split("-").map(Number);
  if (found || !id || round === undefined || createdAt === undefined) return found;
  return rows
    .where("id", "=", id)
    .where("round", "=", round)
    .where("created_at", "=", createdAt)
    .where("channel", "=", "sms")
    .where("provider_id", "is", null)
    .where((row) =>
      row.or([
        row("status", "=", "sending"),
        row.and([row("status", "=", "queued"), row("in_doubt", "=", 1)]),
      ]),
    )
    .executeTakeFirst();
}
