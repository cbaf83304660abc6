import { sql } from "kysely";
import { formatTime, iso, isoOrNull, localDate, zoneOrUtc } from "~/core/time";
import { isActive } from "~/core/visit-status";
import { staffZone } from "~/core/zones/staff-zone";
import type { Db } from "~/db/open.server";
import { outcomeAt } from "~/visits/outcome/outcome-times";
import type { Visit } from "~/visits/visit";
import { readVisits, selectVisits } from "~/visits/visits.server";
import { stepOfStatus } from "../calendar-visit";
import type { ListAppointments } from "../dashboard-schema";
import { type CursorPosition, readCursor, writeCursor } from "../page-cursor.server";
import {
  type FilteredAppointments,
  type Filters,
  filterAppointments,
  ofVisits,
} from "./appointment-filters.server";
import { beyond, inOrder, orders, sortedBy } from "./appointment-sort.server";
import { clockRangesOf } from "./time-of-day.server";

interface AppointmentPage {
  rows: Visit[];
  next: string | null;
  previous: string | null;
  opensToday?: boolean;
}

// A cross join keeps SQLite in the given order.
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

export async function countAppointments(db: Db, input: Omit<Filters, "search">): Promise<number> {
  const own = await ofVisits(db, input);
  const { rows } = await sql<{ count: number }>`select count(*) as count from visits where ${own}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

type ListInput = Filters & Pick<ListAppointments, "sort" | "direction" | "limit" | "cursor">;

interface View {
  /** A list by date opens here. Earlier rows are on previous pages, and fill up the first page. */
  today?: number;
  /** The time zone for sorting by time of day. */
  zone?: string;
}

async function keysBeside(
  db: Db,
  { where, pool }: FilteredAppointments,
  input: ListInput,
  place: CursorPosition | null,
  zone: string,
) {
  const { sort, direction } = input;
  const { first, keys } = orders[sort];
  const limit = input.limit + 1;
  const side = place?.side ?? "after";
  const ranges = sort === "time" ? await clockRangesOf(db, zone) : [{ shift: 0, condition: sql`1` }];
  const parts = ranges.map(({ shift, condition }) => {
    const names = keys.map((key, index) =>
      index === 0 && shift
        ? sql`${sql.raw(key)} + ${shift} as k0`
        : sql`${sql.raw(key)} as ${sql.ref(`k${index}`)}`,
    );
    return sql`select * from (
      select ${sql.join(names)} from ${pool ? joins.pool(pool) : joins[first]}
      where ${where} and ${condition} and ${place ? beyond(sort, direction, shifted(place, shift)) : sql`1`}
      order by ${sortedBy(sort, direction, side)} limit ${limit})`;
  });
  const { rows } = await sql<Record<string, string | number>>`
    ${sql.join(parts, sql` union all `)}
    order by ${inOrder(keys.length, direction, side)} limit ${limit}`.execute(db);
  return rows.map((row) => keys.map((_, index) => row[`k${index}`] as string | number));
}

const shifted = ({ side, values: [first, ...others] }: CursorPosition, shift: number): CursorPosition => ({
  side,
  values: shift === 0 ? [first ?? 0, ...others] : [Number(first) - shift, ...others],
});

/** @throws Refusal "invalid" for a cursor of another order */
export async function listAppointments(
  db: Db,
  input: ListInput,
  { today, zone = staffZone }: View = {},
): Promise<AppointmentPage> {
  const { sort, direction, limit } = input;
  const narrowed = await filterAppointments(db, input, sort === "date");
  const opensToday = today !== undefined && !input.cursor && sort === "date" && direction === "asc";
  const place: CursorPosition | null = input.cursor
    ? readCursor(input.cursor, orders[sort].keys.length)
    : opensToday
      ? { side: "after", values: [today, 0] }
      : null;
  const found = await keysBeside(db, narrowed, input, place, zone);
  const page = found.slice(0, limit);
  const more = found.length > limit;
  if (place?.side === "before") {
    page.reverse();
    return pageOf(db, page, more, true);
  }
  if (!opensToday || place === null) return pageOf(db, page, input.cursor !== undefined, more);
  // With filters, users look for certain visits, including past ones.
  const { search, db: database, therapist, type, status, step, from, to } = input;
  const isFiltered = [search, database, therapist, type, status, step, from, to].some(
    (one) => one !== undefined,
  );
  const missing = isFiltered || page.length === 0 ? limit - page.length : 0;
  const earlier = await keysBeside(db, narrowed, input, { ...place, side: "before" }, zone);
  const opened = await pageOf(
    db,
    [...earlier.slice(0, missing).reverse(), ...page],
    earlier.length > missing,
    more,
  );
  return { ...opened, opensToday: opened.previous !== null };
}

async function pageOf(
  db: Db,
  keys: (string | number)[][],
  earlier: boolean,
  later: boolean,
): Promise<AppointmentPage> {
  const ids = keys.map((values) => Number(values.at(-1)));
  const wanted = sql<number>`(select value from json_each(${JSON.stringify(ids)}))`;
  const visits = await readVisits(selectVisits(db).where("visits.id", "in", wanted));
  const byId = new Map(visits.map((visit) => [visit.id, visit]));
  const [first, last] = [keys[0], keys.at(-1)];
  return {
    rows: ids.flatMap((id) => byId.get(id) ?? []),
    previous: earlier && first ? writeCursor({ side: "before", values: first }) : null,
    next: later && last ? writeCursor({ side: "after", values: last }) : null,
  };
}

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
    no_show_reason: visit.no_show_reason,
    cancel_reason: visit.cancel_reason,
    outcome_at: isoOrNull(outcomeAt(visit)),
  };
}
