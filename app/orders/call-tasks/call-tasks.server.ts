import { sql } from "kysely";
import { languageOf } from "~/core/language/spoken-language";
import { Refusal } from "~/core/refusal";
import { staffZone } from "~/core/zones/staff-zone";
import { zonesOfState } from "~/core/zones/state-zones";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";

// Cross joins make SQLite join in this order, so it reads the tasks by their index.
const selectCallTasks = (db: Db) =>
  db
    .selectFrom("call_tasks")
    .crossJoin("orders")
    .crossJoin("databases")
    .crossJoin("companies")
    .leftJoin("visits", "visits.id", "call_tasks.visit_id")
    .leftJoin("users", "users.id", "call_tasks.user_id")
    .whereRef("orders.id", "=", "call_tasks.order_id")
    .whereRef("databases.name", "=", "orders.brightree_db")
    .whereRef("companies.id", "=", "databases.company_id")
    .selectAll("call_tasks")
    .select([
      "orders.patient_id",
      "orders.patient_name",
      "orders.brightree_db",
      "orders.sales_order_no",
      "orders.phone",
      "orders.phone_ext",
      "orders.step as order_step",
      "orders.closed_at as order_closed_at",
      "orders.state",
      "orders.language",
      "orders.chosen_language",
      "orders.interpreter",
      "companies.name as company",
      "companies.phone as company_phone",
      "visits.start_at as visit_start",
      "users.name as called_by",
      sql<number>`(select count(*) from visits as missed
        where missed.order_id = orders.id and missed.status = 'no show')`.as("missed_visits"),
      sql<Row<"waits">["call_because"]>`(select call_because from waits
        where waits.order_id = orders.id and waits.call_asked_at >= call_tasks.created_at order by id desc limit 1)`.as(
        "wait_call",
      ),
      sql<string | null>`(select patient_zone from visits as zoned
        where zoned.order_id = orders.id and patient_zone is not null order by id desc limit 1)`.as("zone"),
    ]);

export async function listCallTasks(query: ReturnType<typeof selectCallTasks>) {
  const rows = await query.execute();
  return rows.map(({ zone, state, chosen_language, due_before, outcome_before: _, ...row }) => ({
    ...row,
    language: languageOf({ language: row.language, chosen_language }),
    patient_zone: zone ?? zonesOfState(state)[0] ?? staffZone,
    undoable: due_before !== null,
  }));
}

export async function findCallTask(db: Db, id: number) {
  const [task] = await listCallTasks(selectCallTasks(db).where("call_tasks.id", "=", id));
  if (!task) throw new Refusal("missing", "Call not found.");
  return task;
}

/** Due tasks, longest wait first. */
export const dueCallTasks = (db: Db, now: number) =>
  selectCallTasks(db)
    .where("call_tasks.done_at", "is", null)
    .where("call_tasks.due_at", "<=", now)
    .orderBy("call_tasks.due_at")
    .orderBy("call_tasks.id");
