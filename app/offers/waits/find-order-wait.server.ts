import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { localDate } from "~/core/time";
import type { Staff } from "~/core/who";
import { staffZone } from "~/core/zones/staff-zone";
import { visibleOrders } from "~/orders/visible-orders.server";
import { isReachable } from "~/visits/notices/choose-channel.server";
import { endReasons } from "../staff-strings";
import { findOpenWait, findWait, untilRange } from "./waits.server";

/** For an order's sheet: whether its patient waits, or else when and why the last wait ended. */
export async function findWaitFact({ reads }: Pick<App, "reads">, orderId: number) {
  const wait = await reads
    .selectFrom("waits")
    .select(["ended_at", "ended_because"])
    .where("order_id", "=", orderId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return {
    isWaiting: wait?.ended_at === null,
    endedAt: wait?.ended_at ?? null,
    ended: wait?.ended_because ? endReasons[wait.ended_because] : null,
  };
}

/** @throws Refusal "missing" if the user can't see the order, or if its patient can't wait for a time */
export async function findOrderWait(app: App, who: Staff, orderId: number) {
  const order = await visibleOrders(app.reads, who)
    .select(["id", "patient_id", "patient_name", "brightree_db"])
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Order not found."));
  const stored = await findOpenWait(app.reads, orderId);
  return {
    order,
    wait: await findWait(app, orderId),
    range: untilRange(localDate(app.clock.now(), stored?.zone ?? staffZone)),
    isReachable: await isReachable(app, orderId),
  };
}
