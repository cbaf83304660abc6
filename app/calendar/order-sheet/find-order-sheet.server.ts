import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { activeStatuses } from "~/core/visit-status";
import { isSupervisor, type Who } from "~/core/who";
import { visibleOrders } from "~/orders/order-system/visible-orders.server";
import { readVisits, selectVisits } from "~/visits/visits.server";
import { findDetails, findLinkOrNull, withMessages } from "../visit-sheet/order-parts.server";
import { listOrderHistory } from "./order-history.server";

/** @throws Refusal "missing" if the user can't see the order */
export async function findOrderSheet(app: App, who: Who, query: { order: number; details: boolean }) {
  const found = await visibleOrders(app.reads, who)
    .select(["id", "brightree_db", "patient_id", "patient_name", "sales_order_no", "branch_office"])
    .select(["phone", "step", "step_at", "updates", "urgent", "interpreter", "closed_at"])
    .select(["language", "chosen_language"])
    .where("id", "=", query.order)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Order not found."));
  const visits = selectVisits(app.reads)
    .where("visits.order_id", "=", found.id)
    .where("visits.status", "in", activeStatuses);
  const [order, link, details, history, [visit]] = await Promise.all([
    withMessages(app.reads, found),
    findLinkOrNull(app, who, found),
    query.details ? findDetails(app, who, found) : null,
    listOrderHistory(app.reads, found.id),
    readVisits(visits),
  ]);
  return { order, link, details, history, visit: visit ?? null, maySupervise: isSupervisor(who) };
}

export type OrderSheetData = Awaited<ReturnType<typeof findOrderSheet>>;
