import type { App } from "~/boot/app.server";
import { day, hour } from "~/core/time";
import { operator } from "~/core/who";
import type { NewRow } from "~/db/tables";
import { addDefaultPlan } from "~/nights/plan.server";
import { completeVisit } from "~/visits/complete-visit.server";
import { seedOrder, seedVisit } from "./seed";

export const zone = "America/New_York";

/** Turns on the first 90 nights with the default plan. @returns the company's ID */
export async function followNights(app: App): Promise<number> {
  const { id } = await app.db.selectFrom("companies").select("id").executeTakeFirstOrThrow();
  await app.db.updateTable("companies").set({ first_nights: 1 }).where("id", "=", id).execute();
  await addDefaultPlan(app, operator, id);
  return id;
}

/** A patient whose setup visit was completed an hour ago. */
export async function aSetUpPatient(
  app: App,
  { database, therapistId, daysAgo = 0 }: { database: string; therapistId: number; daysAgo?: number },
  fields: Partial<NewRow<"orders">> = {},
) {
  const order = await seedOrder(app, { brightree_db: database, patient_name: "Ruth Avery", ...fields });
  const start_at = app.clock.now() - hour - daysAgo * day;
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapistId,
    start_at,
    status: "confirmed",
    confirmed_at: start_at - day,
    patient_zone: zone,
  });
  await completeVisit(app, operator, visit.id);
  return { order, visit };
}

/** The patient's steps as "3 check_in planned", by their time. */
export async function stepsOf(app: App, orderId: number): Promise<string[]> {
  const steps = await app.db
    .selectFrom("plan_steps")
    .select(["day", "type", "state"])
    .where("order_id", "=", orderId)
    .orderBy("due_at")
    .orderBy("id")
    .execute();
  return steps.map(({ day: number, type, state }) => `${number} ${type} ${state}`);
}

export const openCallOf = (app: App, orderId: number) =>
  app.db
    .selectFrom("call_tasks")
    .select(["reason", "about"])
    .where("order_id", "=", orderId)
    .where("done_at", "is", null)
    .executeTakeFirst();
