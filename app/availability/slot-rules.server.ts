import { type RawBuilder, sql } from "kysely";
import { hour } from "~/core/time";
import { longestVisit, visitLength } from "~/core/visit-length";
import { activeStatuses } from "~/core/visit-status";

// SQL can't import constants, so the view `free_slots` (migrations/0175_classes.sql) repeats both rules.
// tests/availability/slot-rules.test.ts checks that they agree.

export const activeList = sql.join(activeStatuses.map((status) => sql.lit(status)));

/**
 * True if an active visit or a class of the slot's therapist overlaps the slot.
 * @param slots a table or alias with `therapist_id` and `start_at`
 * @param options.length how long a visit in the slot would last, in ms
 */
export function whereBooked(
  slots: string,
  { exceptVisit, length = sql.lit(visitLength) }: { exceptVisit?: number; length?: RawBuilder<number> } = {},
): RawBuilder<boolean> {
  const start = sql.ref(`${slots}.start_at`);
  return sql<boolean>`(exists (
    select 1 from visits
    where visits.therapist_id = ${sql.ref(`${slots}.therapist_id`)} and visits.status in (${activeList})
      and visits.start_at < ${start} + ${length}
      and visits.start_at > ${start} - ${sql.lit(longestVisit)}
      and visits.end_at > ${start}${exceptFor(exceptVisit)})
    or exists (
    select 1 from class_therapists
    where class_therapists.therapist_id = ${sql.ref(`${slots}.therapist_id`)} and class_therapists.active = 1
      and class_therapists.from_at < ${start} + ${length}
      and class_therapists.from_at > ${start} - ${sql.lit(longestVisit)}
      and class_therapists.to_at > ${start}))`;
}

/** In ms. */
const longestBuffer = 2 * hour;

/**
 * True if no class or active visit of the slot's therapist, with its buffers, overlaps the span around the slot's start.
 * @param span how long before and after the slot's start the therapist must be free, in ms
 */
export function whereSpanFree(
  slots: string,
  { before, after }: { before: RawBuilder<number>; after: RawBuilder<number> },
  exceptVisit?: number,
): RawBuilder<boolean> {
  const start = sql.ref(`${slots}.start_at`);
  return sql<boolean>`not exists (
    select 1 from class_therapists
    where class_therapists.therapist_id = ${sql.ref(`${slots}.therapist_id`)} and class_therapists.active = 1
      and class_therapists.from_at < ${start} + ${after}
      and class_therapists.from_at > ${start} - ${before} - ${sql.lit(longestVisit)}
      and class_therapists.to_at > ${start} - ${before})
    and not exists (
    select 1 from visits
    where visits.therapist_id = ${sql.ref(`${slots}.therapist_id`)} and visits.status in (${activeList})
      and visits.start_at < ${start} + ${after} + ${sql.lit(longestBuffer)}
      and visits.start_at > ${start} - ${before} - ${sql.lit(longestVisit + longestBuffer)}
      and visits.start_at - visits.buffer_before < ${start} + ${after}
      and visits.end_at + visits.buffer_after > ${start} - ${before}${exceptFor(exceptVisit)})`;
}

/**
 * The number of visits that patients can still book with a therapist on a date. A class counts once. Below zero if
 * staff booked beyond the daily capacity.
 * @param therapists the `therapists` table or its alias
 */
export const remainingCapacity = (
  therapists: string,
  date: RawBuilder<string>,
  exceptVisit?: number,
): RawBuilder<number> =>
  sql<number>`(${sql.ref(`${therapists}.daily_capacity`)} - (
    select count(*) from visits
    where visits.therapist_id = ${sql.ref(`${therapists}.id`)} and visits.status in (${activeList})
      and visits.local_date = ${date} and visits.class_id is null${exceptFor(exceptVisit)})
    - (
    select count(*) from class_therapists
    where class_therapists.therapist_id = ${sql.ref(`${therapists}.id`)} and class_therapists.active = 1
      and class_therapists.local_date = ${date}))`;

const exceptFor = (visit: number | undefined) =>
  visit === undefined ? sql`` : sql` and visits.id <> ${visit}`;
