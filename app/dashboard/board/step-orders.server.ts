import { iso } from "~/core/time";
import type { Db } from "~/db/open.server";

/** Counts open orders by step, from the counts that the triggers `step_counts_*` keep. */
export async function countSteps(db: Db, database: string | undefined): Promise<Record<string, number>> {
  let query = db
    .selectFrom("step_counts")
    .select((eb) => ["step", eb.fn.sum<number>("orders").as("orders")])
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

export async function listStepOrders(db: Db, { step, database, limit, cursor }: StepFilter) {
  let query = db
    .selectFrom("orders")
    .select(["id", "brightree_db", "patient_id", "patient_name", "sales_order_no", "step_at"])
    .where("closed_at", "is", null)
    .where("step", "=", step);
  if (database) query = query.where("brightree_db", "=", database);
  if (cursor) {
    const [at = 0, id = 0] = cursor.split("-").map(Number);
    query = query.where((eb) =>
      eb.or([eb("step_at", ">", at), eb.and([eb("step_at", "=", at), eb("id", ">", id)])]),
    );
  }
  const found = await query
    .orderBy("step_at")
    .orderBy("id")
    .limit(limit + 1)
    .execute();
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? `${last.step_at}-${last.id}` : null };
}

export const stepOrderView = (row: Awaited<ReturnType<typeof listStepOrders>>["rows"][number]) => ({
  brightree_db: row.brightree_db,
  patient_id: row.patient_id,
  sales_order_no: row.sales_order_no,
  reached_at: iso(row.step_at),
});
