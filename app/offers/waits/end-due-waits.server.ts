import { sql } from "kysely";
import type { AppTx } from "~/boot/app.server";
import { operator } from "~/core/who";
import { askForCall, writeEnd } from "./waits.server";

/** After this many offers without an answer, staff call. */
const unanswered = 2;

/** Ends waits whose last day is over. Staff call these patients, so that no one is dropped silently. */
export async function endDueWaits({ trx, app }: AppTx): Promise<void> {
  const due = await trx
    .selectFrom("waits")
    .select(["id", "order_id"])
    .where("ended_at", "is", null)
    .where("until_at", "<=", app.clock.now())
    .execute();
  for (const wait of due) {
    await askForCall({ trx, app, who: operator }, wait, "date");
    await writeEnd({ trx, app, who: operator }, wait, "date", "order.wait-over");
  }
}

/** Asks staff to call patients who didn't answer two offers since they asked or since the last call was asked for. */
export async function callAfterUnanswered({ trx, app }: AppTx, orderIds: readonly number[]): Promise<void> {
  const silent = await trx
    .selectFrom("waits")
    .select(["id", "order_id"])
    .where("order_id", "in", orderIds)
    .where("ended_at", "is", null)
    .where(
      sql<boolean>`(select count(*) from offers where offers.order_id = waits.order_id and offers.status = 'expired'
        and offers.visit_start is null and offers.sent_at >= coalesce(waits.call_asked_at, waits.asked_at)) >= ${unanswered}`,
    )
    .execute();
  for (const wait of silent) await askForCall({ trx, app, who: operator }, wait, "no_answer");
}
