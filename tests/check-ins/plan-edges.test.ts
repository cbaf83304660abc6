import { expect, test } from "vitest";
import { runPlans } from "~/check-ins/run-plans.server";
import { addDays, hour, localDate, wallTime } from "~/core/time";
import { operator } from "~/core/who";
import { askAt } from "~/nights/plan";
import { addPlanItem, listPlanItems, removePlanItem } from "~/nights/plan.server";
import { aClinic } from "../support/clinic";
import { outboxOf } from "../support/http-actions";
import { aSetUpPatient, followNights, stepsOf, zone } from "../support/set-up-patients";

async function clinic() {
  const { app, order, therapist } = await aClinic();
  const company = await followNights(app);
  const setUp = (fields = {}) =>
    aSetUpPatient(app, { database: order.brightree_db, therapistId: therapist.id }, fields);
  return { app, company, setUp };
}

test("an edit of the plan changes the plans of later patients only", async () => {
  const { app, company, setUp } = await clinic();
  const first = await setUp();
  const [checkIn] = await listPlanItems(app.db, company);
  await removePlanItem(app, operator, company, checkIn?.id ?? 0);
  await addPlanItem(app, operator, company, { day: 45, last_day: null, type: "check_in", kind_id: null });
  const second = await setUp();
  expect(await stepsOf(app, first.order.id)).toContain("1 check_in planned");
  expect(await stepsOf(app, first.order.id)).not.toContain("45 check_in planned");
  expect(await stepsOf(app, second.order.id)).not.toContain("1 check_in planned");
  expect(await stepsOf(app, second.order.id)).toContain("45 check_in planned");
});

test("after an outage that ends in the night, a patient is asked by email at 10 AM, not at 3 AM", async () => {
  const { app, setUp } = await clinic();
  const { order } = await setUp({ phone: null });
  const tomorrow = addDays(localDate(app.clock.now(), zone), 1);
  const morning = askAt(addDays(tomorrow, 1), zone);
  const checkIns = async () => (await outboxOf(app)).filter(({ kind }) => kind === "check-in");
  for (const [at, date] of [
    [askAt(tomorrow, zone) + 10 * hour, morning],
    [morning - 7 * hour, morning],
  ] as const) {
    app.clock.set(at);
    await runPlans(app);
    expect(await checkIns(), wallTime(at, zone)).toEqual([]);
    const step = await app.db
      .selectFrom("plan_steps")
      .select("due_at")
      .where("order_id", "=", order.id)
      .where("day", "=", 1)
      .executeTakeFirstOrThrow();
    expect(step.due_at).toBe(date);
    await app.db
      .updateTable("plan_steps")
      .set({ due_at: askAt(tomorrow, zone) })
      .where("order_id", "=", order.id)
      .where("day", "=", 1)
      .execute();
  }
  app.clock.set(morning);
  await runPlans(app);
  expect((await checkIns()).map(({ channel }) => channel)).toEqual(["email"]);
});
