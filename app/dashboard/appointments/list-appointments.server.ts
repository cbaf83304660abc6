import { type RawBuilder, sql } from "kysely";
import { staffZone } from "~/core/zones/staff-zone";
import type { Db } from "~/db/open.server";
import type { Visit } from "~/visits/visit";
import { executeVisits, selectVisits } from "~/visits/visits.server";
import type { ListAppointments } from "../dashboard-schema";
import { type CursorPosition, cursorsOf, readCursor, type Value } from "../page-cursor.server";
import {
  type FilteredAppointments,
  type Filters,
  filterAppointments,
  isFiltered,
  matchesAppointmentFilters,
} from "./appointment-filters.server";
import { beyond, orders, sortedBy } from "./appointment-sort.server";
import { listOtherKinds, whereOfDefaultKind } from "./other-kinds.server";
import { clockRangesOf } from "./time-of-day.server";

interface AppointmentPage {
  rows: Visit[];
  next: string | null;
  previous: string | null;
  opensToday?: boolean;
}

// A cross join makes SQLite read the tables in this order.
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
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from visits where ${await matchesAppointmentFilters(db, input)}`.execute(db);
  return rows[0]?.count ?? 0;
}

type ListInput = Filters & Pick<ListAppointments, "sort" | "direction" | "limit" | "cursor">;

interface View {
  /** A list sorted by date starts at this instant. Earlier visits are on previous pages. */
  today?: number;
  /** The time zone for sorting by time of day. */
  zone?: string;
}

/** Lists the sort keys of a page's visits plus one more. Visits before a position are in reverse order. */
async function listKeys(
  db: Db,
  { where, pool }: FilteredAppointments,
  { input, position, zone }: { input: ListInput; position: CursorPosition | null; zone: string },
): Promise<Value[][]> {
  const { sort, direction } = input;
  const { first, keys } = orders[sort];
  const limit = input.limit + 1;
  const side = position?.side ?? "after";
  const names = keys.map((_, index) => `k${index}`);
  const ranges: Range[] =
    sort === "time"
      ? await clockRangesOf(db, zone)
      : sort === "type"
        ? await listTypeRanges(db)
        : [{ shift: 0, condition: sql`1` }];
  const parts = ranges.map(({ shift, condition, type }) => {
    const columns = keys.map((key, index) =>
      type !== undefined && index === 0
        ? sql`${type} as ${sql.raw(names[0] ?? "")}`
        : sql.raw(`${key} ${index === 0 && shift ? `+ ${shift}` : ""} as ${names[index]}`),
    );
    const isBeyond = position ? beyond(sort, direction, shifted(position, shift), type) : sql`1`;
    return sql`select * from (
      select ${sql.join(columns)} from ${pool ? joins.pool(pool) : joins[first]}
      where ${where} and ${condition} and ${isBeyond}
      order by ${sortedBy(type === undefined ? keys : keys.slice(1), direction, side)} limit ${limit})`;
  });
  const { rows } = await sql<Record<string, Value>>`
    ${sql.join(parts, sql` union all `)}
    order by ${sortedBy(names, direction, side)} limit ${limit}`.execute(db);
  return rows.map((row) => names.map((name) => row[name] as Value));
}

/** A part of all visits that an index has in the sort order. */
interface Range {
  /** Added to the first key. */
  shift: number;
  condition: RawBuilder<unknown>;
  /** The first key of all its visits. */
  type?: string;
}

/** Visits of a company's default kind have the type in `visit_type`, and the others have their kind's name. */
async function listTypeRanges(db: Db): Promise<Range[]> {
  const others = await listOtherKinds(db);
  return [
    { shift: 0, condition: whereOfDefaultKind(others) },
    ...others.map(({ id, name }) => ({ shift: 0, condition: sql`visits.kind_id = ${id}`, type: name })),
  ];
}

const shifted = ({ side, values: [first, ...others] }: CursorPosition, shift: number): CursorPosition => ({
  side,
  values: shift === 0 ? [first ?? 0, ...others] : [Number(first) - shift, ...others],
});

/** @throws Refusal "invalid" for a cursor from another sort order */
export async function listAppointments(
  db: Db,
  input: ListInput,
  { today, zone = staffZone }: View = {},
): Promise<AppointmentPage> {
  const { sort, direction, limit, cursor } = input;
  const filtered = await filterAppointments(db, input, sort === "date");
  const list = (position: CursorPosition | null) => listKeys(db, filtered, { input, position, zone });
  if (cursor || today === undefined || sort !== "date" || direction !== "asc") {
    const position = cursor ? readCursor(cursor, orders[sort].keys.length) : null;
    const found = await list(position);
    const page = found.slice(0, limit);
    const more = found.length > limit;
    if (position?.side === "before") return pageOf(db, page.reverse(), more, true);
    return pageOf(db, page, position !== null, more);
  }
  const values = [today, 0];
  const upcoming = await list({ side: "after", values });
  const page = upcoming.slice(0, limit);
  const earlier = await list({ side: "before", values });
  // A filtered list also shows past visits.
  const missing = isFiltered(input) || page.length === 0 ? limit - page.length : 0;
  const keys = [...earlier.slice(0, missing).reverse(), ...page];
  const opened = await pageOf(db, keys, earlier.length > missing, upcoming.length > limit);
  return { ...opened, opensToday: opened.previous !== null };
}

async function pageOf(db: Db, keys: Value[][], earlier: boolean, later: boolean): Promise<AppointmentPage> {
  const ids = keys.map((values) => Number(values.at(-1)));
  const wanted = sql<number>`(select value from json_each(${JSON.stringify(ids)}))`;
  const visits = await executeVisits(selectVisits(db).where("visits.id", "in", wanted));
  const byId = new Map(visits.map((visit) => [visit.id, visit]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), ...cursorsOf(keys, earlier, later) };
}
