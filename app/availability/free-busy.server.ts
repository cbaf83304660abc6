import { sql } from "kysely";
import { longestVisit, visitLength } from "~/core/visit-length";

// The triggers `open_slots_of_new_busy_time`, `open_slots_of_changed_busy_time`, and `open_slots_of_removed_busy_time`
// keep busy slots out of open_slots.

/**
 * True for slots that the therapist's other calendars leave free. A calendar that hasn't been read since `readSince`
 * closes all slots.
 */
export const whereFreeByCalendars = (readSince: number) =>
  sql<boolean>`${whereNotBusy("slots")} and ${whereRead(readSince)}`;

export const whereNotBusy = (slots: string) => sql<boolean>`not exists (
    select 1 from busy_times
    where busy_times.therapist_id = ${sql.ref(`${slots}.therapist_id`)}
      and busy_times.start_at < ${sql.ref(`${slots}.start_at`)} + ${sql.lit(visitLength)}
      and busy_times.start_at > ${sql.ref(`${slots}.start_at`)} - ${sql.lit(longestVisit)}
      and busy_times.end_at > ${sql.ref(`${slots}.start_at`)})`;

export const whereRead = (readSince: number) => sql<boolean>`not exists (
    select 1 from calendars
    where calendars.therapist_id = slots.therapist_id
      and coalesce(calendars.last_read_at, calendars.created_at) < ${readSince})`;
