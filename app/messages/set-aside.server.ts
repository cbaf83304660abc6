import { type RawBuilder, sql } from "kysely";
import type { AppTx } from "~/boot/app.server";
import { noLease, syncMessageStatus } from "./outbox-rows.server";

interface SetAside {
  /** For staff. */
  why: string;
  /** Milliseconds UTC: what was sent after this is not known. */
  since: number;
  /** A condition on the outbox. By default, all due messages are set aside. */
  which?: RawBuilder<boolean>;
}

/**
 * Marks due messages as possibly sent, so that only staff can send them. Resending a text first asks the provider
 * whether it has the text.
 * @returns the number of messages
 */
export async function setAsideDue(
  { trx, app: { clock } }: AppTx,
  { why, since, which = sql<boolean>`true` }: SetAside,
): Promise<number> {
  const now = clock.now();
  const rows = await trx
    .updateTable("outbox")
    .set({
      ...noLease,
      status: "failed",
      possibly_sent: 1,
      in_doubt: sql<number>`channel = 'sms'`,
      first_tried_at: sql<number>`coalesce(first_tried_at, min(created_at, ${since}))`,
      error: why,
      error_code: null,
      finished_at: now,
    })
    .where((eb) =>
      eb.or([
        eb("status", "=", "sending"),
        eb.and([eb("status", "=", "queued"), eb("not_before", "<=", now)]),
      ]),
    )
    .where(which)
    .returning("message_id")
    .execute();
  for (const row of rows) await syncMessageStatus(trx, row, { status: "failed", error: why });
  return rows.length;
}
