import { type RawBuilder, sql } from "kysely";
import { day } from "~/core/time";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import { type Lead, leads, type Outcome, type Period, periodOf, type ShowOutcomes } from "./recovery-schema";

/** A visit that was completed, canceled, or marked as a no-show. Instants are in ms UTC. */
export interface VisitWithOutcome {
  id: number;
  start_at: number;
  timezone: string;
  local_date: string;
  therapist: string;
  region: string;
  brightree_db: string;
  patient_id: number;
  patient_name: string | null;
  status: "completed" | "no show" | "cancelled";
  /** Days from the booking to the visit. */
  lead_days: number;
  patient_confirmed: number;
  no_show_reason: string | null;
  cancel_reason: string | null;
  /** Days from the referral to a completed setup. Null for other visits. */
  setup_days: number | null;
}

type OutcomeFilter = Pick<ShowOutcomes, "outcome" | "weeks"> & Partial<ShowOutcomes>;

const statusesOf: Record<Outcome, readonly string[]> = {
  all: ["completed", "no show", "cancelled"],
  held: ["completed", "no show"],
  completed: ["completed"],
  "no show": ["no show"],
  cancelled: ["cancelled"],
};

const leadDays = sql`(visits.start_at - visits.created_at) / ${sql.lit(day)}.0`;

const setupDays = sql`case when visits.status = 'completed' and visits.visit_type = 'Setup'
  and orders.referral_at <= visits.start_at
  then (visits.start_at - orders.referral_at) / ${sql.lit(day)}.0 end`;

function leadBetween(lead: Lead): RawBuilder<unknown> {
  const next = leads[leads.indexOf(lead) + 1];
  const above = sql`${leadDays} >= ${Number(lead)}`;
  return next ? sql`${above} and ${leadDays} < ${Number(next)}` : above;
}

function conditionsOf(filter: OutcomeFilter, { from, to }: Period): RawBuilder<unknown> {
  const { outcome, therapist, region, lead, reply, reason, setup } = filter;
  const conditions = [
    sql`visits.status in (${sql.join(statusesOf[outcome])})`,
    sql`visits.local_date >= ${from} and visits.local_date < ${to}`,
    ...(therapist ? [sql`therapists.name = ${therapist}`] : []),
    ...(region ? [sql`therapists.region = ${region}`] : []),
    ...(lead ? [leadBetween(lead)] : []),
    ...(reply ? [sql`(visits.patient_confirmed_at is not null) = ${Number(reply === "ok")}`] : []),
    ...(reason ? [sql`coalesce(visits.no_show_reason, visits.cancel_reason, 'none') = ${reason}`] : []),
    ...(setup ? [sql`${setupDays} is not null`] : []),
  ];
  return sql.join(conditions, sql` and `);
}

/**
 * Yields visits newest first, one day at a time, so that other requests are served in between.
 * @param today `YYYY-MM-DD`
 */
export async function* visitsWithOutcome(
  db: Db,
  filter: OutcomeFilter,
  today: string,
): AsyncGenerator<VisitWithOutcome[]> {
  const period = periodOf(today, filter.weeks, filter.week);
  // A local day starts within 24 hours of the UTC day.
  const first = Date.parse(period.from) - day;
  for (let end = Date.parse(period.to) + day; end > first; end -= day) {
    yield await listVisits(db, conditionsOf(filter, period), end - day, end);
    await yieldToEventLoop();
  }
}

/** The bounds on start_at let SQLite use the status index. */
async function listVisits(db: Db, conditions: RawBuilder<unknown>, from: number, to: number) {
  const { rows } = await sql<VisitWithOutcome>`
    select visits.id, visits.start_at, therapists.timezone, visits.local_date, therapists.name as therapist,
      therapists.region, visits.brightree_db, orders.patient_id, orders.patient_name, visits.status,
      ${leadDays} as lead_days, visits.patient_confirmed_at is not null as patient_confirmed,
      visits.no_show_reason, visits.cancel_reason, ${setupDays} as setup_days
    from visits
      cross join orders on orders.id = visits.order_id
      cross join therapists on therapists.id = visits.therapist_id
    where ${conditions} and visits.start_at >= ${from} and visits.start_at < ${to}
    order by visits.start_at desc, visits.id desc`.execute(db);
  return rows;
}

/** Lists the newest visits. @param today `YYYY-MM-DD` */
export async function listVisitsWithOutcome(
  db: Db,
  filter: OutcomeFilter,
  today: string,
  limit: number,
): Promise<VisitWithOutcome[]> {
  const found: VisitWithOutcome[] = [];
  for await (const visits of visitsWithOutcome(db, filter, today)) {
    found.push(...visits);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}
