import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import { nextTextTime } from "./quiet-hours";
import { isOrderOf, type ThreadPatient } from "./threads/orders-of-thread.server";

/** When an automated text may be sent, in ms UTC: now, or when quiet hours end in the patient's state. */
export async function textTime(
  db: Db,
  { clock, config }: Pick<App, "clock" | "config">,
  thread: ThreadPatient,
  orderId?: number | null,
): Promise<number> {
  const order = await db
    .selectFrom("orders")
    .select("state")
    .where("state", "is not", null)
    .where(isOrderOf(thread, orderId))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return nextTextTime(clock.now(), order?.state ?? null, config.textHours);
}
