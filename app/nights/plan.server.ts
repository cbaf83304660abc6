import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { isDuplicate } from "~/db/database-errors.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { findConsent } from "~/messages/consent/consents.server";
import { defaultPlan, mostItems, nextDueAt, type PlanItem } from "./plan";

type StoredPlanItem = Row<"plan_items">;

/** Empty if the company has no plan. */
export const listPlanItems = (db: Db, companyId: number): Promise<StoredPlanItem[]> =>
  db
    .selectFrom("plan_items")
    .selectAll()
    .where("company_id", "=", companyId)
    .orderBy("day")
    .orderBy("type")
    .execute();

/** @throws Refusal "conflict" if the company has a plan */
export const addDefaultPlan = (app: App, who: Who, companyId: number): Promise<void> =>
  changePlan(app, who, companyId, async (trx, items) => {
    if (items.length > 0) throw new Refusal("conflict", "The company already has a plan. Reload the page.");
    await trx
      .insertInto("plan_items")
      .values(defaultPlan.map((item) => ({ company_id: companyId, ...item })))
      .execute();
  });

/** @throws Refusal "invalid" if the plan is full, has the same type on the day, or the kind isn't the company's */
export const addPlanItem = (app: App, who: Who, companyId: number, item: PlanItem): Promise<void> =>
  changePlan(app, who, companyId, async (trx, items) => {
    if (items.length >= mostItems) {
      throw new Refusal("invalid", `A plan has at most ${mostItems} items. Remove one first.`);
    }
    await requireKind(trx, companyId, item);
    try {
      await trx
        .insertInto("plan_items")
        .values({ company_id: companyId, ...item })
        .execute();
    } catch (error) {
      throw isDuplicate(error, "plan_items.company_id") ? sameDay() : error;
    }
  });

/** @throws Refusal "missing" for an item that was removed */
export const removePlanItem = (app: App, who: Who, companyId: number, id: number): Promise<void> =>
  changePlan(app, who, companyId, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom("plan_items")
      .where("company_id", "=", companyId)
      .where("id", "=", id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new Refusal("missing", "This item was already removed.");
  });

const sameDay = () =>
  new Refusal("invalid", "The plan already has this type on that day. Choose another day.", {
    fields: { day: ["The plan already has this type on that day. Choose another day."] },
  });

async function requireKind(trx: Db, companyId: number, { kind_id: id }: PlanItem): Promise<void> {
  if (id === null) return;
  const kind = await trx
    .selectFrom("visit_kinds")
    .select("id")
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .executeTakeFirst();
  if (!kind) throw new Refusal("invalid", "This kind of visit doesn't exist. Reload the page.");
}

/** Patients who have started keep the plan with which they started. */
function changePlan(
  app: App,
  who: Who,
  companyId: number,
  change: (trx: Db, items: StoredPlanItem[]) => Promise<void>,
): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    await change(trx, await listPlanItems(trx, companyId));
    await logAudit({ trx, app, who }, "company.plan-changed", `company ${companyId}`);
  });
}

type Started = Pick<Row<"first_nights">, "order_id" | "started_on" | "zone">;

/** Whether the patient turned off texts and has no email address. Their plan has ended, or doesn't start. */
export async function hasTurnedOffAll(db: Db, orderId: number): Promise<boolean> {
  const { phone, email } = await db
    .selectFrom("orders")
    .select(["phone", "email"])
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  return email === null && phone !== null && (await findConsent(db, phone)) === "withdrawn";
}

/** Whether steps were ever planned from this first night. */
export async function hasPlan(
  db: Db,
  { order_id, started_on }: Pick<Started, "order_id" | "started_on">,
): Promise<boolean> {
  const step = await db
    .selectFrom("plan_steps")
    .select("id")
    .where("order_id", "=", order_id)
    .where("started_on", "=", started_on)
    .executeTakeFirst();
  return step !== undefined;
}

/**
 * Plans what the patient's company wants for the first 90 nights, unless the patient turned off texts and has no email
 * address. Steps whose time has passed are left out, and a step that was planned before stays as it is unless the plan had
 * ended.
 * @returns the number of steps
 */
export async function planSteps(
  { trx, app }: AppTx,
  { order_id, started_on, zone }: Started,
): Promise<number> {
  if (await hasTurnedOffAll(trx, order_id)) return 0;
  const items = await trx
    .selectFrom("orders")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .innerJoin("plan_items", "plan_items.company_id", "databases.company_id")
    .select(["plan_items.day", "plan_items.last_day", "plan_items.type", "plan_items.kind_id"])
    .where("orders.id", "=", order_id)
    .execute();
  const steps = items.flatMap((item) => {
    const due_at = nextDueAt(item, started_on, { zone, now: app.clock.now() });
    return due_at === null ? [] : [{ order_id, started_on, ...item, due_at }];
  });
  for (const step of steps) {
    await trx
      .insertInto("plan_steps")
      .values(step)
      .onConflict((conflict) =>
        conflict
          .columns(["order_id", "started_on", "day", "type"])
          .doUpdateSet({ due_at: step.due_at, last_day: step.last_day, state: "planned", settled_at: null })
          .where("plan_steps.state", "=", "ended"),
      )
      .execute();
  }
  return steps.length;
}

/**
 * Ends what is planned, and the open call about it. The triggers `plan_steps_end_with_texts`,
 * `plan_steps_end_with_email`, and `plan_steps_end_with_phone` end the plan of a patient who can get neither texts nor
 * email.
 */
export async function endPlan({ trx, app }: AppTx, orderId: number): Promise<void> {
  const now = app.clock.now();
  await trx
    .updateTable("plan_steps")
    .set({ state: "ended", settled_at: now })
    .where("order_id", "=", orderId)
    .where("state", "=", "planned")
    .execute();
  await trx
    .updateTable("call_tasks")
    .set((eb) => ({ done_at: now, version: eb("version", "+", 1), due_before: null }))
    .where("order_id", "=", orderId)
    .where("done_at", "is", null)
    .where("reason", "not in", ["missed_visit", "no_visit"])
    .execute();
}
