import { expect, test } from "vitest";
import { addSlots } from "~/availability/changes/change-slots.server";
import { changeCompany } from "~/company/change-company.server";
import { day, hour, minute } from "~/core/time";
import { operator } from "~/core/who";
import { acceptOffer } from "~/offers/accept-offer.server";
import { declineOffer } from "~/offers/decline-offer.server";
import type { SaveWait } from "~/offers/offer-schema";
import { runWaves } from "~/offers/run-waves.server";
import { pageOfWaiting } from "~/offers/waits/page-of-waiting.server";
import { endWait, saveWait } from "~/offers/waits/waits.server";
import { whyToCall } from "~/orders/call-tasks/call-task";
import { dueCallTasks, listCallTasks } from "~/orders/call-tasks/call-tasks.server";
import { bookVisit } from "~/visits/book-visit.server";
import { cancelMyVisit, cancelVisit } from "~/visits/cancel-visit.server";
import { closeOrder } from "~/visits/closing/close-order.server";
import { agree, rowsTo, say, takeDue } from "../support/http-actions";
import { anyTime, offersOf, seedOffers, sending, thursday } from "../support/offers";
import { monday, scratchApp } from "../support/scratch";
import { seedOrder, seedSlots, seedVisit } from "../support/seed";
import { patientOf, seedStaff, staffOf } from "../support/users";

const anyWait: SaveWait = { ...anyTime, standby: false, sms_consent: false };

async function clinic() {
  const app = scratchApp(sending);
  const seeded = await seedOffers(app);
  /** Adds a patient without a visit who waits. */
  const seedWait = async (fields: Parameters<typeof seedOrder>[1] = {}, wanted: Partial<SaveWait> = {}) => {
    const order = await seedOrder(app, fields);
    if (order.phone) await agree(app, order.phone);
    const wait = await saveWait(app, patientOf(order.id), order.id, { ...anyWait, ...wanted });
    return { ...order, wait };
  };
  const run = async (after = minute) => {
    app.clock.advance(after);
    await runWaves(app);
  };
  const offered = async () => (await offersOf(app)).map(({ order_id }) => order_id);
  const waitOf = (orderId: number) =>
    app.db.selectFrom("waits").selectAll().where("order_id", "=", orderId).executeTakeFirstOrThrow();
  const calls = async () =>
    (await listCallTasks(dueCallTasks(app.db, app.clock.now()))).map((task) => [
      task.order_id,
      whyToCall(task),
    ]);
  return { app, ...seeded, seedWait, run, offered, waitOf, calls };
}

const codeOf = async (app: Parameters<typeof offersOf>[0], orderId: number) =>
  (await offersOf(app)).findLast(({ order_id }) => order_id === orderId)?.code ?? "";

test("patients with and without a visit are in one queue: urgent first, then by referral date", async () => {
  const { app, seedWait, seedWaiting, free, offered, run } = await clinic();
  const now = app.clock.now();
  const third = await seedWaiting({ referral_at: now - 10 * day });
  const second = await seedWait({ referral_at: now - 20 * day });
  const fourth = await seedWait({ referral_at: now - 5 * day });
  const first = await seedWait({ referral_at: now - day, urgent: 1 });
  await free();
  await run();
  expect(await offered()).toEqual([first.id, second.id, third.id]);
  await run(30 * minute);
  expect(await offered()).toEqual([first.id, second.id, third.id, fourth.id]);
});

test("accepting books the visit, ends the wait, and withdraws the other offers", async () => {
  const { app, seedWait, free, run, waitOf, therapist } = await clinic();
  const [winner, loser] = [await seedWait(), await seedWait()];
  await free();
  await run();
  const [text] = (await rowsTo(app, winner.phone ?? "")).filter(({ kind }) => kind === "wait-offer");
  const code = await codeOf(app, winner.id);
  expect(app.secrets.open(text?.body_sealed ?? "")).toContain(`/offer/${code}`);
  const taken = await acceptOffer(app, code, null);
  expect(taken.visit?.datetime).toBe(new Date(thursday).toISOString());
  expect(await acceptOffer(app, code, null), "accepting again changes nothing").toEqual(taken);
  const visits = await app.db
    .selectFrom("visits")
    .select(["start_at", "therapist_id", "status", "sms_consent"])
    .where("order_id", "=", winner.id)
    .execute();
  expect(visits).toEqual([
    { start_at: thursday, therapist_id: therapist.id, status: "submitted", sms_consent: 1 },
  ]);
  expect(await waitOf(winner.id)).toMatchObject({ ended_because: "booked" });
  const order = await app.db.selectFrom("orders").select("step").where("id", "=", winner.id).execute();
  expect(order).toEqual([{ step: 6 }]);
  const [mine, other] = await offersOf(app);
  expect(mine).toMatchObject({ status: "accepted", visit_id: taken.visit?.id });
  expect(other).toMatchObject({ status: "withdrawn" });
  await expect(acceptOffer(app, await codeOf(app, loser.id), null)).rejects.toThrow("Someone else took it.");
  expect(await waitOf(loser.id)).toMatchObject({ ended_at: null });
});

test("an offer to a patient who booked a minute ago is withdrawn", async () => {
  const { app, seedWait, free, run, therapist, waitOf } = await clinic();
  const patient = await seedWait();
  await free();
  await run();
  await seedSlots(app, therapist, [thursday + 2 * hour]);
  await bookVisit(app, patientOf(patient.id), {
    patient_id: patient.patient_id,
    brightree_db: patient.brightree_db,
    therapist: therapist.name,
    datetime: thursday + 2 * hour,
    sms_consent: true,
    updates: undefined,
  });
  expect(await offersOf(app)).toMatchObject([{ status: "withdrawn" }]);
  expect(await waitOf(patient.id)).toMatchObject({ ended_because: "booked" });
  await expect(acceptOffer(app, await codeOf(app, patient.id), null)).rejects.toThrow(
    "You have booked a visit, or no longer wait",
  );
});

test("a text about an offer isn't sent after the offer has ended", async () => {
  const { app, seedWait, free, run } = await clinic();
  const patient = await seedWait();
  await free();
  await run();
  await endWait(app, patientOf(patient.id), patient.id);
  const sent = await takeDue(app, "test", 10);
  expect(sent.map(({ kind }) => kind)).not.toContain("wait-offer");
  const row = (await rowsTo(app, patient.phone ?? "")).find(({ kind }) => kind === "wait-offer");
  expect(row).toMatchObject({ status: "dropped", error: "Not sent: the offer of a time has ended." });
});

test("a new opening is offered to patients who wait without a visit", async () => {
  const { app, seedWait, therapist, offered, run } = await clinic();
  const evening = await seedWait({}, { parts: ["evening"] });
  expect(evening.wait.call, "no therapist has evening times yet").toBe("no_match");
  await addSlots(app, operator, {
    therapist: therapist.name,
    fromDate: "2026-03-05",
    toDate: "2026-03-05",
    days: [0, 1, 2, 3, 4, 5, 6],
    startTime: "18:00",
    endTime: "19:00",
    interval: 60,
    removeExisting: false,
    dryRun: false,
  });
  await run();
  expect(await offered()).toEqual([evening.id]);
});

test("two offers without an answer make a call, and so does the last day", async () => {
  const { app, seedWait, therapist, run, calls, waitOf } = await clinic();
  const patient = await seedWait({}, { until: "2026-03-20" });
  const freeOne = async (start: number) => {
    const other = await seedOrder(app);
    await seedSlots(app, therapist, [start]).catch(() => undefined);
    await seedVisit(app, { order_id: other.id, therapist_id: therapist.id, start_at: start });
    await cancelMyVisit(app, patientOf(other.id));
  };
  await freeOne(monday + 9 * day);
  await run();
  await run(day + minute);
  expect(await calls()).toEqual([]);
  await freeOne(monday + 10 * day);
  await run();
  await run(day + minute);
  expect(await calls()).toEqual([[patient.id, "Waits for a time, and didn't answer two offers"]]);
  expect(await waitOf(patient.id), "the patient still waits").toMatchObject({
    ended_at: null,
    call_because: "no_answer",
  });
  app.clock.set(Date.parse("2026-03-21T04:00:00Z"));
  await runWaves(app);
  expect(await waitOf(patient.id)).toMatchObject({ ended_because: "date", call_because: "date" });
  expect(await calls()).toEqual([[patient.id, "Waited for a time until the last day they named"]]);
});

test("a declined offer doesn't count as unanswered", async () => {
  const { app, seedWait, free, run, calls } = await clinic();
  const patient = await seedWait();
  await free();
  await run();
  await declineOffer(app, await codeOf(app, patient.id), null);
  await run(day + minute);
  await run(day + minute);
  expect(await calls()).toEqual([]);
});

test("a closed order and an opt-out without an email address end the wait, and staff call after an opt-out", async () => {
  const { app, seedWait, free, run, waitOf, calls } = await clinic();
  const closed = await seedWait();
  const silent = await seedWait({ email: null });
  const withMail = await seedWait();
  await free();
  await run();
  expect(await offersOf(app)).toHaveLength(3);
  await closeOrder(app, await seedStaff(app, ["supervisor"]), {
    id: closed.id,
    reason: "not_needed",
    notify: false,
    note: undefined,
  });
  await say(app, silent.phone ?? "", "STOP");
  await say(app, withMail.phone ?? "", "STOP");
  expect(await waitOf(closed.id)).toMatchObject({ ended_because: "closed" });
  expect(await waitOf(silent.id)).toMatchObject({ ended_because: "opted_out", call_because: "opted_out" });
  expect(await waitOf(withMail.id)).toMatchObject({ ended_at: null });
  const open = (await offersOf(app)).filter(({ status }) => status === "open");
  expect(open.map(({ order_id }) => order_id)).toEqual([withMail.id]);
  expect(await calls()).toEqual([[silent.id, "Waited for a time, and turned off texts"]]);
});

test("a patient on standby is offered a time on the same day, but not shortly before quiet hours", async () => {
  const { app, seedWait, therapist, offered, run } = await clinic();
  const standby = await seedWait({}, { standby: true });
  await seedWait();
  const freeAt = async (start: number) => {
    const other = await seedOrder(app);
    await seedSlots(app, therapist, [start]);
    const visit = await seedVisit(app, { order_id: other.id, therapist_id: therapist.id, start_at: start });
    // Too near for the patient to cancel.
    await cancelVisit(app, staffOf(), visit.id, null);
  };
  // Tuesday, 10:00 AM in New York.
  app.clock.set(monday + day);
  await freeAt(monday + day + 2 * hour + 20 * minute);
  await run();
  expect(await offered(), "too little time to answer").toEqual([]);
  await freeAt(monday + day + 5 * hour);
  await run();
  expect(await offered()).toEqual([standby.id]);
  const [offer] = await offersOf(app);
  expect(offer?.expires_at, "until bookings close, two hours before").toBe(monday + day + 3 * hour);
  await declineOffer(app, offer?.code ?? "", null);
  // 7:55 PM, with a gap at 11:00 PM.
  app.clock.set(monday + day + 9 * hour + 54 * minute);
  await freeAt(monday + day + 13 * hour);
  await run();
  expect(await offered()).toEqual([standby.id]);
});

test("a patient on standby is offered a time on the next morning, less than a day away", async () => {
  const { app, seedWait, therapist, offered, run } = await clinic();
  const standby = await seedWait({}, { standby: true });
  await seedWait();
  // Tuesday, 2:00 PM in New York, and a visit on Wednesday at 9:00 AM.
  app.clock.set(monday + day + 4 * hour);
  const start = monday + 2 * day - hour;
  const other = await seedOrder(app);
  const visit = await seedVisit(app, { order_id: other.id, therapist_id: therapist.id, start_at: start });
  await cancelVisit(app, staffOf(), visit.id, null);
  await run();
  expect(await offered()).toEqual([standby.id]);
  const [offer] = await offersOf(app);
  expect(offer?.expires_at, "until bookings close, two hours before").toBe(start - 2 * hour);
});

test("a patient on standby can answer after the company's cutoff, and another patient until then", async () => {
  const { app, seedWait, free, run } = await clinic();
  const [standby, other] = [await seedWait({}, { standby: true }), await seedWait()];
  // 25 hours before the visit.
  app.clock.set(thursday - 25 * hour);
  await free();
  await run();
  const until = new Map((await offersOf(app)).map((offer) => [offer.order_id, offer.expires_at]));
  expect(until.get(other.id)).toBe(thursday - day);
  expect(until.get(standby.id), "until bookings close").toBe(thursday - 2 * hour);
});

test("an open time fits one waiting patient, and more hours are counted only for the others", async () => {
  const { app, seedWait, therapist } = await clinic();
  await app.db.deleteFrom("slots").execute();
  // Thursday, 10:00 and 10:30 AM in New York, which one visit of 45 minutes takes up.
  await seedSlots(app, therapist, [thursday + 7 * day, thursday + 7 * day + 30 * minute]);
  const picky = await seedWait({ referral_at: monday - 9 * day }, { parts: ["evening"] });
  const first = await seedWait({ referral_at: monday - 8 * day }, { weekdays: [4] });
  const second = await seedWait({ referral_at: monday - 7 * day }, { parts: ["morning"], weekdays: [4] });
  const list = (query: Parameters<typeof pageOfWaiting>[1]) => pageOfWaiting(app, query);
  const all = { from: 0, size: 50 };
  const idsOf = async (query: Partial<Parameters<typeof pageOfWaiting>[1]>) =>
    (await list({ ...all, ...query })).patients.map(({ orderId }) => orderId);
  expect(await idsOf({ who: "fits" })).toEqual([first.id]);
  expect(await idsOf({ who: "unfit" })).toEqual([picky.id, second.id]);
  expect(await idsOf({ help: "morning" })).toEqual([second.id]);
  const { helps, without, unfit } = await list(all);
  expect([without, unfit]).toEqual([3, 2]);
  expect(helps.map(({ part, patients }) => [part, patients])).toEqual([
    ["morning", 1],
    ["evening", 1],
  ]);
});

test("no offers go out while the company doesn't offer freed times, and no one can start to wait", async () => {
  const { app, seedWait, free, run, offered } = await clinic();
  const patient = await seedWait();
  await changeCompany(app, operator, { offers_on: false });
  await free();
  await run();
  expect(await offered()).toEqual([]);
  await expect(saveWait(app, patientOf(patient.id), patient.id, anyWait)).rejects.toMatchObject({
    code: "missing",
  });
});

test("a patient without consent or an email address is called", async () => {
  const { app, calls } = await clinic();
  const order = await seedOrder(app, { email: null });
  const wait = await saveWait(app, patientOf(order.id), order.id, anyWait);
  expect(wait.call).toBe("no_address");
  expect(await calls()).toEqual([[order.id, "Waits for a time, but can't get texts or emails"]]);
  const agreed = await saveWait(app, patientOf(order.id), order.id, { ...anyWait, sms_consent: true });
  expect(agreed.call).toBeNull();
});
