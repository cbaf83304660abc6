import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { followsNights } from "~/nights/first-nights.server";
import { visibleOrders } from "~/orders/order-system/visible-orders.server";
import { findActiveVisit } from "../../visits.server";

/**
 * Finds the open ones of the selected orders, and the other open orders of the same patients.
 * @throws Refusal "invalid" if none of the selected orders is open
 */
export async function findOrdersToClose(db: Db, who: Staff, ids: readonly number[]) {
  const open = () =>
    visibleOrders(db, who)
      .select(["id", "patient_id", "patient_name", "brightree_db", "sales_order_no"])
      .where("closed_at", "is", null);
  const selected = await open().where("id", "in", ids).orderBy("id").execute();
  if (selected.length === 0)
    throw new Refusal("invalid", "No open order is selected. Go back and select one.");
  const others = await open()
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
  const withVisit = async (order: (typeof selected)[number], isSelected: boolean) => ({
    ...order,
    isSelected,
    visit: (await findActiveVisit(db, order.id)) ?? null,
    hasNights: await followsNights(db, order),
  });
  return Promise.all([
    ...selected.map((order) => withVisit(order, true)),
    ...others.map((order) => withVisit(order, false)),
  ]);
}

export type OrderToClose = Awaited<ReturnType<typeof findOrdersToClose>>[number];
