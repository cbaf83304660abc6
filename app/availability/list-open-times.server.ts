import { type RawBuilder, sql } from "kysely";
import { byName } from "~/core/by-name";
import { zoneOrUtc } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import type { Row } from "~/db/tables";
import { bookingWindow, type Settings } from "./booking-window";
import { kindColumns, type Opening, type OpeningQuery } from "./list-openings.server";
import { openSlots, selectOpenings } from "./open-slots-query.server";
import { dayBounds } from "./part-of-day-condition.server";

export interface OpenTime {
  start: number;
  /** Sorted by the patient's region first, then by name. */
  openings: Opening[];
  more: boolean;
  /** The number of therapists; the lowest possible number unless `isAll`. */
  total: number;
  isAll: boolean;
}

export interface OpenTimeQuery
  extends Pick<OpeningQuery, "now" | "part" | "region" | "exceptVisit" | "preferRegion" | "kind"> {
  zone: string;
  date: string;
  /** Only this time, in ms UTC. */
  at?: number | undefined;
  limit: number;
  offset: number;
  /** How many therapists to list for each time. */
  therapists: number;
}

interface Asked {
  from: number;
  to: number;
  times: number;
  therapists: number;
  readSince: number;
  region?: string | undefined;
  preferred?: string | undefined;
  exceptVisit?: number | undefined;
  kindId?: number | undefined;
  zip?: string | null | undefined;
}

/** Jumps from one open time to the next along the index, no matter how many therapists share a time. */
function selectTimes(db: Db, asked: Asked) {
  const { from, to, times, therapists, readSince, region, preferred, exceptVisit, kindId, zip } = asked;
  // The slots of other kinds are computed once.
  const ofKind =
    kindId !== undefined &&
    sql<Row<"open_slots">>`
    select * from ${openSlots({ exceptVisit, kindId, zip })} as slots where start_at >= ${from} and start_at < ${to}`;
  const of = ofKind ? { source: sql<Row<"open_slots">>`kind_slots` } : { exceptVisit };
  const firstFrom = (start: number | RawBuilder<number>) =>
    selectOpenings(db, { ...of, from: start, to, region, readSince })
      .select("slots.start_at")
      .orderBy("slots.start_at")
      .limit(sql.lit(1));
  // SQLite uses the index order only for a selected column. To sort by another column, it materializes the
  // union.
  const openAt = (state: string | undefined) => {
    const start = sql<number>`offered.start`;
    const at = { from: start, to: sql<number>`offered.start + 1` };
    const owners = selectOpenings(db, { ...of, ...at, region: state, readSince })
      .where("slots.start_at", "=", start)
      .select(["slots.therapist_id as id", "therapists.name", "therapists.region", "therapists.timezone"])
      .orderBy("slots.therapist_id")
      .limit(therapists);
    return sql<string>`(select json_group_array(json_array(id, name, region, timezone)) from (${owners}))`;
  };
  return sql<{ start: number; preferred: string; others: string }>`
    with recursive ${ofKind ? sql`kind_slots as materialized (${ofKind}),` : sql``} offered (start) as (
      select (${firstFrom(from)})
      union all
      select (${firstFrom(sql`offered.start + 1`)}) from offered where start is not null
      limit ${times})
    select start, ${preferred ? openAt(preferred) : sql`'[]'`} as preferred, ${openAt(region)} as others
    from offered where start is not null`;
}

const timesOf = prepared((db, asked: Asked) => ({ compile: () => selectTimes(db, asked).compile(db) }));

type Owner = [id: number, name: string, region: string, timezone: string];

export async function listOpenTimes(db: Db, settings: Settings, query: OpenTimeQuery): Promise<OpenTime[]> {
  const window = bookingWindow(settings, query.now);
  const day = dayBounds(query.date, [query.zone], query.part);
  const { at = day.from } = query;
  const asked: Asked = {
    from: Math.max(window.from, day.from, at),
    to: Math.min(window.to, query.at === undefined ? day.to : Math.min(day.to, at + 1)),
    readSince: window.readSince,
    times: query.offset + query.limit,
    // The other therapists may include some from the preferred region.
    therapists: 2 * query.therapists + 1,
    region: query.region,
    preferred: query.region ? undefined : (query.preferRegion ?? undefined),
    exceptVisit: query.exceptVisit,
    ...kindColumns(query.kind),
  };
  const length = query.kind?.length ?? visitLength;
  const rows = await timesOf(db, asked);
  return rows.slice(query.offset).map(({ start, preferred, others }) => {
    const near: Owner[] = JSON.parse(preferred);
    const ids = new Set(near.map(([id]) => id));
    const found: Owner[] = JSON.parse(others);
    const far = found.filter(([id]) => !ids.has(id));
    const listed = [...near.sort(byOwner), ...far.sort(byOwner)];
    const openings = listed.slice(0, query.therapists).map(([therapistId, therapist, region, timezone]) => ({
      therapistId,
      therapist,
      region,
      zone: zoneOrUtc(timezone),
      start,
      end: start + length,
    }));
    const isAll = found.length < asked.therapists;
    return { start, openings, more: listed.length > openings.length, total: listed.length, isAll };
  });
}

const byOwner = ([, one]: Owner, [, other]: Owner) => byName(one, other);
