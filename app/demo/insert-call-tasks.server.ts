import { day, hour } from "~/core/time";
import type { Db } from "~/db/open.server";
import { steps } from "~/orders/step";
import type { DemoOrder } from "./sample-orders";

const calls = [
  { missed: true, waits: 5 * hour, left: 0 },
  { missed: true, waits: 2 * day, left: 1 },
  { missed: false, waits: day, left: 0 },
  { missed: false, waits: 3 * day, left: 3 },
];

/** Four patients to call: two missed a visit, and two have a link but no visit. @param now ms UTC */
export async function insertCallTasks(trx: Db, orders: readonly DemoOrder[], now: number): Promise<void> {
  const waiting = orders.filter((order) => order.closedAt === null && order.step === steps.linkSent);
  const missed = waiting.filter((order) => order.visits.some(({ status }) => status === "no show"));
  const unbooked = waiting.filter((order) => order.visits.length === 0);
  for (const [index, { missed: isMissed, waits, left }] of calls.entries()) {
    const order = (isMissed ? missed : unbooked)[index];
    if (!order) continue;
    const visit = await trx
      .selectFrom("visits")
      .select("id")
      .where("order_id", "=", order.id)
      .where("status", "=", "no show")
      .executeTakeFirst();
    await trx
      .insertInto("call_tasks")
      .values({
        order_id: order.id,
        visit_id: visit?.id ?? null,
        reason: isMissed ? "missed_visit" : "no_visit",
        created_at: now - waits - left * day,
        due_at: now - waits,
        messages_left: left,
      })
      .execute();
  }
}
