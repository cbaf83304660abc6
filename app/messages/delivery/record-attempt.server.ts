import type { ExpressionBuilder } from "kysely";
import type { App, AppTx } from "~/boot/app.server";
import { pauseAfter } from "~/core/backoff.server";
import { hour, second } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row, Tables } from "~/db/tables";
import type { ProviderProblem } from "~/integrations/provider-problem";
import { findConsent } from "../consent/consents.server";
import { stopTexts } from "../consent/stop-texts.server";
import { sendReplacementEmail } from "../email/replacement-email.server";
import { noLease, syncMessageStatus } from "../outbox-rows.server";
import { messageStrings } from "../staff-strings";
import { leaseLength } from "./claim-due-messages.server";

type OutboxRow = Row<"outbox">;

/** All attempts together take about three hours. */
export const mostAttempts = 10;

// The provider's report may already have updated the row.
const whereOwnRow =
  ({ id, lease_owner, round }: OutboxRow) =>
  (eb: ExpressionBuilder<Tables, "outbox">) =>
    eb.and({ id, status: "sending", lease_owner, round });

const updateOwnRow = (trx: Db, row: OutboxRow) => trx.updateTable("outbox").where(whereOwnRow(row));

export async function isOwn(trx: Db, row: OutboxRow): Promise<boolean> {
  const found = await trx.selectFrom("outbox").select("id").where(whereOwnRow(row)).executeTakeFirst();
  return found !== undefined;
}

export function countAttempt(
  { metrics }: Pick<App, "metrics">,
  { channel, kind }: Pick<OutboxRow, "channel" | "kind">,
  outcome: "taken" | "delivered" | "retried" | "failed",
): void {
  metrics.deliveries.inc({ channel, kind, outcome });
}

export async function keepLease({ db, clock }: Pick<App, "db" | "clock">, row: OutboxRow): Promise<void> {
  await updateOwnRow(db, row)
    .set({ lease_until: clock.now() + leaseLength })
    .execute();
}

/** Records that the provider accepted a message, which is then never sent again automatically. */
export function recordSent(
  app: App,
  row: OutboxRow,
  { providerId, delivered }: { providerId: string | null; delivered: boolean },
): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const status = delivered ? ("delivered" as const) : ("sent" as const);
    // A mail server can't say whether an earlier attempt arrived.
    const maybeTwice = row.channel === "email" && row.in_doubt === 1 && !delivered;
    const updated = await updateOwnRow(trx, row)
      .set({
        ...noLease,
        status,
        provider_id: providerId,
        in_doubt: Number(maybeTwice),
        error: maybeTwice ? messageStrings.mailTwice : null,
        error_code: null,
        finished_at: app.clock.now(),
      })
      .executeTakeFirst();
    if (updated.numUpdatedRows !== 1n) return;
    countAttempt(app, row, delivered ? "delivered" : "taken");
    await syncMessageStatus(trx, row, { status, providerId });
  });
}

/** Schedules another attempt, unless the problem is permanent or there were too many attempts. */
export function recordProblem(app: App, row: OutboxRow, problem: ProviderProblem): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const now = app.clock.now();
    const { channel } = row;
    app.metrics.providerErrors.inc({ channel, code: problem.code ?? "none" });
    const inDoubt = problem.inDoubt || (row.in_doubt === 1 && !problem.permanent);
    const error = {
      ...noLease,
      error: inDoubt ? `${problem.message} ${doubtText(row, problem)}` : problem.message,
      error_code: problem.code,
      in_doubt: Number(inDoubt),
    };
    if (problem.permanent || row.attempts >= mostAttempts || isUnconfirmedTwice(row, problem)) {
      const updated = await updateOwnRow(trx, row)
        .set({ ...error, status: "failed", finished_at: now })
        .executeTakeFirst();
      if (updated.numUpdatedRows !== 1n) return;
      countAttempt(app, row, "failed");
      await syncMessageStatus(trx, row, { status: "failed", error: error.error });
      if (problem.optedOut) await recordOptOut({ trx, app }, row);
      return;
    }
    countAttempt(app, row, "retried");
    const pause = Math.max(pauseAfter(row.attempts, hour), (problem.retryAfter ?? 0) * second);
    await updateOwnRow(trx, row)
      .set({ ...error, status: "queued", not_before: now + pause })
      .execute();
  });
}

const isUnconfirmedTwice = (row: OutboxRow, problem: ProviderProblem): boolean =>
  row.channel === "email" && row.in_doubt === 1 && problem.inDoubt;

function doubtText(row: OutboxRow, problem: ProviderProblem): string {
  if (row.channel === "sms") return messageStrings.inDoubt;
  if (isUnconfirmedTwice(row, problem)) return messageStrings.mailTwice;
  return problem.inDoubt ? messageStrings.mailResent : messageStrings.mailUnconfirmed;
}

/** The provider blocks a number after it texts STOP. */
export async function recordOptOut({ trx, app }: AppTx, row: OutboxRow): Promise<void> {
  if (await sendReplacementEmail({ trx, app }, row)) {
    const error = messageStrings.emailed;
    await trx.updateTable("outbox").set({ error }).where("id", "=", row.id).execute();
    await syncMessageStatus(trx, row, { status: "failed", error });
  }
  if ((await findConsent(trx, row.recipient)) === "withdrawn") return;
  await stopTexts({ trx, app }, { phone: row.recipient, source: "provider", wording: null });
}
