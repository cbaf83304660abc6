import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { cancelMyVisit } from "~/visits/cancel-visit.server";
import { confirmVisit } from "~/visits/confirm-visit.server";
import { askForCall, runLate } from "~/visits/late/change-day-marks.server";
import { moveMyVisit } from "~/visits/move-visit.server";
import { aClinic, aVisit, bookerOf } from "../support/clinic";
import { rowsTo } from "../support/http-actions";
import { seedOrder, seedSlots, seedTherapist } from "../support/seed";
import { patientOf, seedStaff } from "../support/users";

type App = Awaited<ReturnType<typeof aClinic>>["app"];

const kindsTo = async (app: App, recipient: string, status: string) =>
  (await rowsTo(app, recipient)).filter((row) => row.status === status).map(({ kind }) => kind);
const sendAll = (app: App) =>
  app.db.updateTable("outbox").set({ status: "sent" }).where("status", "=", "queued").execute();

async function booked() {
  const clinic = await aClinic();
  const starts = clinic.starts.filter((start) => start > clinic.app.clock.now() + day);
  const { id } = await bookerOf(clinic, starts[0] ?? 0)();
  return { ...clinic, starts, id, patient: patientOf(clinic.order.id) };
}

test("an unsent email about a visit is replaced by the next one, for the patient and the therapist", async () => {
  const { app, order, therapist, starts, patient } = await booked();
  for (const datetime of starts.slice(1, 4)) await moveMyVisit(app, patient, { datetime });
  for (const recipient of [order.email ?? "", therapist.email]) {
    expect(await kindsTo(app, recipient, "queued")).toEqual(["visit-moved"]);
    const [dropped] = await rowsTo(app, recipient);
    expect(dropped).toMatchObject({
      status: "dropped",
      error: "Not sent: a newer email about the visit replaced it.",
    });
  }
});

test("an email that was sent, that may have been sent, or that is about another visit isn't replaced", async () => {
  const clinic = await booked();
  const { app, therapist, starts, patient } = clinic;
  await sendAll(app);
  await moveMyVisit(app, patient, { datetime: starts[1] ?? 0 });
  await app.db.updateTable("outbox").set({ in_doubt: 1 }).where("status", "=", "queued").execute();
  await cancelMyVisit(app, patient);
  await bookerOf({ ...clinic, order: await seedOrder(app) }, starts[2] ?? 0)();
  expect(await kindsTo(app, therapist.email, "dropped")).toEqual([]);
  expect(await kindsTo(app, therapist.email, "queued")).toEqual([
    "visit-moved",
    "visit-cancelled",
    "visit-submitted",
  ]);
});

test("a calendar cancellation isn't replaced by an email without a calendar entry", async () => {
  const { app, order, therapist, starts, id, patient } = await booked();
  const who = await seedStaff(app, ["supervisor"]);
  await confirmVisit(app, who, { appointment_id: id, meeting_link: "https://meet.example/a" });
  await sendAll(app);
  const other = await seedTherapist(app, { name: "Dana Reyes" });
  await seedSlots(app, other, [starts[1] ?? 0]);
  await moveMyVisit(app, patient, { datetime: starts[1] ?? 0, therapist: other.name });
  await moveMyVisit(app, patient, { datetime: starts[2] ?? 0, therapist: therapist.name });
  const unsent = (await rowsTo(app, order.email ?? "")).filter(({ status }) => status === "queued");
  expect(unsent.map(({ calendar_method }) => calendar_method)).toEqual(["CANCEL", null]);
});

test("a therapist gets one email about a late patient who changes their mind before it was sent", async () => {
  const { app, therapist, order } = await aClinic();
  const start = app.clock.now() + hour;
  await aVisit(app, therapist, start, { order_id: order.id, status: "confirmed", confirmed_at: 1 });
  const patient = patientOf(order.id);
  await runLate(app, patient, 5);
  await runLate(app, patient, null);
  expect(await kindsTo(app, therapist.email, "queued")).toEqual([]);
  await runLate(app, patient, 5);
  await askForCall(app, patient, true);
  await runLate(app, patient, null);
  const queued = (await rowsTo(app, therapist.email)).filter(({ status }) => status === "queued");
  expect(queued.map(({ subject }) => subject)).toEqual(["Equipment setup visit: patient requested a call"]);
  expect(app.secrets.open(queued[0]?.body_sealed ?? "")).not.toContain("late");
});
