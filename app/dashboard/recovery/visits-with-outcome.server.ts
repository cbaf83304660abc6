import { type RawBuilder, sql } from "kysely";
import { day } from "~/core/time";
import type { Db } from "~/db/open.server";
import { type Period, periodOf } from "./period";
import { type Lead, leads, type Outcome, type ShowOutcomes } from "./recovery-schema";

/** A visit that was completed, canceled, or marked as a no-show. Instants in ms UTC. */
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

// The bounds on the start reach the status index. A local day begins less than a day from UTC's.
const within = ({ from, to }: Period) => sql`
  visits.start_at >= ${Date.parse(from) - day} and visits.start_at < ${Date.parse(to) + day}
  and visits.local_date >= ${from} and visits.local_date < ${to}`;

function leadBetween(lead: Lead): RawBuilder<unknown> {
  const next = leads[leads.indexOf(lead) + 1];
  const above = sql`${leadDays} >= ${Number(lead)}`;
  return next ? sql`${above} and ${leadDays} < ${Number(next)}` : above;
}

function conditionsOf(filter: OutcomeFilter, today: string): RawBuilder<unknown> {
  const { outcome, week, weeks, therapist, region, lead, reply, reason, setup } = filter;
  const conditions = [
    sql`visits.status in (${sql.join(statusesOf[outcome])})`,
    within(periodOf(today, weeks, week)),
    ...(therapist ? [sql`therapists.name = ${therapist}`] : []),
    ...(region ? [sql`therapists.region = ${region}`] : []),
    ...(lead ? [leadBetween(lead)] : []),
    ...(reply ? [sql`(visits.patient_confirmed_at is not null) = ${Number(reply === "ok")}`] : []),
    ...(reason ? [sql`coalesce(visits.no_show_reason, visits.cancel_reason, 'none') = ${reason}`] : []),
    ...(setup ? [sql`${setupDays} is not null`] : []),
  ];
  return sql.join(conditions, sql` and `);
}

interface Page {
  /** The page starts after this visit. */
  before?: { start_at: number; id: number } | undefined;
  limit: number;
}

/** Newest first. @param today `YYYY-MM-DD` */
export async function listVisitsWithOutcome(
  db: Db,
  filter: OutcomeFilter,
  today: string,
  { before, limit }: Page,
): Promise<VisitWithOutcome[]> {
  const { rows } = await sql<VisitWithOutcome>`
    select visits.id, visits.start_at, therapists.timezone, visits.local_date, therapists.name as therapist,
      therapists.region, visits.brightree_db, orders.patient_id, orders.patient_name, visits.status,
      ${leadDays} as lead_days, visits.patient_confirmed_at is not null as patient_confirmed,
      visits.no_show_reason, visits.cancel_reason, ${setupDays} as setup_days
    from visits
      cross join orders on orders.id = visits.order_id
      cross join therapists on therapists.id = visits.therapist_id
    where ${conditionsOf(filter, today)}
      and ${before ? sql`(visits.start_at, visits.id) < (${before.start_at}, ${before.id})` : sql`1`}
    order by visits.start_at desc, visits.id desc limit ${limit}`.execute(db);
  return rows;
}

// Small pages, because other requests wait for each.
const exportPage = 200;

export async function* exportVisitsWithOutcome(
  db: Db,
  filter: OutcomeFilter,
  today: string,
): AsyncGenerator<VisitWithOutcome[]> {
  let before: Page["before"];
  for (;;) {
    const page = await listVisitsWithOutcome(db, filter, today, { before, limit: exportPage });
    yield page;
    before = page.at(-1);
    if (page.length < exportPage) return;
  }
}
