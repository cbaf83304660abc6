import { formatWhen } from "~/core/time";
import type { Db } from "~/db/open.server";
import { daysSince, stepNames } from "~/orders/step";
import { whyWaiting } from "~/orders/why-waiting";
import { listOrderIds, listOrdersById, type Viewer } from "./list-orders.server";
import type { OrderFilters } from "./orders-query";

const maxRows = 50_000;
// Pages are small because other requests wait while one is read.
const pageSize = 200;

export const orderColumns = {
  brightree_db: "Brightree DB",
  patient_id: "Patient ID",
  patient_name: "Patient",
  phone: "Phone",
  sales_order_no: "Sales Order #",
  step: "Step",
  reached_at: "Reached At",
  days: "Days in step",
  wait: "Waits for",
  owner: "Owner",
  next_action: "Next action",
  due_on: "By",
  note: "Last note",
  noted_at: "Last note at",
};

export async function* exportOrders(
  db: Db,
  filters: OrderFilters,
  { zone, now, ...viewer }: Viewer & { zone: string; now: number },
) {
  const ids = await listOrderIds(db, filters, viewer, { limit: maxRows });
  for (let from = 0; from < ids.length; from += pageSize) {
    const rows = await listOrdersById(db, ids.slice(from, from + pageSize));
    yield rows.map(({ step_at, step, noted_at, wait, ...order }) => ({
      ...order,
      step: `${step}. ${stepNames[step - 1]}`,
      reached_at: formatWhen(step_at, zone),
      days: daysSince(step_at, now),
      wait: wait && whyWaiting(wait, zone),
      noted_at: noted_at === null ? null : formatWhen(noted_at, zone),
    }));
  }
}
