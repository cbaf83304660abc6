import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import type { ClassSession } from "~/classes/class-session";
import { listClassesOfDay } from "~/classes/classes.server";
import { byName } from "~/core/by-name";
import { addDays, hour, localDate, startOfDay, zoneOrUtc } from "~/core/time";
import { longestVisit } from "~/core/visit-length";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { findBulkChange } from "~/visits/bulk/find-bulk-change.server";
import { executeVisits, selectVisits } from "~/visits/visits.server";
import {
  cellOf,
  findTherapistDays,
  listBoardTherapists,
  listFreeStarts,
  totalOf,
} from "../calendars/count-capacity.server";
import { listCalendarChoices } from "../filter-choices.server";
import { type ShownVisit, shownVisit } from "../shown-visit";
import { type Block, dayBlocks, hoursAround, openSpans, type Span } from "./day-blocks";
import type { ShowDayBoard } from "./day-board-schema";

export type BoardVisit = ShownVisit & { start: number; end: number; version: number };
export type BoardColumn = Awaited<ReturnType<typeof findDayBoard>>["regions"][number]["columns"][number];
export type BoardBlock = Block<BoardVisit>;

/**
 * Finds the visits, openings, and time off of all therapists on one day, which is the same date in each therapist's zone.
 * The number of queries doesn't depend on the number of therapists.
 * @param zone the viewer's IANA zone, for the rows
 */
export async function findDayBoard(app: App, staff: Staff, query: ShowDayBoard, zone: string) {
  const db = app.reads;
  const now = app.clock.now();
  const today = localDate(now, zone);
  const date = query.day ?? today;
  const therapists = await listBoardTherapists(db, query);
  const ids = therapists.map(({ id }) => id);
  const dayOf = await findTherapistDays(db, app.config, { now, ids, dates: [date] });
  const visits = Map.groupBy(await listDay(db, ids, date), ({ therapist_id }) => therapist_id);
  const classes = await listClassesOfDay(db, ids, date);
  const busy = Map.groupBy(await listBusy(db, ids, date), ({ therapist_id }) => therapist_id);
  const days = therapists.map(({ id, name, region, timezone, daily_capacity: cap }) => {
    const found = dayOf(id, date);
    const cell = cellOf(found, cap);
    return {
      id,
      name,
      region,
      zone: zoneOrUtc(timezone),
      cell,
      dailyCapacity: cap,
      visits: visits.get(id) ?? [],
      classes: classes.get(id) ?? [],
      open: cell.open > 0 ? openSpans(listFreeStarts(found), found.usual.length) : [],
      busy: busy.get(id) ?? [],
    };
  });
  const shown = days.filter(
    (each) => each.visits.length > 0 || each.classes.length > 0 || each.cell.open > 0,
  );
  const rest = days.filter((each) => !shown.includes(each));
  const named = ({ id, name, region }: (typeof days)[number]) => ({ id, name, region });
  const { start, end } = hoursAround(
    shown.flatMap((each) => [...each.visits, ...each.open, ...each.classes.map(spanOf)]),
    startOfDay(date, zone) + 8 * hour,
  );
  const clip = (span: Span) => ({ start: Math.max(span.start, start), end: Math.min(span.end, end) });
  const columns = shown.map(({ visits, open, busy, classes, ...column }) => ({
    ...column,
    blocks: dayBlocks<BoardVisit>(start, {
      visits,
      open,
      classes,
      busy: busy.map(clip).filter((span) => span.start < span.end),
    }),
  }));
  return {
    date,
    today,
    now,
    hours: Array.from({ length: Math.ceil((end - start) / hour) }, (_, index) => start + index * hour),
    total: totalOf(days.map(({ cell }) => cell)),
    regions: [...Map.groupBy(columns, ({ region }) => region)]
      .sort(([one], [other]) => byName(one, other))
      .map(([name, columns]) => ({ name, columns, total: totalOf(columns.map(({ cell }) => cell)) })),
    /** Therapists without visits or openings: who is out, and the others. */
    out: rest.filter(({ cell }) => cell.isOff).map(named),
    folded: rest.filter(({ cell }) => !cell.isOff).map(named),
    choices: await listCalendarChoices(db),
    change: query.change ? await findBulkChange(db, staff, query.change, now).catch(() => null) : null,
  };
}

async function listDay(db: Db, ids: number[], date: string): Promise<BoardVisit[]> {
  const matching = db
    .selectFrom("visits")
    .select("visits.id")
    .where("visits.local_date", "=", date)
    .where("visits.status", "<>", "cancelled")
    // A class is shown once, instead of its seats.
    .where("visits.class_id", "is", null)
    .where(sql<boolean>`+visits.therapist_id in (${sql.join(ids.length > 0 ? ids : [0])})`);
  const found = await executeVisits(
    selectVisits(db).where("visits.id", "in", matching).orderBy("visits.start_at").orderBy("visits.id"),
  );
  return found.map((visit) => ({
    ...shownVisit(visit),
    start: visit.start_at,
    end: visit.end_at,
    version: visit.version,
  }));
}

const spanOf = ({ start_at, end_at }: ClassSession): Span => ({ start: start_at, end: end_at });

/** Busy times in other calendars on the date, in any zone. */
function listBusy(db: Db, ids: number[], date: string) {
  const [from, to] = [startOfDay(addDays(date, -1), "UTC"), startOfDay(addDays(date, 2), "UTC")];
  return db
    .selectFrom("busy_times")
    .select(["therapist_id", "start_at as start", "end_at as end"])
    .where("therapist_id", "in", ids)
    .where("start_at", "<", to)
    .where("start_at", ">", from - longestVisit)
    .where("end_at", ">", from)
    .execute();
}
