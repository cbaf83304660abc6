import { logAudit } from "~/audit/log-audit.server";
import type { AppTx, Tx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { addDays, hour, localDate } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { lastNight } from "./adherence";
import type { EndReason } from "./end-reasons";
import { endPlan, hasPlan, planSteps } from "./plan.server";

export type FirstNights = Row<"first_nights">;
/** The date of the night that isn't over: a night lasts from noon to noon. */
export const currentNight = (now: number, zone: string): string => localDate(now - 12 * hour, zone);

/** Which of the 90 nights is current. The first one is 1. */
export const dayNumber = (startedOn: string, current: string): number =>
  Math.round((Date.parse(current) - Date.parse(startedOn)) / (24 * hour)) + 1;

interface SetupVisit {
  id: number;
  order_id: number;
  start_at: number;
  patient_zone: string;
}

/** Follows the nights after a completed visit, if the patient's company wants that. */
export async function followIfCompanyDoes({ trx, app }: AppTx, visit: SetupVisit): Promise<void> {
  const company = await trx
    .selectFrom("orders")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .innerJoin("companies", "companies.id", "databases.company_id")
    .select("companies.first_nights")
    .where("orders.id", "=", visit.order_id)
    .executeTakeFirst();
  if (company?.first_nights === 1) await follow({ trx, app }, visit);
}

/**
 * The first night is the one after the visit. If the order's nights are followed already, only their plan starts, if there
 * was none or the outcome of its visit was undone. If they have ended, nothing changes.
 * @returns the number of planned steps
 */
export async function follow(
  { trx, app }: AppTx,
  { id, order_id, start_at, patient_zone }: SetupVisit,
): Promise<number> {
  const started = {
    started_on: localDate(start_at, patient_zone),
    zone: patient_zone,
    visit_id: id,
    created_at: app.clock.now(),
  };
  await trx
    .insertInto("first_nights")
    .values({ order_id, ...started })
    .onConflict((conflict) => conflict.column("order_id").doNothing())
    .execute();
  const followed = await requireFirstNights(trx, order_id);
  if (followed.ended_at !== null) return 0;
  if (followed.visit_id !== id) {
    const isUndone = await wasUndone(trx, followed);
    if (!isUndone && (await hasPlan(trx, followed))) return 0;
    if (isUndone) {
      await trx.updateTable("first_nights").set({ visit_id: id }).where("order_id", "=", order_id).execute();
    }
  }
  return planSteps({ trx, app }, followed);
}

/** Whether the visit from which the nights are followed isn't completed anymore. */
async function wasUndone(trx: Db, { visit_id }: FirstNights): Promise<boolean> {
  const visit = await trx.selectFrom("visits").select("status").where("id", "=", visit_id).executeTakeFirst();
  return visit !== undefined && visit.status !== "completed";
}

/**
 * After the visit's outcome was undone. The plan ends if it started with this visit. Nights, readings, check-ins,
 * and an end from the meantime stay, and so does their patient.
 */
export async function unfollow({ trx, app }: AppTx, { id, order_id }: Pick<SetupVisit, "id" | "order_id">) {
  const followed = await findFirstNights(trx, order_id);
  if (followed?.visit_id !== id) return;
  await endPlan({ trx, app }, order_id);
  await trx
    .deleteFrom("first_nights")
    .where("visit_id", "=", id)
    .where("ended_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("nights").select("night").whereRef("nights.order_id", "=", "first_nights.order_id"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("readings").select("id").whereRef("readings.order_id", "=", "first_nights.order_id"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("plan_steps")
            .select("id")
            .whereRef("plan_steps.order_id", "=", "first_nights.order_id")
            .where("plan_steps.type", "=", "check_in")
            .where("plan_steps.state", "=", "done"),
        ),
      ),
    )
    .execute();
}

/**
 * Follows the nights of a visit that was completed before the company turned this on.
 * @throws Refusal "conflict" if 90 nights have passed since the visit
 */
export async function followByHand({ trx, app, who }: Tx, visit: SetupVisit): Promise<void> {
  const current = currentNight(app.clock.now(), visit.patient_zone);
  if (dayNumber(localDate(visit.start_at, visit.patient_zone), current) > lastNight) {
    throw new Refusal("conflict", "The first 90 nights after this visit are over.");
  }
  await follow({ trx, app }, visit);
  await logAudit({ trx, app, who }, "nights.followed", `order ${visit.order_id}`, { visit: visit.id });
}

export async function findFirstNights(db: Db, orderId: number): Promise<FirstNights | null> {
  const found = await db
    .selectFrom("first_nights")
    .selectAll()
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return found ?? null;
}

export async function followsNights(
  db: Db,
  patient: Pick<Row<"orders">, "brightree_db" | "patient_id">,
): Promise<boolean> {
  return (await listFollowed(db, patient)).length > 0;
}

const listFollowed = (
  db: Db,
  { brightree_db, patient_id }: Pick<Row<"orders">, "brightree_db" | "patient_id">,
) =>
  db
    .selectFrom("orders")
    .innerJoin("first_nights", "first_nights.order_id", "orders.id")
    .select("orders.id")
    .where("orders.brightree_db", "=", brightree_db)
    .where("orders.patient_id", "=", patient_id)
    .where("first_nights.ended_at", "is", null)
    .execute();

/** @throws Refusal "missing" if the order's nights aren't followed */
export async function requireFirstNights(db: Db, orderId: number): Promise<FirstNights> {
  const found = await findFirstNights(db, orderId);
  if (!found) throw new Refusal("missing", "This patient's nights aren't followed.");
  return found;
}

const notSnoozed = { snoozed_until: null, snooze_reason: null, snoozed_by: null };

/** @throws Refusal "missing"; "conflict" if they have ended already */
export async function endNights(
  { trx, app, who }: Tx,
  { order, reason }: { order: number; reason: EndReason },
): Promise<void> {
  const { ended_at } = await requireFirstNights(trx, order);
  if (ended_at !== null) throw new Refusal("conflict", "Following this patient's nights has ended already.");
  await trx
    .updateTable("first_nights")
    .set({ ended_at: app.clock.now(), end_reason: reason, ...notSnoozed })
    .where("order_id", "=", order)
    .execute();
  await endPlan({ trx, app }, order);
  await logAudit({ trx, app, who }, "nights.ended", `order ${order}`, { reason });
}

/**
 * Ends the first 90 nights of an order that is closed. After a death, ends the first 90 nights of all of the patient's
 * orders, since the setup's own order was closed by its completed visit.
 */
export async function endNightsOfClosedOrder(
  tx: Tx,
  { id, ...patient }: Pick<Row<"orders">, "id" | "brightree_db" | "patient_id">,
  reason: EndReason,
): Promise<void> {
  for (const { id: order } of await listFollowed(tx.trx, patient)) {
    if (order === id || reason === "died") await endNights(tx, { order, reason });
  }
}

/**
 * Counts the 90 nights from another date, for example after a break in need, and plans them once more. Nights before it
 * stay saved.
 * @throws Refusal "missing"; "invalid" for a date in the future, or more than 90 nights ago
 */
export async function restartNights(
  { trx, app, who }: Tx,
  { order, startedOn, reason }: { order: number; startedOn: string; reason: string },
): Promise<void> {
  const { zone, started_on: before, ended_at } = await requireFirstNights(trx, order);
  const current = currentNight(app.clock.now(), zone);
  if (startedOn > addDays(current, 1) || dayNumber(startedOn, current) > lastNight) {
    throw new Refusal("invalid", "Enter a date within the last 90 days.", {
      fields: { started_on: ["Enter a date within the last 90 days."] },
    });
  }
  await trx
    .updateTable("first_nights")
    .set({
      started_on: startedOn,
      ended_at: null,
      end_reason: null,
      ...(startedOn !== before && { ...notSnoozed, reevaluation_on: null, reevaluation_by: null }),
    })
    .where("order_id", "=", order)
    .execute();
  if (startedOn !== before || ended_at !== null) {
    await endPlan({ trx, app }, order);
    await planSteps({ trx, app }, { order_id: order, started_on: startedOn, zone });
  }
  await logAudit({ trx, app, who }, "nights.restarted", `order ${order}`, { from: before, reason });
}
