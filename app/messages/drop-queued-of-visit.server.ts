import type { AppTx } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import { whyStale } from "./delivery/why-stale.server";
import { dropRow } from "./outbox-rows.server";
import { messageStrings } from "./staff-strings";

/** Messages that haven't reached a provider yet. */
const queuedOfVisit = (trx: Db, visitId: number) =>
  trx
    .selectFrom("outbox")
    .selectAll()
    .where("visit_id", "=", visitId)
    .where("status", "in", ["queued", "held"])
    .where("in_doubt", "=", 0);

export async function dropQueuedOfVisit(
  { trx, app }: AppTx,
  { visitId, kinds }: { visitId: number; kinds: readonly string[] },
): Promise<void> {
  const rows = await queuedOfVisit(trx, visitId).where("kind", "in", kinds).execute();
  for (const row of rows) await dropRow({ trx, app }, row, messageStrings.visitReopened);
}

/** Drops texts that are out of date. Delivery drops them too, but only after quiet hours. */
export async function dropStaleTexts({ trx, app }: AppTx, visitId: number): Promise<void> {
  const rows = await queuedOfVisit(trx, visitId).where("channel", "=", "sms").execute();
  for (const row of rows) {
    const why = await whyStale(trx, row, app.clock.now());
    if (why) await dropRow({ trx, app }, row, why);
  }
}
