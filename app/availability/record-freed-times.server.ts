import { type RawBuilder, sql } from "kysely";
import type { AppTx } from "~/boot/app.server";
import type { Config } from "~/config.server";
import { hour, minute } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import { whereBooked } from "./slot-rules.server";

/** A freed time is offered after this delay, so that a move can be undone first. */
const offerDelay = minute;

/**
 * Patients of any company can book a time, so the smallest cutoff applies. While a patient without a visit waits for a
 * time on the same day (`waits.standby`), times are offered for as long as they can be booked. In milliseconds.
 */
export const shortestCutoff = ({ bookingLeadHours }: Pick<Config, "bookingLeadHours">) => sql<number>`(
  select min(
    case when exists (select 1 from waits where standby = 1 and ended_at is null)
      then ${sql.lit(bookingLeadHours * hour)} else 9e15 end,
    (select min(offer_cutoff_hours) * ${sql.lit(hour)} from companies)))`;

interface Left {
  id: number;
  class_id: number | null;
  order_id: number;
  therapist_id: number;
  start_at: number;
  end_at: number;
}

/**
 * Records the time that a visit no longer needs, inside the caller's transaction, so that it can be offered to patients
 * who asked for an earlier visit, or the seat in a class. Skips times that the therapist doesn't offer and times within
 * every company's cutoff.
 */
export async function recordFreedTime({ trx, app }: AppTx, left: Left): Promise<void> {
  await offerFreedTime({ trx, app }, left);
  const now = app.clock.now();
  if (left.class_id !== null) return;
  await sql`
    insert into freed_time_log (therapist_id, start_at, local_date, freed_at, visit_id)
    select therapist_id, start_at, local_date, ${now}, ${left.id} from (${slotLeftBy(left)}) where start_at > ${now}
    on conflict do update set freed_at = excluded.freed_at, visit_id = excluded.visit_id`.execute(trx);
}

/** Like `recordFreedTime`, for a move that is undone: the log for "No-shows and freed times" doesn't count it. */
export const offerFreedTime = ({ trx, app }: AppTx, left: Left): Promise<void> =>
  record(
    { trx, app },
    { leftBy: left.order_id, slots: left.class_id === null ? slotLeftBy(left) : seatLeftBy(left) },
  );

/** The shortest kind of visit that can be booked with the therapist, at most of the usual length. */
const shortest = (therapistId: number) => sql<number>`coalesce((
  select min(${sql.lit(visitLength)}, min(length)) from visit_kinds
  where company_id = (select company_id from therapists where id = ${therapistId})
    and active = 1 and mode <> 'class'), ${sql.lit(visitLength)})`;

const slotLeftBy = (left: Left) => sql`select therapist_id, start_at, local_date from slots
  where therapist_id = ${left.therapist_id} and left_by is null
    and start_at >= ${left.start_at} and start_at < ${left.end_at}
    and not ${whereBooked("slots", { length: shortest(left.therapist_id) })}
  order by start_at limit 1`;

/** A seat is offered for as long as its class takes place at that time. */
const seatLeftBy = ({ class_id, therapist_id, start_at }: Left) => sql`
  select ${therapist_id} as therapist_id, start_at from classes
  where id = ${class_id} and status = 'scheduled' and start_at = ${start_at} and exists (
    select 1 from class_therapists
    where class_id = classes.id and therapist_id = ${therapist_id} and position = 0)`;

interface Added {
  id: number;
  therapistId: number;
  /** Milliseconds UTC: `from` inclusive, `to` exclusive. */
  from: number;
  to: number;
}

export const recordAddedTimes = ({ trx, app }: AppTx, added: Added): Promise<void> =>
  record({ trx, app }, { leftBy: null, slots: sql`${slotsIn(added)} and batch_id = ${added.id}` });

export const recordRestoredTimes = ({ trx, app }: AppTx, restored: Added): Promise<void> =>
  record(
    { trx, app },
    {
      leftBy: null,
      slots: sql`${slotsIn(restored)}
      and start_at in (select start_at from slots_removed where batch_id = ${restored.id})`,
    },
  );

const slotsIn = ({ therapistId, from, to }: Added) => sql`select therapist_id, start_at from slots
  where therapist_id = ${therapistId} and left_by is null and start_at >= ${from} and start_at < ${to}`;

async function record(
  { trx, app: { clock, config } }: AppTx,
  { leftBy, slots }: { leftBy: number | null; slots: RawBuilder<unknown> },
): Promise<void> {
  const now = clock.now();
  await sql`
    insert into freed_times (therapist_id, start_at, freed_at, next_wave_at, left_by)
    select free.therapist_id, free.start_at, ${now}, ${now + offerDelay}, ${leftBy}
    from (${slots}) as free
    where free.start_at >= ${now} + ${shortestCutoff(config)}
    on conflict do nothing`.execute(trx);
}
