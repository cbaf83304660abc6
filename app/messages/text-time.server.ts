import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import { type ConversationPatient, whereOrderOf } from "./conversations/orders-of-conversation.server";
import { nextTextTime } from "./quiet-hours";

interface At {
  orderId?: number | null;
  /** ms UTC; by default now. */
  at?: number;
}

/** When an automated text may be sent, in ms UTC: at that time, or when quiet hours end in the patient's state. */
export async function textTime(
  db: Db,
  { clock, config }: Pick<App, "clock" | "config">,
  conversation: ConversationPatient,
  { orderId, at = clock.now() }: At = {},
): Promise<number> {
  const order = await db
    .selectFrom("orders")
    .select("state")
    .where("state", "is not", null)
    .where(whereOrderOf(conversation, orderId))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return nextTextTime(at, order?.state ?? null, config.textHours, conversation.phone);
}
