import { type RawBuilder, sql } from "kysely";
import { invalidField } from "~/core/refusal";
import { day } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { ListAppointments } from "../dashboard-schema";
import { searchFor } from "./appointment-search.server";

export type Filters = Partial<
  Pick<ListAppointments, "db" | "therapist" | "type" | "status" | "step" | "search" | "from" | "to">
> & {
  /** `YYYY-MM-DD`. Without it, a search for "tomorrow" finds no date. */
  today?: string;
};

/** Up to this many visits are all sorted. With more, a page is found quickly along an index. */
const few = 4000;

const statusesOfStep: Record<number, readonly string[]> = { 6: ["submitted", "pending"], 7: ["confirmed"] };

type Condition = RawBuilder<unknown>;

export async function ofVisits(db: Db, filters: Filters): Promise<Condition> {
  const conditions: Condition[] = [];
  if (filters.status) conditions.push(sql`visits.status = ${filters.status}`);
  if (filters.type) conditions.push(sql`visits.visit_type = ${filters.type}`);
  if (filters.step) conditions.push(sql`visits.status in (${sql.join(statusesOfStep[filters.step] ?? [])})`);
  if (filters.db) conditions.push(sql`visits.brightree_db = ${filters.db}`);
  conditions.push(...betweenDays(filters));
  if (filters.therapist) {
    const { therapist } = filters;
    const found = await db
      .selectFrom("therapists")
      .select("id")
      .where("name", "=", therapist)
      .executeTakeFirst();
    conditions.push(sql`visits.therapist_id = ${found?.id ?? 0}`);
  }
  return allOf(conditions);
}

// The instants use the index by start. A local day begins less than a day from UTC's.
function betweenDays({ from, to }: Filters): Condition[] {
  if (from && to && to < from) throw invalidField("to", "The end date must be on or after the start date.");
  const conditions: Condition[] = [];
  if (from) {
    conditions.push(sql`visits.local_date >= ${from}`, sql`visits.start_at >= ${Date.parse(from) - day}`);
  }
  if (to) {
    conditions.push(sql`visits.local_date <= ${to}`, sql`visits.start_at < ${Date.parse(to) + 2 * day}`);
  }
  return conditions;
}

export interface FilteredAppointments {
  where: Condition;
  /** All matching visit IDs, if there are few. */
  pool: number[] | null;
}

/** @param inOrder true if an index sorts the visits by start, so that dates alone narrow them enough */
export async function filterAppointments(
  db: Db,
  filters: Filters,
  inOrder: boolean,
): Promise<FilteredAppointments> {
  const own = await ofVisits(db, filters);
  const search = filters.search ? await searchFor(db, filters.search, filters.today) : null;
  const { status, type, step, therapist, from, to } = filters;
  const isNarrow = Boolean(status || type || step || therapist || (!inOrder && (from || to)));
  const pools = [
    ...(isNarrow ? [sql`visits where ${own}`] : []),
    ...(search?.ofVisits ? [sql`visits where ${search.ofVisits}`] : []),
    ...(filters.db ? [await ofSmallDatabase(db, filters.db)] : []),
  ];
  const where = search ? sql`${own} and ${search.condition}` : own;
  for (const pool of pools) {
    if (!pool) continue;
    const { rows } = await sql<{ id: number }>`select visits.id from ${pool} limit ${few + 1}`.execute(db);
    if (rows.length <= few) return { where, pool: rows.map((row) => row.id) };
  }
  return { where, pool: null };
}

/** Null if the database has many orders, because then its visits are found quickly. */
async function ofSmallDatabase(db: Db, name: string): Promise<Condition | null> {
  const orders = await db
    .selectFrom("orders")
    .select("id")
    .where("brightree_db", "=", name)
    .limit(few + 1)
    .execute();
  if (orders.length > few) return null;
  const ids = JSON.stringify(orders.map(({ id }) => id));
  return sql`json_each(${ids}) as own cross join visits on visits.order_id = own.value`;
}

const allOf = (conditions: Condition[]) =>
  conditions.length === 0 ? sql`1` : sql.join(conditions, sql` and `);
