import { iso } from "~/core/time";
import type { Db } from "~/db/open.server";

export async function countSteps(db: Db, database: string | undefined): Promise<Record<string, number>> {
  let query = db
    .selectFrom("step_counts")
    .select((of) => ["step", of.fn.sum<number>("orders").as("orders")])
    .groupBy("step");
  if (database) query = query.where("brightree_db", "=", database);
  const rows = await query.execute();
  const found = new Map(rows.map((row) => [row.step, row.orders]));
  return Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((step) => [String(step), found.get(step) ?? 0]));
}

interface StepFilter {
  step: number;
  database?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

export const cursorOf = (row: { step_at: number; id: number }) => `${row.step_at}-${row.id}`;

export async function listStepOrders(db: Db, filter: StepFilter) {
  let query = db
    .selectFrom("orders")
    .select(["id", "brightree_db", "patient_id", "patient_name", "sales_order_no", "step_at"])
    .where("closed_at", "is", null)
    .where("step", "=", filter.step);
  if (filter.database) query = query.where("brightree_db", "=", filter.database);
  if (filter.cursor) {
    const [at = 0, id = 0] = filter.cursor.split("-").map(Number);
    query = query.where((of) =>
      of.or([of("step_at", ">", at), of.and([of("step_at", "=", at), of("id", ">", id)])]),
    );
  }
  return query.orderBy("step_at").orderBy("id").limit(filter.limit).execute();
}

export const stepOrderView = (row: Awaited<ReturnType<typeof listStepOrders>>[number]) => ({
  brightree_db: row.brightree_db,
  patient_id: row.patient_id,
  sales_order_no: row.sales_order_no,
  reached_at: iso(row.step_at),
});
