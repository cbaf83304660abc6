import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { followsNights } from "~/nights/first-nights.server";
import { visibleOrders } from "~/orders/visible-orders.server";
import { findActiveVisit } from "../../visits.server";

/**
 * Finds the selected orders that are open or that a completed visit closed, and the other open orders of the same patients.
 * @throws Refusal "invalid" if none of the selected orders can be closed
 */
export async function findOrdersToClose(db: Db, who: Staff, ids: readonly number[]) {
  const orders = () =>
    visibleOrders(db, who).select([
      "id",
      "patient_id",
      "patient_name",
      "brightree_db",
      "sales_order_no",
      "closed_at",
    ]);
  const selected = await orders()
    .where("id", "in", ids)
    .where((eb) =>
      eb.or([
        eb("closed_at", "is", null),
        eb.and([eb("staff_closed_at", "is", null), eb("stopped_at", "is", null)]),
      ]),
    )
    .orderBy("id")
    .execute();
  if (selected.length === 0)
    throw new Refusal("invalid", "No open order is selected. Go back and select one.");
  const others = await orders()
    .where("closed_at", "is", null)
    .where("id", "not in", ids)
    .where((eb) =>
      eb.or(
        selected.map(({ patient_id, brightree_db }) =>
          eb.and([eb("patient_id", "=", patient_id), eb("brightree_db", "=", brightree_db)]),
        ),
      ),
    )
    .orderBy("id")
    .execute();
  const withVisit = async ({ closed_at, ...order }: (typeof selected)[number], isSelected: boolean) => ({
    ...order,
    isSelected,
    isCompleted: closed_at !== null,
    visit: (await findActiveVisit(db, order.id)) ?? null,
    hasNights: await followsNights(db, order),
  });
  return Promise.all([
    // Among several, an order whose visit took place in the meantime was hardly meant.
    ...selected.map((order) => withVisit(order, order.closed_at === null || selected.length === 1)),
    ...others.map((order) => withVisit(order, false)),
  ]);
}

export type OrderToClose = Awaited<ReturnType<typeof findOrdersToClose>>[number];
