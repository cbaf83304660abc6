import { type RawBuilder, sql } from "kysely";
import { day } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { whereNotBusy, whereRead } from "~/therapists/calendars/hide-busy-slots.server";
import { remainingCapacity, whereBooked } from "./slot-rules.server";

export interface SlotOwner {
  therapistId?: number | undefined;
  region?: string | undefined;
  otherThan?: string | undefined;
}

export interface TimeRange<Instant = number> {
  from: Instant;
  to: Instant;
}

export interface SlotQuery<Instant = number | RawBuilder<number>> extends TimeRange<Instant>, SlotOwner {
  /** A visit that is being moved. Only its start time stays blocked. */
  exceptVisit?: number | undefined;
  /** A calendar that was last read before this time closes its therapist's slots. */
  readSince: number;
}

export function whereOf({ therapistId, region, otherThan }: SlotOwner) {
  const conditions: RawBuilder<boolean>[] = [];
  if (therapistId) conditions.push(sql`slots.therapist_id = ${therapistId}`);
  if (region) conditions.push(sql`slots.region = ${region}`);
  if (otherThan) conditions.push(sql`slots.region <> ${otherThan}`);
  return conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`true`;
}

/**
 * `open_slots` has the rows of the view `free_slots`: the triggers `open_slots_of_*` and `refresh_open_slots` keep them
 * equal. Reads slots before therapists, so that a query ordered by time with a limit reads few rows.
 */
export function selectOpenings(db: Db, { from, to, exceptVisit, readSince, ...owner }: SlotQuery) {
  return db
    .selectFrom(openSlots(exceptVisit).as("slots"))
    .crossJoin("therapists")
    .whereRef("therapists.id", "=", "slots.therapist_id")
    .where("slots.start_at", ">=", from)
    .where("slots.start_at", "<", to)
    .where(whereOf(owner))
    .where(whereRead(readSince));
}

/**
 * Open slots, plus slots that only the excepted visit blocks. Leaves out the visit's start and slots that were
 * kept only for that visit.
 */
export function openSlots(exceptVisit: number | undefined) {
  if (exceptVisit === undefined) return sql<Row<"open_slots">>`open_slots`;
  return sql<Row<"open_slots">>`(
    select therapist_id, start_at, local_date, region from open_slots
    union all
    select own.therapist_id, own.start_at, own.local_date, of.region
    from visits as moving
      cross join therapists as of on of.id = moving.therapist_id
      cross join slots as own on own.therapist_id = moving.therapist_id
        and own.start_at > moving.start_at - ${sql.lit(2 * day)} and own.start_at < moving.end_at + ${sql.lit(2 * day)}
    where moving.id = ${exceptVisit} and own.start_at <> moving.start_at and own.left_by is null
      and not exists (
        select 1 from open_slots as open
        where open.therapist_id = own.therapist_id and open.start_at = own.start_at)
      and not ${whereBooked("own", exceptVisit)}
      and ${remainingCapacity("of", sql.ref("own.local_date"), exceptVisit)} > 0
      and ${whereNotBusy("own")})`;
}
