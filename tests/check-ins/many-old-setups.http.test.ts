import { expect, test } from "vitest";
import { runPlans } from "~/check-ins/run-plans.server";
import { day, hour, localDate } from "~/core/time";
import { PlainPage } from "../support/plain-page";
import { testClock } from "../support/scratch";
import { seedClinic, seedVisit, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const zone = "America/New_York";
const patients = 300;
/** Their setups are spread evenly over this many days. */
const days = 120;

test("300 setups of the last 120 days are imported and started: the recent patients are followed, and no past day is asked about", async () => {
  const server = await startServer({}, testClock(Date.parse("2026-03-02T17:00:00Z")));
  const { app, clock } = server;
  const { database, therapist } = await seedClinic(app);
  const admin = await staffClient(server, "admin");
  const lines = Array.from({ length: patients }, (_, index) =>
    [
      database,
      71_000 + index,
      81_000 + index,
      `Patient ${index}`,
      "1960-01-31",
      `old${index}@mail.example`,
    ].join(),
  );
  const header = "brightree_db,patient_id,sales_order_no,patient_name,dob,email";
  const { location } = await admin.upload("/admin/import", "office.csv", [header, ...lines].join("\n"));
  const opened = await PlainPage.open(admin, location ?? "");
  const checked = opened.buttons("Check the file").length > 0 ? await opened.press("Check the file") : opened;
  const state = () => PlainPage.open(admin, checked.path);
  await expect.poll(async () => (await state()).html, { timeout: 50_000 }).not.toContain("data-working");
  await (await state()).press(`Import ${patients} orders`);
  await expect
    .poll(async () => (await state()).text, { timeout: 50_000 })
    .toContain(`${patients} new orders`);

  const imported = await app.db
    .selectFrom("orders")
    .select(["id", "patient_id"])
    .where("patient_id", ">=", 71_000)
    .where("patient_id", "<", 71_000 + patients)
    .execute();
  // 2.5 patients a day, at most one of them in each quarter of an hour.
  for (const { id: order_id, patient_id } of imported) {
    const index = patient_id - 71_000;
    const start_at = clock.now() - (1 + Math.floor((index * days) / patients)) * day - (index % 3) * hour;
    await seedVisit(app, {
      order_id,
      therapist_id: therapist.id,
      start_at,
      status: "completed",
      patient_zone: zone,
    });
  }
  await (await PlainPage.open(admin, "/admin/company")).press("Save", { first_nights: ["false", "on"] });
  const plan = await (await PlainPage.open(admin, "/admin/company/plan")).press("Use the default plan");
  const told = Number(/(\d+) patients completed a setup visit in the last 90 days/.exec(plan.text)?.[1]);
  expect(told).toBeGreaterThan(200);
  const started = await plan.press(/^Start the plan for/);
  expect(started.text).toContain("The plan started for these patients.");

  expect(started.text, "those after the plan's last day are followed, too").not.toContain(
    "Patients without a plan",
  );

  const steps = () => app.db.selectFrom("plan_steps").selectAll().execute();
  expect((await steps()).filter(({ due_at }) => due_at <= clock.now())).toEqual([]);
  const askedFor = () => app.db.selectFrom("outbox").select("id").where("kind", "=", "check-in").execute();
  expect(await runPlans(app)).toBe(0);
  expect(await askedFor()).toEqual([]);

  // Past 10 AM on the next day, only the patients whose check-in is on this day are asked.
  const due = (await steps()).filter(({ type, due_at }) => {
    return type === "check_in" && localDate(due_at, zone) === localDate(clock.now() + day, zone);
  });
  expect(due.length).toBeGreaterThan(4);
  clock.advance(day);
  await runPlans(app);
  expect(await askedFor()).toHaveLength(due.length);

  const list = await PlainPage.open(await staffClient(server, "supervisor"), "/nights?show=all");
  expect(list.text).toContain(`${told} patients`);
});
