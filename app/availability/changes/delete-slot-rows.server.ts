import { sql } from "kysely";
import type { AppTx } from "~/boot/app.server";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import { activeList, whereBooked } from "../slot-rules.server";
import type { Batch } from "./slot-batches.server";

/** Part of one day, in ms UTC; the end is exclusive. */
export interface DaySpan {
  date: string;
  from: number;
  to: number;
  /** Slots are deleted from here on; by default from `from`. */
  firstSlot?: number;
}

export const wholeDays = (dates: string[]): DaySpan[] =>
  dates.map((date) => ({ date, from: 0, to: Number.MAX_SAFE_INTEGER }));

// About 200 slots. Pages are served between the steps of a transaction.
const daysPerStep = 3;

/**
 * Deletes slots. A slot with a visit stays until the visit leaves it (trigger `slots_go_with_their_visit`), and the visit
 * is recorded as outside the hours.
 */
export async function deleteSlotRows({ trx, app }: AppTx, batch: Batch, spans: DaySpan[]): Promise<number> {
  if (spans.length === 0) return 0;
  let removed = 0;
  for (let from = 0; from < spans.length; from += daysPerStep) {
    if (from > 0) await yieldToEventLoop();
    const step = spans.slice(from, from + daysPerStep);
    const { numAffectedRows } = await sql`
      insert into slots_removed (batch_id, start_at, local_date, added_by, kinds)
      ${withSpans(step)}
      select ${batch.id}, slots.start_at, slots.local_date, slots.batch_id, slots.kinds
      from ${spansWithSlots} where ${whereWithin(batch)} and not ${whereBooked("slots")}`.execute(trx);
    removed += Number(numAffectedRows ?? 0n);
    await sql`
      delete from slots
      where therapist_id = ${batch.therapistId}
        and local_date between ${step[0]?.date} and ${step.at(-1)?.date}
        and exists (
          select 1 from slots_removed
          where slots_removed.batch_id = ${batch.id} and slots_removed.start_at = slots.start_at)`.execute(
      trx,
    );
  }
  await sql`
    update slots set left_by = ${batch.id}
    where therapist_id = ${batch.therapistId} and left_by is null and start_at in (
      ${withSpans(spans)}
      select slots.start_at from ${spansWithSlots} where ${whereWithin(batch)})`.execute(trx);
  await sql`
    insert into visits_left_out (visit_id, batch_id, start_at)
    ${withSpans(spans)}
    select visits.id, ${batch.id}, visits.start_at
    from spans cross join visits
    where visits.therapist_id = ${batch.therapistId} and visits.local_date = spans.date
      and visits.status in (${activeList}) and visits.start_at > ${app.clock.now()}
      and visits.start_at < spans.closes and visits.end_at > spans.opens`.execute(trx);
  return removed;
}

const withSpans = (spans: DaySpan[]) => sql`
  with spans (date, opens, closes, first_slot) as (
    select value ->> 'date', value ->> 'from', value ->> 'to', coalesce(value ->> 'firstSlot', value ->> 'from')
    from json_each(${JSON.stringify(spans)}))`;

// Without the hint, SQLite scans all of the therapist's slots for each day.
const spansWithSlots = sql`spans cross join slots indexed by slots_by_day`;

const whereWithin = ({ therapistId }: Batch) => sql`slots.therapist_id = ${therapistId}
  and slots.local_date = spans.date and slots.start_at >= spans.first_slot and slots.start_at < spans.closes`;
