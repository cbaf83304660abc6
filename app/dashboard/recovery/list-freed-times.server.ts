import { sql } from "kysely";
import { byName } from "~/core/by-name";
import { addDays, localDate, startOfDay } from "~/core/time";
import { longestVisit, visitLength } from "~/core/visit-length";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import { periodOf, type ShowTimes, type TimeState } from "./recovery-schema";

/** A bookable time whose visit was canceled or moved before it began. Instants are in ms UTC. */
export interface FreedTime {
  therapist: string;
  timezone: string;
  region: string;
  start_at: number;
  /** In the therapist's zone. */
  local_date: string;
  freed_at: number;
  /** The visit that was canceled or moved, and its patient's id. */
  left_by: number | null;
  left_patient: number | null;
  /** The visit that is booked there now, and its patient's id. */
  filled_by: number | null;
  filled_patient: number | null;
  offers: number;
  /** 1 if a patient accepted an offer of it. */
  by_offer: number;
  state: TimeState;
}

const patientOf = (visit: string) => sql`(select orders.patient_id from visits
    join orders on orders.id = visits.order_id where visits.id = ${sql.ref(visit)})`;

// The search for an overlapping visit goes back twelve hours, the maximum length of a visit.
const freedTimes = (from: number, to: number, now: number) => sql`
  select *, ${patientOf("left_by")} as left_patient, ${patientOf("filled_by")} as filled_patient, case
    when filled_by is not null then 'filled'
    when not is_offered then 'closed'
    when start_at <= ${now} then 'lost'
    else 'open' end as state
  from (
    select therapists.name as therapist, therapists.timezone, therapists.region, log.start_at, log.local_date,
      log.freed_at, log.visit_id as left_by,
      (select visits.id from visits
        where visits.therapist_id = log.therapist_id and visits.status <> 'cancelled'
          and visits.start_at < log.start_at + ${sql.lit(visitLength)}
          and visits.start_at > log.start_at - ${sql.lit(longestVisit)} and visits.end_at > log.start_at
        order by visits.id desc limit 1) as filled_by,
      (select count(*) from offers
        where offers.therapist_id = log.therapist_id and offers.start_at = log.start_at
          and offers.sent_at >= log.freed_at) as offers,
      exists (select 1 from offers
        where offers.therapist_id = log.therapist_id and offers.start_at = log.start_at
          and offers.status = 'accepted' and offers.sent_at >= log.freed_at) as by_offer,
      exists (select 1 from slots
        where slots.therapist_id = log.therapist_id and slots.start_at = log.start_at
          and slots.left_by is null) as is_offered
    from freed_time_log as log cross join therapists on therapists.id = log.therapist_id
    where log.freed_at >= ${from} and log.freed_at < ${to}
  )
  where filled_by is null or filled_by is not left_by`;

/**
 * Lists times freed in a period, latest first, except times that the same visit booked again. Reads one week at a time,
 * so that other requests are served in between.
 * @param zone IANA zone that determines when weeks begin
 */
export async function listFreedTimes(
  db: Db,
  { weeks, week, state }: ShowTimes,
  { zone, now, limit }: { zone: string; now: number; limit?: number },
): Promise<FreedTime[]> {
  const { from, to } = periodOf(localDate(now, zone), weeks, week);
  const found: FreedTime[] = [];
  for (let date = from; date < to; date = addDays(date, 7)) {
    const { rows } = await sql<FreedTime>`
      select * from (${freedTimes(startOfDay(date, zone), startOfDay(addDays(date, 7), zone), now)})
      where ${state === "offered" ? sql`offers > 0` : state ? sql`state = ${state}` : sql`1`}`.execute(db);
    found.push(...rows);
    await yieldToEventLoop();
  }
  const byStart = (one: FreedTime, other: FreedTime) =>
    other.start_at - one.start_at || byName(one.therapist, other.therapist);
  return found.sort(byStart).slice(0, limit);
}
