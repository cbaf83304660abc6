import { expect, test } from "vitest";
import { PlainPage } from "../support/plain-page";
import { seedClinic, staffClient } from "../support/seed";
import { startServer } from "../support/server";
import { aSetUpPatient, stepsOf } from "../support/set-up-patients";

const server = await startServer();
const { app } = server;
const { database, therapist } = await seedClinic(app);
const admin = await staffClient(server, "admin");
const openPlan = () =>
  PlainPage.open(admin, "/admin/company").then((page) => page.follow("Plan of check-ins and calls"));

test("an admin starts the plan for visits that were completed before, counted first", async () => {
  const { order } = await aSetUpPatient(app, { database, therapistId: therapist.id, daysAgo: 10 });
  await aSetUpPatient(app, { database, therapistId: therapist.id, daysAgo: 95 });
  const off = await openPlan();
  expect(off.text).toContain("The first 90 nights are turned off for this company");
  expect((await off.press("Use the default plan")).text).toContain("Plan saved");
  expect(await stepsOf(app, order.id)).toEqual([]);
  await (await PlainPage.open(admin, "/admin/company")).press("Save", { first_nights: ["false", "on"] });
  const on = await openPlan();
  const started = await on.press("Start the plan for 1 patient");
  expect(started.text).toContain("The plan started for these patients.");
  expect(started.text).not.toContain("Patients without a plan");
  expect(await stepsOf(app, order.id)).toEqual([
    "14 check_in planned",
    "30 check_in planned",
    "31 visit planned",
    "60 call planned",
  ]);
});

test("an admin ends the plans that were started, even after turning the first 90 nights off", async () => {
  await (await PlainPage.open(admin, "/admin/company")).press("Save", { first_nights: "false" });
  const { order } = await aSetUpPatient(app, { database, therapistId: therapist.id, daysAgo: 2 });
  expect(await stepsOf(app, order.id)).toEqual([]);
  const page = await openPlan();
  expect(page.text).toContain("1 patient has steps ahead.");
  const ended = await page.press("End the plan for 1 patient");
  expect(ended.text).toContain("The plan ended for these patients.");
  expect(ended.text).not.toContain("End the plans");
  const steps = await app.db.selectFrom("plan_steps").select("state").distinct().execute();
  expect(steps).toEqual([{ state: "ended" }]);
  expect(await app.db.selectFrom("audit_log").select("action").execute()).toContainEqual({
    action: "nights.plan-ended",
  });
  await (await PlainPage.open(admin, "/admin/company")).press("Save", { first_nights: ["false", "on"] });
});

test("an admin reads the text of a check-in in both languages before anyone gets it", async () => {
  const { text } = await openPlan();
  expect(text).toContain("How has it been going since your visit? Tell us in one minute: [link]");
  expect(text).toContain("¿Qué tal va todo desde su cita? Cuéntenos en un minuto: [link]");
});

test("an admin adds and removes items, and a second one of the type on a day is refused", async () => {
  const page = await openPlan();
  const added = await page.press("Add", { day: "45", type: "note" });
  expect(added.text).toContain("Day 45 Note to the order system");
  const twice = await added.press("Add", { day: "45", type: "note" });
  expect(twice.text).toContain("The plan already has this type on that day.");
  expect((await added.press("Add", { day: "0", type: "call" })).text).toContain("Enter a day from 1 to 120.");
  const removed = await added.press("Remove day 45: Note to the order system");
  expect(removed.text).not.toContain("Day 45 Note to the order system");
  const visit = await removed.press("Add", { day: "20", type: "visit" });
  expect(visit.text).toContain("Day 20 Visit to book: re-evaluation with the doctor");
});

test("a supervisor starts the plan of one patient after the company got a plan", async () => {
  await app.db.deleteFrom("plan_items").execute();
  const { order } = await aSetUpPatient(app, { database, therapistId: therapist.id });
  const none = await PlainPage.open(admin, `/orders/${order.id}/plan`);
  expect((await none.press("Start the company's plan")).text).toContain("Nothing was started.");
  await (await openPlan()).press("Use the default plan");
  const started = await none.press("Start the company's plan");
  expect(started.text).toContain("The plan started.");
  expect(await stepsOf(app, order.id)).toContain("3 check_in planned");
});
