import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { meaningOf } from "~/integrations/sms/twilio-codes";
import { syncMessageStatus } from "../outbox-rows.server";
import { countAttempt, recordOptOut } from "./record-attempt.server";

/** What the provider reports of a text that it took. */
export interface Report {
  providerId: string;
  /** The provider's word: sent, delivered, undelivered … */
  state: string;
  errorCode: string | null;
  /** What we named the attempt by: row and round. */
  reference: string | null;
}

type Reached = "sent" | "delivered" | "failed";

// queued, accepted, sending and the like: the provider has it.
const reachedBy: Record<string, Reached> = {
  delivered: "delivered",
  read: "delivered",
  failed: "failed",
  undelivered: "failed",
  canceled: "failed",
};

// Reports come late, twice and out of order: only a higher one counts. What waits may have left all the same.
const rank: Partial<Record<Row<"outbox">["status"], number>> = {
  queued: 0,
  sending: 0,
  sent: 1,
  failed: 2,
  delivered: 3,
};

/**
 * Notes how far a text has come. It never goes back: a late "sent" changes nothing that was delivered. A
 * report about a text that nobody here knows is dropped.
 */
export function recordReport(app: App, report: Report): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const row = await findRow(trx, report);
    if (!row) return;
    const status = reachedBy[report.state] ?? "sent";
    const before = rank[row.status];
    if (before === undefined || before >= (rank[status] ?? 0)) return;
    const error = status === "failed" ? meaningOf(report.errorCode ?? report.state) : null;
    await trx
      .updateTable("outbox")
      .set({
        status,
        provider_id: report.providerId,
        in_doubt: 0,
        error: error?.message ?? null,
        error_code: error ? report.errorCode : null,
        finished_at: app.clock.now(),
        lease_owner: null,
        lease_until: null,
      })
      .where("id", "=", row.id)
      .execute();
    if (status !== "sent") countAttempt(app, row, status);
    if (error) app.metrics.providerErrors.inc({ channel: "sms", code: report.errorCode ?? report.state });
    const { providerId } = report;
    await syncMessageStatus(trx, row, { status, error: error?.message ?? null, providerId });
    if (error?.optedOut) await recordOptOut(trx, app, row);
  });
}

// By its id; or, where the report is faster than the provider's answer, by the name we gave the attempt.
async function findRow(trx: Db, { providerId, reference }: Report): Promise<Row<"outbox"> | undefined> {
  const rows = trx.selectFrom("outbox").selectAll();
  const found = await rows.where("provider_id", "=", providerId).executeTakeFirst();
  const [id, round] = (reference ?? "").split("-").map(Number);
  if (found || !id || round === undefined) return found;
  return rows
    .where("id", "=", id)
    .where("round", "=", round)
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
