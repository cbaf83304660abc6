import { type RawBuilder, sql } from "kysely";
import { longestVisit, visitLength } from "~/core/visit-length";

// The triggers `open_slots_of_new_busy_time`, `open_slots_of_changed_busy_time`, and `open_slots_of_removed_busy_time`
// keep busy slots out of open_slots.

/** How long before and after a slot's start the therapist must be free, in ms. */
interface SlotSpan {
  before: RawBuilder<number>;
  after: RawBuilder<number>;
}

/** A setup by video of the usual length, without buffers. */
export const usualSpan: SlotSpan = { before: sql.lit(0), after: sql.lit(visitLength) };

/** The span of a visit of the kind `kind`, a row of `visit_kinds`, with its buffers. */
export const spanOfKind: SlotSpan = {
  before: sql<number>`kind.buffer_before`,
  after: sql<number>`kind.length + kind.buffer_after`,
};

/**
 * True for slots that the therapist's other calendars leave free for the whole span. A calendar that hasn't been read
 * since `readSince` closes all slots.
 */
export const whereFreeByCalendars = (readSince: number, span: SlotSpan) =>
  sql<boolean>`${whereNotBusy("slots", span)} and ${whereRead(readSince)}`;

export const whereNotBusy = (slots: string, { before, after }: SlotSpan) => {
  const start = sql.ref(`${slots}.start_at`);
  return sql<boolean>`not exists (
    select 1 from busy_times
    where busy_times.therapist_id = ${sql.ref(`${slots}.therapist_id`)}
      and busy_times.start_at < ${start} + ${after}
      and busy_times.start_at > ${start} - ${before} - ${sql.lit(longestVisit)}
      and busy_times.end_at > ${start} - ${before})`;
};

export const whereRead = (readSince: number) => sql<boolean>`not exists (
    select 1 from calendars
    where calendars.therapist_id = slots.therapist_id
      and coalesce(calendars.last_read_at, calendars.created_at) < ${readSince})`;
