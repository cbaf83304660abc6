import { type RawBuilder, sql } from "kysely";
import { invalidField } from "~/core/refusal";
import { day, formatTime, iso, localDate, zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import { isActive, type Visit } from "~/scheduling/visits/visit";
import { selectVisits } from "~/scheduling/visits/visits.server";
import { stepOfStatus } from "../composite";
import { type Place, readCursor, writeCursor } from "../cursor.server";
import type { ListAppointments } from "../schema";
import { searchFor } from "./appointment-search.server";
import { beyond, orders, sortedBy } from "./appointment-sort.server";

/** What narrows the appointments view. */
export type Filters = Partial<
  Pick<ListAppointments, "db" | "therapist" | "type" | "status" | "step" | "search" | "from" | "to">
>;

export interface AppointmentPage {
  rows: Visit[];
  /** Cursors of the pages beside this one; null where there is none. */
  next: string | null;
  previous: string | null;
}

/** Filters that leave no more visits than these are sorted as a whole; of more, a page is soon found. */
const few = 4000;

const statusesOfStep: Record<number, readonly string[]> = { 6: ["submitted", "pending"], 7: ["confirmed"] };

type Condition = RawBuilder<unknown>;

/** Conditions on the visits themselves, each in an index. */
async function ofVisits(db: Db, wanted: Filters): Promise<Condition[]> {
  const conditions: Condition[] = [];
  if (wanted.status) conditions.push(sql`visits.status = ${wanted.status}`);
  if (wanted.type) conditions.push(sql`visits.visit_type = ${wanted.type}`);
  if (wanted.step) conditions.push(sql`visits.status in (${sql.join(statusesOfStep[wanted.step] ?? [])})`);
  conditions.push(...betweenDays(wanted));
  if (wanted.therapist) {
    const { therapist } = wanted;
    const found = await db
      .selectFrom("therapists")
      .select("id")
      .where("name", "=", therapist)
      .executeTakeFirst();
    conditions.push(sql`visits.therapist_id = ${found?.id ?? 0}`);
  }
  return conditions;
}

// The instants let the index by start jump; at any place on earth a day begins less than a day from UTC's.
function betweenDays({ from, to }: Filters): Condition[] {
  if (from && to && to < from) throw invalidField("to", "The range ends before it begins.");
  const conditions: Condition[] = [];
  if (from) {
    conditions.push(sql`visits.local_date >= ${from}`, sql`visits.start_at >= ${Date.parse(from) - day}`);
  }
  if (to) {
    conditions.push(sql`visits.local_date <= ${to}`, sql`visits.start_at < ${Date.parse(to) + 2 * day}`);
  }
  return conditions;
}

interface Narrowed {
  where: Condition;
  /** The ids among which all rows are, where they are few. */
  pool: number[] | null;
}

async function narrow(db: Db, wanted: Filters): Promise<Narrowed> {
  const own = await ofVisits(db, wanted);
  const search = wanted.search ? await searchFor(db, wanted.search) : null;
  const ofDatabase = wanted.db ? sql`orders.brightree_db = ${wanted.db}` : null;
  const where = allOf([...own, ...(ofDatabase ? [ofDatabase] : []), ...(search ? [search.condition] : [])]);
  const pools = [
    ...(own.length > 0 ? [sql`visits where ${allOf(own)}`] : []),
    ...(search?.ofVisits ? [sql`visits where ${search.ofVisits}`] : []),
    ...(ofDatabase ? [sql`orders cross join visits on visits.order_id = orders.id where ${ofDatabase}`] : []),
  ];
  for (const pool of pools) {
    const { rows } = await sql<{ id: number }>`select visits.id from ${pool} limit ${few + 1}`.execute(db);
    if (rows.length <= few) return { where, pool: rows.map((row) => row.id) };
  }
  return { where, pool: null };
}

const allOf = (conditions: Condition[]) =>
  conditions.length === 0 ? sql`1` : sql.join(conditions, sql` and `);

// A cross join keeps SQLite in the order given: from the few, or along the index that has the order.
const joins = {
  pool: (ids: number[]) => sql`json_each(${JSON.stringify(ids)}) as pool
    cross join visits on visits.id = pool.value
    cross join orders on orders.id = visits.order_id
    cross join therapists on therapists.id = visits.therapist_id`,
  visits: sql`visits
    cross join orders on orders.id = visits.order_id
    cross join therapists on therapists.id = visits.therapist_id`,
  therapists: sql`therapists
    cross join visits on visits.therapist_id = therapists.id
    cross join orders on orders.id = visits.order_id`,
  orders: sql`orders
    cross join visits on visits.order_id = orders.id
    cross join therapists on therapists.id = visits.therapist_id`,
};

/** How many rows the filters leave: the very rows that the list shows. */
export async function countAppointments(db: Db, wanted: Filters): Promise<number> {
  const { where, pool } = await narrow(db, wanted);
  const from = pool ? joins.pool(pool) : joins.visits;
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from} where ${where}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

type Wanted = Filters & Pick<ListAppointments, "sort" | "direction" | "limit" | "cursor">;

/** The keys of the rows beside a place, the nearest first. */
async function keysBeside(db: Db, narrowed: Narrowed, wanted: Wanted, place: Place | null, limit: number) {
  const { sort, direction } = wanted;
  const { first, keys } = orders[sort];
  const from = narrowed.pool ? joins.pool(narrowed.pool) : joins[first];
  const names = keys.map((key, index) => sql`${sql.raw(key)} as ${sql.ref(`k${index}`)}`);
  const { rows } = await sql<Record<string, string | number>>`
    select ${sql.join(names)} from ${from}
    where ${narrowed.where} and ${place ? beyond(sort, direction, place) : sql`1`}
    order by ${sortedBy(sort, direction, place?.way ?? "after")}
    limit ${limit}`.execute(db);
  return rows.map((row) => keys.map((_, index) => row[`k${index}`] as string | number));
}

/**
 * One page of the appointments view, filtered and sorted.
 *
 * @param today where a list by date opens: earlier rows are on the pages before. They fill up a first
 *   page that would not be full without them.
 * @throws Refusal "invalid" for a cursor of another order
 */
export async function listAppointments(db: Db, wanted: Wanted, today?: number): Promise<AppointmentPage> {
  const { sort, direction, limit } = wanted;
  const narrowed = await narrow(db, wanted);
  const opensToday = today !== undefined && !wanted.cursor && sort === "date" && direction === "asc";
  const place: Place | null = wanted.cursor
    ? readCursor(wanted.cursor, orders[sort].keys.length)
    : opensToday
      ? { way: "after", values: [today, 0] }
      : null;
  const found = await keysBeside(db, narrowed, wanted, place, limit + 1);
  const page = found.slice(0, limit);
  const more = found.length > limit;
  if (place?.way === "before") {
    page.reverse();
    return pageOf(db, page, more, true);
  }
  if (!opensToday || place === null) return pageOf(db, page, wanted.cursor !== undefined, more);
  const room = limit - page.length;
  const earlier = await keysBeside(db, narrowed, wanted, { ...place, way: "before" }, room + 1);
  return pageOf(db, [...earlier.slice(0, room).reverse(), ...page], earlier.length > room, more);
}

async function pageOf(
  db: Db,
  keys: (string | number)[][],
  earlier: boolean,
  later: boolean,
): Promise<AppointmentPage> {
  const ids = keys.map((values) => Number(values.at(-1)));
  const visits = await selectVisits(db)
    .where("visits.id", "in", sql<number>`(select value from json_each(${JSON.stringify(ids)}))`)
    .execute();
  const byId = new Map(visits.map((visit) => [visit.id, visit]));
  const [first, last] = [keys[0], keys.at(-1)];
  return {
    rows: ids.flatMap((id) => byId.get(id) ?? []),
    previous: earlier && first ? writeCursor({ way: "before", values: first }) : null,
    next: later && last ? writeCursor({ way: "after", values: last }) : null,
  };
}

/** A row of the appointments view, under all the names that part 2 knows for its fields. */
export function appointmentRow(visit: Visit) {
  const zone = zoneOrUtc(visit.timezone);
  return {
    id: visit.id,
    date: localDate(visit.start_at, zone),
    start_time: formatTime(visit.start_at, zone),
    datetime: iso(visit.start_at),
    therapist: visit.therapist,
    brightree_db: visit.brightree_db,
    patient_id: visit.patient_id,
    visit_type: visit.visit_type,
    status: visit.status,
    sales_order_id: visit.sales_order_no,
    so_id: visit.sales_order_no,
    soid: visit.sales_order_no,
    step: isActive(visit.status) ? stepOfStatus(visit.status) : 0,
    version: visit.version,
  };
}
