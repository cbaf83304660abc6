import { sql } from "kysely";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import { addressColumns, channelOf } from "~/visits/notices/choose-channel.server";
import { inList } from "../list-first-nights.server";
import { type Situation, usualSituation } from "../next-step";

const hasVisit = sql<number>`exists (
  select 1 from visits as booked where booked.order_id = orders.id
  and booked.status in (${sql.join(activeStatuses.map((status) => sql.lit(status)))}))`.as("has_visit");

const reachColumns = [
  ...addressColumns,
  sql<string | null>`(
    select status from outbox where order_id = orders.id and status in ('sent', 'delivered', 'failed')
    order by id desc limit 1)`.as("last_message"),
] as const;

/** Of an order, for `situationOf`. */
export const situationColumns = [
  ...reachColumns,
  sql<string | null>`(select reevaluation_on from first_nights where order_id = orders.id)`.as("elsewhere"),
  hasVisit,
] as const;

type Reached = Parameters<typeof channelOf>[0] & { last_message: string | null };
type Found = Reached & { elsewhere: string | null; has_visit: number };

const reachOf = (order: Reached): Situation["reach"] =>
  channelOf(order) === null ? "none" : order.last_message === "failed" ? "failing" : "ok";

export const situationOf = (order: Found): Situation => ({
  hasVisit: order.has_visit === 1,
  elsewhere: order.elsewhere,
  reach: reachOf(order),
});

/**
 * What changes the usual situation of orders: an upcoming visit of some, and of others that messages don't arrive.
 * @returns undefined for an order in the usual situation
 */
export async function findSituations(
  db: Db,
  orders: { visit: readonly number[]; reach: readonly number[] },
): Promise<(orderId: number) => Pick<Situation, "hasVisit" | "reach"> | undefined> {
  const withVisit = await db
    .selectFrom("visits")
    .select("order_id")
    .where("order_id", "in", inList(orders.visit))
    .where("status", "in", activeStatuses)
    .execute();
  const addresses = await db
    .selectFrom("orders")
    .select("orders.id")
    .select(reachColumns)
    .where("orders.id", "in", inList(orders.reach))
    .execute();
  const changed = new Map<number, Pick<Situation, "hasVisit" | "reach">>();
  for (const { order_id } of withVisit) changed.set(order_id, { ...usualSituation, hasVisit: true });
  for (const order of addresses) {
    const reach = reachOf(order);
    if (reach !== "ok") changed.set(order.id, { ...usualSituation, reach });
  }
  return (orderId) => changed.get(orderId);
}
