import { expect, test } from "vitest";
import { runPlans } from "~/check-ins/run-plans.server";
import { day } from "~/core/time";
import { addPlanItem } from "~/nights/plan.server";
import { switchOffNotes } from "~/orders/write-back/switch-notes.server";
import { notesClinic, notesOf, writeDueNotes } from "../orders/write-back/notes-setup";
import { aSetUpPatient, stepsOf } from "../support/set-up-patients";

test("the plan's note is written to the order system on its day, and says nothing about the nights", async () => {
  const { app, admin, simulator, database, therapist, notes, on } = await notesClinic();
  const { id } = await app.db.selectFrom("companies").select("id").executeTakeFirstOrThrow();
  await app.db.updateTable("companies").set({ first_nights: 1 }).execute();
  for (const number of [1, 2])
    await addPlanItem(app, admin, id, { day: number * 7, last_day: null, type: "note", kind_id: null });
  const { order } = await aSetUpPatient(app, { database, therapistId: therapist.id });
  const [any] = simulator.patients.values();
  if (any) simulator.patients.set(order.patient_id, { ...any, key: order.patient_id });
  await app.db.deleteFrom("order_system_notes").execute();
  app.clock.advance(10 * day);
  await runPlans(app);
  expect(await notesOf(app)).toHaveLength(1);
  await writeDueNotes(app);
  expect(notes().at(-1)).toMatch(/^First 90 nights: day 7\. /);
  expect(await stepsOf(app, order.id)).toEqual(["7 note done", "14 note planned"]);
  await switchOffNotes(app, admin, on);
  app.clock.advance(7 * day);
  await runPlans(app);
  expect(await stepsOf(app, order.id)).toEqual(["7 note done", "14 note skipped"]);
});
