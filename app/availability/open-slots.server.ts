import { type RawBuilder, sql } from "kysely";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import { longestVisit, visitLength } from "./visit-length";

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
  /** A visit that is being moved doesn't block its own time. */
  exceptVisit?: number | undefined;
  /** A calendar of busy times that was read before this closes its therapist's slots. */
  readSince: number;
}

export function isOf({ therapistId, region, otherThan }: SlotOwner) {
  const conditions: RawBuilder<boolean>[] = [];
  if (therapistId) conditions.push(sql`slots.therapist_id = ${therapistId}`);
  if (region)
    conditions.push(sql`slots.therapist_id in (select id from therapists where region = ${region})`);
  if (otherThan) {
    conditions.push(sql`slots.therapist_id in (select id from therapists where region <> ${otherThan})`);
  }
  return conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : sql<boolean>`true`;
}

/** Slots are read before therapists, so that a limited query in order of time reads few of them. */
export function selectOpenings(db: Db, { from, to, exceptVisit, readSince, ...owner }: SlotQuery) {
  const active = sql.join(activeStatuses.map((status) => sql.lit(status)));
  const except = exceptVisit ?? sql.lit(0);
  // A slot that only the moving visit keeps goes with it. Others are under a visit and need no test.
  const isKept = exceptVisit === undefined ? sql<boolean>`true` : sql<boolean>`slots.left_by is null`;
  return db
    .selectFrom("slots")
    .crossJoin("therapists")
    .whereRef("therapists.id", "=", "slots.therapist_id")
    .where("slots.start_at", ">=", from)
    .where("slots.start_at", "<", to)
    .where(isOf(owner))
    .where(isKept)
    .where(
      sql<boolean>`not exists (
        select 1 from visits
        where visits.therapist_id = slots.therapist_id and visits.status in (${active}) and visits.id <> ${except}
          and visits.start_at < slots.start_at + ${sql.lit(visitLength)}
          and visits.start_at > slots.start_at - ${sql.lit(longestVisit)}
          and visits.end_at > slots.start_at)`,
    )
    .where(
      sql<boolean>`therapists.daily_capacity > (
        select count(*) from visits
        where visits.therapist_id = slots.therapist_id and visits.status in (${active}) and visits.id <> ${except}
          and visits.local_date = slots.local_date)`,
    )
    .where(isFreeByCalendars(readSince));
}

/** A slot that the therapist's other calendars leave free. A calendar that was not read since closes all slots. */
export const isFreeByCalendars = (readSince: number) => sql<boolean>`not exists (
    select 1 from busy_times
    where busy_times.therapist_id = slots.therapist_id
      and busy_times.start_at < slots.start_at + ${sql.lit(visitLength)}
      and busy_times.start_at > slots.start_at - ${sql.lit(longestVisit)}
      and busy_times.end_at > slots.start_at)
  and not exists (
    select 1 from calendars
    where calendars.therapist_id = slots.therapist_id
      and coalesce(calendars.last_read_at, calendars.created_at) < ${readSince})`;
