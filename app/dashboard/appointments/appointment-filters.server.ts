import { type RawBuilder, sql } from "kysely";
import { invalidField } from "~/core/refusal";
import { day } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { ListAppointments } from "../dashboard-schema";
import { searchFor } from "./appointment-search.server";
import { listOtherKinds, whereOfDefaultKind, whereOfKinds } from "./other-kinds.server";

const filterNames = ["db", "therapist", "type", "status", "step", "search", "from", "to"] as const;

export type Filters = Partial<Pick<ListAppointments, (typeof filterNames)[number]>> & {
  /** `YYYY-MM-DD`. Without it, a search for "tomorrow" finds nothing. */
  today?: string;
};

export const isFiltered = (filters: Filters): boolean =>
  filterNames.some((name) => filters[name] !== undefined);

/** Up to this many matching visits are read and sorted. If there are more, an index scan soon finds a page of them. */
const few = 4000;

const statusesOfStep: Record<number, readonly string[]> = { 6: ["submitted", "pending"], 7: ["confirmed"] };

type Condition = RawBuilder<unknown>;

export async function matchesAppointmentFilters(
  database: Db,
  { status, type, step, db, therapist, from, to }: Filters,
): Promise<Condition> {
  const conditions: Condition[] = [sql`true`];
  if (status) conditions.push(sql`visits.status = ${status}`);
  if (type) conditions.push(await whereOfType(database, type));
  if (step) conditions.push(sql`visits.status in (${sql.join(statusesOfStep[step] ?? [])})`);
  // The triggers `visits_database_*` copy the name from the order.
  if (db) conditions.push(sql`visits.brightree_db = ${db}`);
  if (therapist) {
    conditions.push(sql`visits.therapist_id = (select id from therapists where name = ${therapist})`);
  }
  if (from && to && to < from) {
    throw invalidField("to", "The end date must be on or after the start date.");
  }
  // The bounds on start_at let SQLite use its index. A local day starts within 24 hours of the UTC day.
  if (from) {
    conditions.push(sql`visits.local_date >= ${from} and visits.start_at >= ${Date.parse(from) - day}`);
  }
  if (to) {
    conditions.push(sql`visits.local_date <= ${to} and visits.start_at < ${Date.parse(to) + 2 * day}`);
  }
  return sql.join(conditions, sql` and `);
}

/** The type that the list shows: the kind's name, or the visit type for a company's default kind. */
async function whereOfType(db: Db, type: string): Promise<Condition> {
  const others = await listOtherKinds(db);
  const ofType = sql`(visits.visit_type = ${type} and ${whereOfDefaultKind(others)})`;
  // A link from the reports names a default kind, too.
  const named = await db.selectFrom("visit_kinds").select("id").where("name", "=", type).execute();
  return named.length === 0 ? ofType : sql`(${whereOfKinds(named)} or ${ofType})`;
}

export type FilteredAppointments = Awaited<ReturnType<typeof filterAppointments>>;

/**
 * @param isByStart true if visits are sorted by start, because a date range then already limits the index scan
 * @returns `pool`: the IDs of all matching visits, or null if there are too many
 */
export async function filterAppointments(db: Db, filters: Filters, isByStart: boolean) {
  const condition = await matchesAppointmentFilters(db, filters);
  const search = filters.search ? await searchFor(db, filters.search, filters.today) : null;
  const { status, type, step, therapist, from, to } = filters;
  const isNarrow = Boolean(status || type || step || therapist || (!isByStart && (from || to)));
  const pools = [
    ...(isNarrow ? [sql`visits where ${condition}`] : []),
    ...(search?.ofVisits ? [sql`visits where ${search.ofVisits}`] : []),
    ...(filters.db ? [await ofSmallDatabase(db, filters.db)] : []),
  ];
  const where = search ? sql`${condition} and ${search.condition}` : condition;
  for (const pool of pools) {
    if (!pool) continue;
    const { rows } = await sql<{ id: number }>`select visits.id from ${pool} limit ${few + 1}`.execute(db);
    if (rows.length <= few) return { where, pool: rows.map((row) => row.id) };
  }
  return { where, pool: null };
}

/** Null for a database with many orders, where an index scan soon finds a page of visits. */
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
