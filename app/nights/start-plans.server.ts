import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { day } from "~/core/time";
import type { Who } from "~/core/who";
import { staffZone } from "~/core/zones/staff-zone";
import { likelyZone } from "~/core/zones/state-zones";
import type { Db } from "~/db/open.server";
import { lastNight } from "./adherence";
import { follow } from "./first-nights.server";
import { nextDueAt } from "./plan";
import { listPlanItems } from "./plan.server";

/** False for a patient who turned off texts and has no email address. */
const whereReachable = sql<boolean>`(orders.email is not null or orders.phone is null
  or (select given from consents where phone = orders.phone order by id desc limit 1) is not 0)`;

/**
 * Visits of a company that were completed in the last 90 days and have no plan: from before the company followed nights
 * or had a plan. A patient whose nights ended isn't among them, nor is one who turned off texts and has no email address.
 */
const selectUnplanned = (db: Db, companyId: number, now: number) =>
  db
    .selectFrom("visits")
    .innerJoin("orders", "orders.id", "visits.order_id")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .leftJoin("first_nights", "first_nights.order_id", "visits.order_id")
    .where("databases.company_id", "=", companyId)
    .where("visits.status", "=", "completed")
    .where("visits.start_at", ">", now - lastNight * day)
    .where("orders.staff_closed_at", "is", null)
    .where("first_nights.ended_at", "is", null)
    .where(whereReachable)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("plan_steps")
            .select("plan_steps.id")
            .whereRef("plan_steps.order_id", "=", "visits.order_id")
            .whereRef("plan_steps.started_on", "=", "first_nights.started_on"),
        ),
      ),
    );

/** Visits of `selectUnplanned` whose nights aren't followed yet, or whose plan has a step left. */
async function listUnplanned(app: Pick<App, "reads" | "clock">, companyId: number) {
  const now = app.clock.now();
  const items = await listPlanItems(app.reads, companyId);
  const visits = await selectUnplanned(app.reads, companyId, now)
    .select(["visits.id", "visits.order_id", "visits.start_at", "visits.patient_zone", "orders.state"])
    .select(["first_nights.started_on", "first_nights.zone"])
    .orderBy("visits.start_at")
    .execute();
  const hasStepLeft = (startedOn: string, zone: string) =>
    items.some((item) => nextDueAt(item, startedOn, { zone, now }) !== null);
  return visits.filter(
    ({ started_on, zone }) => started_on === null || zone === null || hasStepLeft(started_on, zone),
  );
}

export async function countUnplanned(app: Pick<App, "reads" | "clock">, companyId: number): Promise<number> {
  return new Set((await listUnplanned(app, companyId)).map(({ order_id }) => order_id)).size;
}

const plansPerTransaction = 50;

const selectPlanned = (db: Db, companyId: number) =>
  db
    .selectFrom("plan_steps")
    .innerJoin("orders", "orders.id", "plan_steps.order_id")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .where("databases.company_id", "=", companyId)
    // The index on planned steps needs the value itself.
    .where("plan_steps.state", "=", sql.lit("planned" as const))
    .where("plan_steps.due_at", ">", 0);

/** Patients of a company whose plan has a step ahead. */
export async function countPlanned(app: Pick<App, "reads">, companyId: number): Promise<number> {
  const { count } = await selectPlanned(app.reads, companyId)
    // With "+", SQLite reads the few planned steps by their index instead of all steps in the order of their patients.
    .select(sql<number>`count(distinct +plan_steps.order_id)`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Ends the plans that `countPlanned` counts. Open calls stay, because patients may have asked for them.
 * @returns how many patients had a plan
 */
export async function endPlans(app: App, who: Who, companyId: number): Promise<number> {
  const orders = await selectPlanned(app.reads, companyId)
    .select(sql<number>`+plan_steps.order_id`.as("order_id"))
    .distinct()
    .execute();
  const at = app.clock.now();
  for (let from = 0; from < orders.length; from += plansPerTransaction) {
    await app.db.transaction().execute(async (trx) => {
      await trx.updateTable("companies").set({ plans_ended_at: at }).where("id", "=", companyId).execute();
      for (const { order_id: order } of orders.slice(from, from + plansPerTransaction)) {
        await trx
          .updateTable("plan_steps")
          .set({ state: "ended", settled_at: at })
          .where("order_id", "=", order)
          .where("state", "=", "planned")
          .execute();
        await logAudit({ trx, app, who }, "nights.plan-ended", `order ${order}`);
      }
    });
  }
  return orders.length;
}

/**
 * Steps still ahead that `endPlans` ended at a time, of patients whose nights are followed as they were then. A patient
 * who said in the meantime that they stop or returned the device gets no more check-ins.
 */
const selectEndedTogether = (db: Db, companyId: number, { at, now }: { at: number; now: number }) =>
  db
    .selectFrom("plan_steps")
    .innerJoin("first_nights", (join) =>
      join
        .onRef("first_nights.order_id", "=", "plan_steps.order_id")
        .onRef("first_nights.started_on", "=", "plan_steps.started_on"),
    )
    .innerJoin("orders", "orders.id", "plan_steps.order_id")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .where("databases.company_id", "=", companyId)
    // The index on ended steps needs the value itself.
    .where("plan_steps.state", "=", sql.lit("ended" as const))
    .where("plan_steps.settled_at", "=", at)
    .where("plan_steps.due_at", ">", now)
    .where("first_nights.ended_at", "is", null)
    .where("orders.staff_closed_at", "is", null)
    .where(whereReachable)
    .where(
      sql<boolean>`(plan_steps.type <> 'check_in' or not exists (
        select 1 from plan_steps as said where said.order_id = plan_steps.order_id
          and said.started_on = plan_steps.started_on and said.answer in ('stop', 'returned')))`,
    );

const findEndOfPlans = async (db: Db, companyId: number): Promise<number | null> => {
  const company = await db
    .selectFrom("companies")
    .select("plans_ended_at")
    .where("id", "=", companyId)
    .executeTakeFirst();
  return company?.plans_ended_at ?? null;
};

/** The patients whose plans were ended together and can start again, and when that was. Null if there are none. */
export async function countEndedTogether(
  { reads, clock }: Pick<App, "reads" | "clock">,
  companyId: number,
): Promise<{ at: number; patients: number } | null> {
  const at = await findEndOfPlans(reads, companyId);
  if (at === null) return null;
  const { patients } = await selectEndedTogether(reads, companyId, { at, now: clock.now() })
    .select((eb) => eb.fn.count<number>("plan_steps.order_id").distinct().as("patients"))
    .executeTakeFirstOrThrow();
  return patients > 0 ? { at, patients } : null;
}

/**
 * Starts the plans again that `countEndedTogether` counts, as they were. Steps whose time has passed stay ended.
 * @returns how many patients have a plan again
 */
export async function restartPlans(app: App, who: Who, companyId: number): Promise<number> {
  const at = await findEndOfPlans(app.reads, companyId);
  if (at === null) return 0;
  const now = app.clock.now();
  const steps = await selectEndedTogether(app.reads, companyId, { at, now })
    .select(["plan_steps.id", "plan_steps.order_id"])
    .orderBy("plan_steps.order_id")
    .execute();
  const orders = [...Map.groupBy(steps, ({ order_id }) => order_id)];
  let started = 0;
  for (let from = 0; from < orders.length; from += plansPerTransaction) {
    await app.db.transaction().execute(async (trx) => {
      for (const [order, own] of orders.slice(from, from + plansPerTransaction)) {
        const ids = own.map(({ id }) => id);
        const still = selectEndedTogether(trx, companyId, { at, now }).where("plan_steps.id", "in", ids);
        const { numUpdatedRows } = await trx
          .updateTable("plan_steps")
          .set({ state: "planned", settled_at: null })
          .where("id", "in", still.select("plan_steps.id"))
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) continue;
        started++;
        await logAudit({ trx, app, who }, "nights.plan-started", `order ${order}`);
      }
    });
  }
  return started;
}

/**
 * Follows the patients that `countUnplanned` counts, and starts their plan. Only the steps that are still ahead are planned.
 * @returns how many patients have a step ahead now
 * @throws Refusal "conflict" if the company doesn't follow nights or has no plan
 */
export async function startPlans(app: App, who: Who, companyId: number): Promise<number> {
  const company = await app.reads
    .selectFrom("companies")
    .select("first_nights")
    .where("id", "=", companyId)
    .executeTakeFirst();
  if (company?.first_nights !== 1 || (await listPlanItems(app.reads, companyId)).length === 0) {
    throw new Refusal("conflict", "Nothing was started. Turn on the first 90 nights and add a plan first.");
  }
  const visits = await listUnplanned(app, companyId);
  let started = 0;
  for (let from = 0; from < visits.length; from += plansPerTransaction) {
    await app.db.transaction().execute(async (trx) => {
      for (const visit of visits.slice(from, from + plansPerTransaction)) {
        const zone = visit.patient_zone ?? likelyZone(visit.state, staffZone);
        const steps = await follow({ trx, app }, { ...visit, patient_zone: zone });
        if (steps === 0 && visit.started_on !== null) continue;
        if (steps > 0) started++;
        const action = steps > 0 ? "nights.plan-started" : "nights.followed";
        await logAudit({ trx, app, who }, action, `order ${visit.order_id}`);
      }
    });
  }
  return started;
}
