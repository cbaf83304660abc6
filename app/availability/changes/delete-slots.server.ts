import { type RawBuilder, sql } from "kysely";
import type { App } from "~/boot/app.server";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import { longestVisit, visitLength } from "../visit-length";
import type { Batch } from "./slot-batches.server";

/** A stretch of one day, ms UTC, the end exclusive. */
export interface DaySpan {
  date: string;
  from: number;
  to: number;
}

export const wholeDays = (dates: string[]): DaySpan[] =>
  dates.map((date) => ({ date, from: 0, to: Number.MAX_SAFE_INTEGER }));

export const active = sql.join(activeStatuses.map((status) => sql.lit(status)));

/** A visit of the slot's therapist that is still to be held runs into the slot. */
export const isBooked: RawBuilder<boolean> = sql<boolean>`exists (
  select 1 from visits
  where visits.therapist_id = slots.therapist_id and visits.status in (${active})
    and visits.start_at < slots.start_at + ${sql.lit(visitLength)}
    and visits.start_at > slots.start_at - ${sql.lit(longestVisit)}
    and visits.end_at > slots.start_at)`;

/**
 * Takes the free slots of these days away, and keeps them with the batch. A slot under a visit stays
 * until the visit goes, and the visits to come that remain there are noted as left outside.
 *
 * @returns how many went
 */
export async function deleteFreeSlots(trx: Db, app: App, batch: Batch, days: DaySpan[]): Promise<number> {
  if (days.length === 0) return 0;
  const rows = days.map(({ date, from, to }) => sql`(${date}, ${from}, ${to})`);
  const spans = sql`with spans (date, opens, closes) as (values ${sql.join(rows)})`;
  const within = sql`slots.therapist_id = ${batch.therapistId} and slots.local_date = spans.date
    and slots.start_at >= spans.opens and slots.start_at < spans.closes`;
  const { numAffectedRows } = await sql`
    insert into slots_removed (batch_id, start_at, local_date, added_by)
    ${spans}
    select ${batch.id}, slots.start_at, slots.local_date, slots.batch_id
    from spans cross join slots where ${within} and not ${isBooked}`.execute(trx);
  // On other days the batch may have put slots in already where it took some away.
  await sql`
    ${spans}
    delete from slots
    where therapist_id = ${batch.therapistId}
      and local_date in (select date from spans)
      and exists (
        select 1 from slots_removed
        where slots_removed.batch_id = ${batch.id} and slots_removed.start_at = slots.start_at)`.execute(trx);
  await sql`
    ${spans}
    update slots set left_by = ${batch.id} from spans where ${within} and slots.left_by is null`.execute(trx);
  await sql`
    insert into visits_left_out (visit_id, batch_id, start_at)
    ${spans}
    select visits.id, ${batch.id}, visits.start_at
    from spans cross join visits
    where visits.therapist_id = ${batch.therapistId} and visits.local_date = spans.date
      and visits.status in (${active}) and visits.start_at > ${app.clock.now()}
      and visits.start_at < spans.closes and visits.end_at > spans.opens`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}
