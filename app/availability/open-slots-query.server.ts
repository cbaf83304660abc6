import { type RawBuilder, sql } from "kysely";
import { day } from "~/core/time";
import { longestVisit } from "~/core/visit-length";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { spanOfKind, usualSpan, whereNotBusy, whereRead } from "./free-busy.server";
import { activeList, remainingCapacity, whereBooked, whereSpanFree } from "./slot-rules.server";

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
  /** The kind of visit. Without it, a visit of the therapist's company's default kind. */
  kindId?: number | undefined;
  /** The patient's postal code, for visits at home. */
  zip?: string | null | undefined;
  /** A table with the columns of `open_slots` to read instead. */
  source?: RawBuilder<Row<"open_slots">>;
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
export function selectOpenings(db: Db, { from, to, readSince, source, ...query }: SlotQuery) {
  const { exceptVisit, kindId, zip, ...owner } = query;
  return db
    .selectFrom((source ?? openSlots({ exceptVisit, kindId, zip })).as("slots"))
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
export function openSlots({ exceptVisit, kindId, zip }: Pick<SlotQuery, "exceptVisit" | "kindId" | "zip">) {
  if (kindId !== undefined) return openSlotsOfKind({ exceptVisit, kindId, zip });
  if (exceptVisit === undefined) return sql<Row<"open_slots">>`open_slots`;
  return sql<Row<"open_slots">>`(
    select therapist_id, start_at, local_date, region from open_slots
    union all
    select own.therapist_id, own.start_at, own.local_date, of.region
    from visits as moving
      cross join therapists as of on of.id = moving.therapist_id
      cross join visit_kinds as kind on kind.company_id = of.company_id and kind.is_default = 1
      cross join slots as own on own.therapist_id = moving.therapist_id
        and own.start_at > moving.start_at - ${sql.lit(2 * day)} and own.start_at < moving.end_at + ${sql.lit(2 * day)}
    where moving.id = ${exceptVisit} and own.start_at <> moving.start_at and own.left_by is null
      and ${whereForKind("own")} and ${whereLeads("own.therapist_id")}
      and not exists (
        select 1 from open_slots as open
        where open.therapist_id = own.therapist_id and open.start_at = own.start_at)
      and not ${whereBooked("own", { exceptVisit })} and ${whereSpanFree("own", usualSpan, exceptVisit)}
      and ${remainingCapacity("of", sql.ref("own.local_date"), exceptVisit)} > 0
      and ${whereNotBusy("own", usualSpan)})`;
}

/**
 * The slots in which a visit of this kind fits: one of the company's therapists who may lead it is free for the buffer,
 * the visit, and the buffer, and the place has a room. For a kind of class, the classes with a free seat. Reads each slot of the company, so the time range must be short.
 */
function openSlotsOfKind({
  exceptVisit,
  kindId,
  zip = null,
}: {
  exceptVisit: number | undefined;
  kindId: number;
  zip?: string | null | undefined;
}) {
  const ownStart =
    exceptVisit === undefined
      ? sql<boolean>`true`
      : sql<boolean>`not exists (
          select 1 from visits as moving
          where moving.id = ${exceptVisit} and moving.status in (${activeList})
            and moving.therapist_id = slots.therapist_id and moving.start_at = slots.start_at)`;
  return sql<Row<"open_slots">>`(
    select slots.therapist_id, slots.start_at, slots.local_date, owner.region
    from visit_kinds as kind
      cross join therapists as owner on owner.company_id = kind.company_id
      cross join slots on slots.therapist_id = owner.id
    where kind.id = ${kindId} and slots.left_by is null
      and ${whereForKind("slots")}
      and ${whereLeads("owner.id")} and ${whereTravels("owner", zip)}
      and ${whereSpanFree("slots", spanOfKind, exceptVisit)} and ${ownStart}
      and ${remainingCapacity("owner", sql.ref("slots.local_date"), exceptVisit)} > 0
      and ${whereNotBusy("slots", spanOfKind)}
      and (kind.place_id is null or ${whereRoomFree(exceptVisit)}) and kind.mode <> 'class'
    union all
    select leader.therapist_id, classes.start_at, leader.local_date, therapists.region
    from classes
      cross join class_therapists as leader on leader.class_id = classes.id and leader.position = 0
      cross join therapists on therapists.id = leader.therapist_id
    where classes.kind_id = ${kindId} and classes.status = 'scheduled'
      and classes.seats > (
        select count(*) from visits
        where visits.class_id = classes.id and visits.status in (${activeList})
          and visits.id <> ${exceptVisit ?? 0}))`;
}

export const whereForKind = (slots: string) => sql<boolean>`(
  ${sql.ref(`${slots}.kinds`)} is null
  or exists (select 1 from json_each(${sql.ref(`${slots}.kinds`)}) as named where named.value = kind.id))`;

export const whereLeads = (therapist: string) => sql<boolean>`(
  not exists (select 1 from visit_kind_therapists as leader where leader.kind_id = kind.id)
  or exists (
    select 1 from visit_kind_therapists as leader
    where leader.kind_id = kind.id and leader.therapist_id = ${sql.ref(therapist)}))`;

/** True unless a visit of the kind `kind` is at the patient's home and outside the therapist's area. */
export const whereTravels = (therapist: string, zip: string | null) => sql<boolean>`(
  kind.mode <> 'home' or ${sql.ref(`${therapist}.zip_prefixes`)} is null
  or exists (
    select 1 from json_each(${sql.ref(`${therapist}.zip_prefixes`)}) as area
    where substr(${zip}, 1, length(area.value)) = area.value))`;

// A place is fullest when one of its visits starts (see the triggers `visits_never_exceed_rooms_*`).
function whereRoomFree(exceptVisit: number | undefined) {
  const slot = sql<number>`slots.start_at`;
  const roomsTakenAt = (instant: RawBuilder<number>) => sql<number>`(
    select count(*) from ${takenRooms(exceptVisit, sql`${instant} - ${sql.lit(longestVisit)}`, sql`${instant} + 1`)} as taken
    where taken.end_at > ${instant})`;
  const rooms = sql`(select rooms from places where places.id = kind.place_id)`;
  return sql<boolean>`(
    ${roomsTakenAt(slot)} < ${rooms}
    and not exists (
      select 1 from ${takenRooms(exceptVisit, slot, sql`${slot} + kind.length`)} as starting
      where ${roomsTakenAt(sql`starting.start_at`)} >= ${rooms}))`;
}

/**
 * The rows of the view `taken_rooms` at the place of the kind `kind` that start between two instants. SQLite would read
 * the whole view for each query, because it doesn't pass a condition on an outer query's column into a union.
 */
function takenRooms(exceptVisit: number | undefined, after: RawBuilder<number>, before: RawBuilder<number>) {
  const within = sql`place_id = kind.place_id and start_at > ${after} and start_at < ${before}`;
  return sql`(
    select start_at, end_at from visits
    where ${within} and class_id is null and status in (${activeList}) and id <> ${exceptVisit ?? 0}
    union all
    select start_at, end_at from classes where ${within} and status = 'scheduled')`;
}
