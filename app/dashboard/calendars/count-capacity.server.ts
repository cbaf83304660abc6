import { sql } from "kysely";
import { bookingWindow, type Settings } from "~/availability/booking-window";
import { spanOfKind, whereFreeByCalendars } from "~/availability/free-busy.server";
import { byName, sortedByName } from "~/core/by-name";
import { addDays, weekdayOf } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import { isActive } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { matchesText } from "../text-search.server";
import type { Filters } from "./calendars-query";
import { type CapacityCell, shareOf } from "./capacity-cell";

const perPage = 200;

export function weekOf(date: string): string[] {
  const sunday = addDays(date, -weekdayOf(date));
  return Array.from({ length: 7 }, (_, index) => addDays(sunday, index));
}

const keyOf = (day: { therapist_id: number; local_date: string }) => `${day.therapist_id} ${day.local_date}`;

/**
 * Counts booked and open visits by day, in six queries: by therapist, by region, and for all therapists who match the
 * filters. A closed day or day off counts toward no one's capacity.
 * @param input.date any day of the week
 */
export async function findCapacity(
  db: Db,
  settings: Settings,
  input: { now: number; date: string; filters: Filters; sort?: "load" | undefined; page: number },
) {
  const dates = weekOf(input.date);
  const therapists = await listBoardTherapists(db, input.filters);
  const ids = therapists.map(({ id }) => id);
  const days = await findTherapistDays(db, settings, { now: input.now, ids, dates });
  const all = therapists.map(({ id, name, region, daily_capacity: cap }) => {
    const cells = dates.map((date) => cellOf(days(id, date), cap));
    return { id, name, region, cap, cells, week: totalOf(cells) };
  });
  const totalsOf = (rows: typeof all) => {
    const cells = dates.map((_, index) => totalOf(rows.flatMap((row) => row.cells[index] ?? [])));
    return { therapists: rows.length, cells, week: totalOf(cells) };
  };
  const regions = [...Map.groupBy(all, ({ region }) => region)].map(([name, rows]) => ({
    name,
    ...totalsOf(rows),
  }));
  const byLoad = (one: { week: CapacityCell }, other: { week: CapacityCell }) =>
    (shareOf(other.week) ?? -1) - (shareOf(one.week) ?? -1);
  regions.sort((one, other) => byName(one.name, other.name));
  if (input.sort === "load") {
    regions.sort(byLoad);
    all.sort(byLoad);
  }
  const from = (input.page - 1) * perPage;
  return {
    dates,
    total: totalsOf(all),
    regions,
    rows: all.slice(from, from + perPage),
    more: all.length > from + perPage,
  };
}

/** In ms. */
type UsualKind = Pick<Row<"visit_kinds">, "length" | "buffer_before" | "buffer_after">;

interface TherapistDay {
  visits: Booked[];
  /** Times at which a visit could start, in ms UTC, unless a visit or the daily capacity prevents it. */
  starts: number[];
  /** The default kind of the therapist's company. */
  usual: UsualKind;
  hasSlots: boolean;
  isOff: boolean;
}

/** Finds the visits, open slots, and days off of several therapists, in five queries. */
export async function findTherapistDays(
  db: Db,
  settings: Settings,
  { now, ids, dates }: { now: number; ids: number[]; dates: string[] },
): Promise<(therapistId: number, date: string) => TherapistDay> {
  const booked = Map.groupBy(await listBooked(db, ids, dates), keyOf);
  const starts = await findStarts(db, settings, { now, ids, dates });
  const withSlots = new Set((await listDaysWithSlots(db, ids, dates)).map(keyOf));
  const daysOff = Map.groupBy(await listDaysOff(db, ids, dates), ({ therapist_id }) => therapist_id);
  const usual = await listUsualKinds(db, ids);
  return (therapistId, date) => {
    const key = keyOf({ therapist_id: therapistId, local_date: date });
    return {
      visits: booked.get(key) ?? [],
      starts: starts.get(key) ?? [],
      usual: usual.get(therapistId) ?? { length: visitLength, buffer_before: 0, buffer_after: 0 },
      hasSlots: withSlots.has(key),
      isOff: (daysOff.get(therapistId) ?? []).some((off) => off.from_date <= date && date <= off.to_date),
    };
  };
}

export function cellOf(day: TherapistDay, cap: number): CapacityCell {
  const { visits, hasSlots, isOff } = day;
  const active = visits.filter(({ status }) => isActive(status));
  const open = Math.max(0, Math.min(cap - active.length, countOpen(day)));
  const isClosed = visits.length === 0 && !hasSlots;
  const works = visits.length > 0 || open > 0 || !(isOff || isClosed);
  return { booked: visits.length, open, cap: works ? cap : 0, isOff, isClosed };
}

export function totalOf(cells: readonly CapacityCell[]): CapacityCell {
  const sum = (name: "booked" | "open" | "cap") => cells.reduce((total, cell) => total + cell[name], 0);
  const isClosed = cells.every((cell) => cell.cap === 0);
  return { booked: sum("booked"), open: sum("open"), cap: sum("cap"), isOff: false, isClosed };
}

/** Lists the therapists who match the filters, by name. The search looks at their names only. */
export async function listBoardTherapists(db: Db, { therapist, region, company, search }: Filters) {
  let query = db
    .selectFrom("therapists")
    .innerJoin("companies", "companies.id", "therapists.company_id")
    .select([
      "therapists.id",
      "therapists.name",
      "therapists.region",
      "therapists.timezone",
      "therapists.daily_capacity",
    ]);
  if (therapist) query = query.where("therapists.name", "=", therapist);
  if (region) query = query.where("therapists.region", "=", region);
  if (company) {
    query = query.where(
      sql<boolean>`(companies.name = ${company} or companies.id = (select company_id from databases where name = ${company}))`,
    );
  }
  if (search) query = query.where(matchesText(search, ["therapists.name"]));
  // SQLite would sort accents after z, so the names are sorted here.
  return sortedByName(await query.execute());
}

async function listUsualKinds(db: Db, ids: number[]): Promise<Map<number, UsualKind>> {
  const rows = await db
    .selectFrom("therapists")
    .innerJoin("visit_kinds", "visit_kinds.company_id", "therapists.company_id")
    .select(["therapists.id", "length", "buffer_before", "buffer_after"])
    .where("therapists.id", "in", ids)
    .where("visit_kinds.is_default", "=", 1)
    .execute();
  return new Map(rows.map(({ id, ...kind }) => [id, kind]));
}

const listDaysOff = (db: Db, ids: number[], dates: string[]) =>
  db
    .selectFrom("days_off")
    .select(["therapist_id", "from_date", "to_date"])
    .where("therapist_id", "in", ids)
    .where("from_date", "<=", dates.at(-1) ?? "")
    .where("to_date", ">=", dates[0] ?? "")
    .execute();

/** `from_at` to `to_at` is the therapist's time with the buffers. */
type Booked = Pick<Row<"visits">, "therapist_id" | "local_date" | "status"> & {
  from_at: number;
  to_at: number;
};

/** A class counts once. */
async function listBooked(db: Db, ids: number[], dates: string[]): Promise<Booked[]> {
  const { rows } = await sql<Booked>`
    select therapist_id, local_date, status, start_at - buffer_before as from_at, end_at + buffer_after as to_at
    from visits indexed by visits_by_day
    where local_date in (${sql.join(dates)}) and status not in ('cancelled', 'no show')
      and +therapist_id in (${sql.join(ids)}) and class_id is null
    union all
    select therapist_id, local_date, 'confirmed', from_at, to_at from class_therapists
    where active = 1 and local_date in (${sql.join(dates)}) and therapist_id in (${sql.join(ids)})`.execute(
    db,
  );
  return rows;
}

/**
 * Counts booked visits and adds up the capacity of the working therapists by date, as `findCapacity` does for a week.
 * Looks up each therapist and day in an index, so that the cost doesn't grow with the number of slots.
 */
export async function listLoads(
  db: Db,
  dates: readonly string[],
  filters: Filters,
): Promise<Map<string, { booked: number; cap: number }>> {
  const ids = JSON.stringify((await listBoardTherapists(db, filters)).map(({ id }) => id));
  const days = JSON.stringify(dates);
  const { rows } = await sql<{ date: string; booked: number; cap: number }>`
    with counted as (
      select local_date as date, therapist_id, count(*) as visits
      from visits indexed by visits_by_day_and_status
      where local_date in (select value from json_each(${days})) and status not in ('cancelled', 'no show')
        and +therapist_id in (select value from json_each(${ids}))
      group by local_date, therapist_id
      union all
      select local_date, therapist_id, -count(*) from visits indexed by visits_seats_by_day
      where class_id is not null and local_date in (select value from json_each(${days}))
        and status not in ('cancelled', 'no show') and +therapist_id in (select value from json_each(${ids}))
      group by local_date, therapist_id
      union all
      select local_date, therapist_id, count(*) from class_therapists
      where active = 1 and local_date in (select value from json_each(${days}))
        and therapist_id in (select value from json_each(${ids}))
      group by local_date, therapist_id),
    booked as materialized (
      select date, therapist_id, sum(visits) as visits from counted group by date, therapist_id),
    working as (
      select date, therapist_id, visits from booked
      union all
      select days.value, therapists.value, 0
      from json_each(${days}) as days cross join json_each(${ids}) as therapists
      where exists (
          select 1 from slots where slots.therapist_id = therapists.value and slots.local_date = days.value)
        and not exists (
          select 1 from booked where booked.date = days.value and booked.therapist_id = therapists.value)
        and not exists (
          select 1 from days_off where days_off.therapist_id = therapists.value
            and days_off.from_date <= days.value and days_off.to_date >= days.value))
    select working.date, sum(working.visits) as booked, sum(therapists.daily_capacity) as cap
    from working cross join therapists on therapists.id = working.therapist_id
    group by working.date`.execute(db);
  return new Map(rows.map(({ date, booked, cap }) => [date, { booked, cap }]));
}

const listDaysWithSlots = (db: Db, ids: number[], dates: string[]) =>
  db
    .selectFrom("slots")
    .select(["therapist_id", "local_date"])
    .distinct()
    .where("therapist_id", "in", ids)
    .where("local_date", "in", dates)
    .execute();

async function findStarts(
  db: Db,
  settings: Settings,
  { now, ids, dates }: { now: number; ids: number[]; dates: string[] },
) {
  const window = bookingWindow(settings, now);
  const rows = await db
    .selectFrom("slots")
    .innerJoin("therapists", "therapists.id", "slots.therapist_id")
    .innerJoin("visit_kinds as kind", (join) =>
      join.onRef("kind.company_id", "=", "therapists.company_id").on("kind.is_default", "=", 1),
    )
    .select(["therapist_id", "local_date", sql<string>`group_concat(start_at)`.as("starts")])
    .where("therapist_id", "in", ids)
    .where("local_date", "in", dates)
    .where("start_at", ">=", window.from)
    .where("start_at", "<", window.to)
    .where(whereFreeByCalendars(window.readSince, spanOfKind))
    .groupBy(["therapist_id", "local_date"])
    .execute();
  const startsOf = ({ starts }: { starts: string }) => starts.split(",").map(Number);
  return new Map(rows.map((row) => [keyOf(row), startsOf(row).sort((a, b) => a - b)]));
}

/** The day's times at which a visit of the usual kind fits between the booked visits, with the buffers of both. */
export function listFreeStarts({ starts, visits, usual }: TherapistDay): number[] {
  const active = visits.filter(({ status }) => isActive(status));
  return starts.filter((start) => {
    const [from, to] = [start - usual.buffer_before, start + usual.length + usual.buffer_after];
    return !active.some((visit) => visit.from_at < to && visit.to_at > from);
  });
}

function countOpen(day: TherapistDay): number {
  const { buffer_before, length, buffer_after } = day.usual;
  let open = 0;
  let free = Number.NEGATIVE_INFINITY;
  for (const start of listFreeStarts(day)) {
    if (start < free) continue;
    open += 1;
    free = start + length + buffer_after + buffer_before;
  }
  return open;
}
