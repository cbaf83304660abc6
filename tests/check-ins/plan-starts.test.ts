import { expect, test } from "vitest";
import { runPlans } from "~/check-ins/run-plans.server";
import { day, hour, instantOf } from "~/core/time";
import { operator } from "~/core/who";
import { giveConsent } from "~/messages/consent/consents.server";
import { stopTexts } from "~/messages/consent/stop-texts.server";
import { addPlanItem } from "~/nights/plan.server";
import { completeVisit } from "~/visits/complete-visit.server";
import { markNoShow } from "~/visits/outcome/mark-no-show.server";
import { undoOutcome } from "~/visits/outcome/undo-outcome.server";
import { aClinic } from "../support/clinic";
import { agree } from "../support/http-actions";
import { seedOrder, seedVisit } from "../support/seed";
import { followNights, openCallOf, stepsOf, zone } from "../support/set-up-patients";

async function clinic(fields: Parameters<typeof seedOrder>[1] = {}) {
  const { app, order: first, therapist } = await aClinic();
  const company = await followNights(app);
  const order = await seedOrder(app, { brightree_db: first.brightree_db, ...fields });
  const phone = order.phone ?? "";
  await agree(app, phone);
  const aVisit = async () =>
    seedVisit(app, {
      order_id: order.id,
      therapist_id: therapist.id,
      start_at: app.clock.now() - hour,
      status: "confirmed",
      confirmed_at: app.clock.now() - day,
      patient_zone: zone,
    });
  const complete = async () => {
    const visit = await aVisit();
    await completeVisit(app, operator, visit.id);
    return visit;
  };
  const stop = () =>
    app.db
      .transaction()
      .execute((trx) => stopTexts({ trx, app }, { phone, source: "keyword", wording: "STOP" }));
  const planned = async () => (await stepsOf(app, order.id)).filter((step) => step.endsWith("planned"));
  return { app, order, company, aVisit, complete, stop, planned };
}

test("another completed visit brings back no step that an opt-out ended, and adds none", async () => {
  const { app, company, complete, stop, planned } = await clinic({ email: null });
  await complete();
  await stop();
  app.clock.advance(2 * day);
  await addPlanItem(app, operator, company, { day: 45, last_day: null, type: "check_in", kind_id: null });
  await complete();
  expect(await planned()).toEqual([]);
});

test("another completed visit doesn't bring back steps after texts are on again, nor an edited plan's", async () => {
  const { app, order, company, complete, stop, planned } = await clinic({ email: null });
  await complete();
  await stop();
  await app.db
    .transaction()
    .execute((trx) =>
      giveConsent({ trx, app }, { phone: order.phone ?? "", source: "keyword", wording: "START" }),
    );
  await addPlanItem(app, operator, company, { day: 45, last_day: null, type: "check_in", kind_id: null });
  app.clock.advance(2 * day);
  await complete();
  expect(await planned()).toEqual([]);
});

test("no plan starts for a patient who turned off texts before the setup and has no email address", async () => {
  const { app, order, complete, stop, planned } = await clinic({ email: null });
  await stop();
  await complete();
  expect(await planned()).toEqual([]);
  app.clock.advance(35 * day);
  await runPlans(app);
  expect(await openCallOf(app, order.id)).toBeUndefined();
  const withEmail = await clinic();
  await withEmail.stop();
  await withEmail.complete();
  expect(await withEmail.planned()).toHaveLength(7);
});

test("undoing another visit's outcome leaves the plan", async () => {
  const { app, aVisit, complete, planned } = await clinic();
  await complete();
  app.clock.advance(3 * hour);
  const second = await complete();
  await undoOutcome(app, operator, second.id);
  expect(await planned()).toHaveLength(7);
  await completeVisit(app, operator, second.id);
  app.clock.advance(3 * hour);
  const third = await aVisit();
  await markNoShow(app, operator, { id: third.id, reason: "patient_absent" });
  await undoOutcome(app, operator, third.id);
  expect(await planned()).toHaveLength(7);
});

test("an undone setup's steps come back when it is completed again, and a sent check-in stays", async () => {
  const { app, order, complete, planned } = await clinic();
  app.clock.set(instantOf("2026-03-02", "16:00", zone) ?? 0);
  const setup = await complete();
  app.clock.set(instantOf("2026-03-03", "11:00", zone) ?? 0);
  await runPlans(app);
  const done = (await stepsOf(app, order.id)).filter((step) => step.endsWith("done"));
  expect(done).toEqual(["1 check_in done"]);
  await undoOutcome(app, operator, setup.id);
  expect(await planned()).toEqual([]);
  await completeVisit(app, operator, setup.id);
  expect(await planned()).toHaveLength(6);
  expect(await stepsOf(app, order.id)).toContain("1 check_in done");
});
