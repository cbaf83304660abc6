import { americanDate } from "~/core/dates";
import { formatPhone } from "~/core/phone";
import { activeStatuses } from "~/core/visit-status";
import { isSupervisor, type Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { openStatuses } from "~/orders/order-system/visible-orders.server";
import type { Result } from "./result";

/** Describes orders, each with a link to its visit or to the order. @param ids orders that the caller may see */
export async function describePatients(db: Db, who: Staff, ids: readonly number[]): Promise<Result[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("orders")
    .select(["id", "patient_id", "patient_name", "dob", "phone", "brightree_db", "sales_order_no"])
    .where("id", "in", ids)
    .execute();
  const visits = await visitOfEach(db, who, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const order = byId.get(id);
    if (!order) return [];
    const visit = visits.get(id);
    return {
      href: visit ? `/visits/${visit}` : `/orders/${id}`,
      name: order.patient_name,
      title: `ID ${order.patient_id}`,
      details: [
        `ID ${order.patient_id}`,
        ...(order.sales_order_no ? [`SO ${order.sales_order_no}`] : []),
        order.brightree_db,
        ...(order.phone ? [formatPhone(order.phone)] : []),
        ...(order.dob ? [`DOB ${americanDate(order.dob)}`] : []),
        ...(visit ? [] : ["No visit"]),
      ],
    };
  });
}

/** The active visit of each order, or its newest one. */
async function visitOfEach(db: Db, who: Staff, ids: readonly number[]): Promise<Map<number, number>> {
  let query = db
    .selectFrom("visits")
    .select(["id", "order_id", "status"])
    .where("order_id", "in", ids)
    .orderBy("id");
  if (!isSupervisor(who)) {
    query = query.where("therapist_id", "=", who.therapistId ?? 0).where("status", "in", openStatuses);
  }
  const rows = await query.execute();
  const isActive = (status: string) => (activeStatuses as readonly string[]).includes(status);
  const sorted = rows.sort((a, b) => Number(isActive(a.status)) - Number(isActive(b.status)) || a.id - b.id);
  return new Map(sorted.map((visit) => [visit.order_id, visit.id]));
}
