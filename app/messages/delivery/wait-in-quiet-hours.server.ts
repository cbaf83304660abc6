import type { AppTx } from "~/boot/app.server";
import type { Row } from "~/db/tables";
import { rulesOf } from "../message-kinds";
import { textTime } from "../text-time.server";

/**
 * Keeps a due automated text until quiet hours end if it was to be sent before they began: after an outage, a failed
 * attempt, or an earlier message that had to wait. Staff may send a text in quiet hours, so its own time is in them.
 */
export async function waitInQuietHours({ trx, app }: AppTx, row: Row<"outbox">): Promise<boolean> {
  if (row.channel !== "sms" || !row.automated || rulesOf(row.kind).immediate) return false;
  const conversation = await trx
    .selectFrom("threads")
    .select(["phone", "patient_id", "brightree_db"])
    .where("phone", "=", row.recipient)
    .executeTakeFirst();
  if (!conversation) return false;
  const nextFrom = (at: number) => textTime(trx, app, conversation, { orderId: row.order_id, at });
  const planned = row.attempts > 0 ? (row.first_tried_at ?? row.not_before) : row.not_before;
  const now = app.clock.now();
  const next = await nextFrom(now);
  if (next <= now || (await nextFrom(planned)) > planned) return false;
  await trx.updateTable("outbox").set({ not_before: next }).where("id", "=", row.id).execute();
  return true;
}
