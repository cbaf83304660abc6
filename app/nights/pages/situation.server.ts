import { sql } from "kysely";
import { activeStatuses } from "~/core/visit-status";
import { addressColumns, channelOf } from "~/visits/notices/choose-channel.server";
import type { Situation } from "../next-step";

/** Of an order, for `situationOf`. */
export const situationColumns = [
  ...addressColumns,
  sql<string | null>`(select reevaluation_on from first_nights where order_id = orders.id)`.as("elsewhere"),
  sql<number>`exists (
    select 1 from visits as booked where booked.order_id = orders.id
    and booked.status in (${sql.join(activeStatuses.map((status) => sql.lit(status)))}))`.as("has_visit"),
  sql<string | null>`(
    select status from outbox where order_id = orders.id and status in ('sent', 'delivered', 'failed')
    order by id desc limit 1)`.as("last_message"),
] as const;

type Found = Parameters<typeof channelOf>[0] & {
  elsewhere: string | null;
  has_visit: number;
  last_message: string | null;
};

export const situationOf = (order: Found): Situation => ({
  hasVisit: order.has_visit === 1,
  elsewhere: order.elsewhere,
  reach: channelOf(order) === null ? "none" : order.last_message === "failed" ? "failing" : "ok",
});
