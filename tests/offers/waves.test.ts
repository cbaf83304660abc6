import { expect, test } from "vitest";
import { closeDay } from "~/availability/rules/close-or-reopen-day.server";
import { changeCompany } from "~/company/change-company.server";
import { day, hour, minute } from "~/core/time";
import { operator } from "~/core/who";
import { declineOffer } from "~/offers/decline-offer.server";
import { offerByHand } from "~/offers/offer-by-hand.server";
import { runWaves } from "~/offers/run-waves.server";
import { removeWish, saveWish } from "~/offers/wishes.server";
import { bookVisit } from "~/visits/book-visit.server";
import { cancelMyVisit } from "~/visits/cancel-visit.server";
import { moveMyVisit, moveVisit } from "~/visits/move-visit.server";
import { undoMove } from "~/visits/moves/undo-move.server";
import { breakOrder, outboxOf, rowsTo, say, takeDue } from "../support/http-actions";
import { anyTime, offersOf, seedOffers, thursday } from "../support/offers";
import { monday, scratchApp } from "../support/scratch";
import { seedCompany, seedOrder, seedSlots, seedVisit } from "../support/seed";
import { patientOf, staffOf } from "../support/users";

async function clinic() {
  const app = scratchApp();
  const seeded = await seedOffers(app);
  const statuses = async () => (await offersOf(app)).map(({ order_id, status }) => ({ order_id, status }));
  const orders = async () => (await offersOf(app)).map(({ order_id }) => order_id);
  const run = async (wait = minute) => {
    app.clock.advance(wait);
    await runWaves(app);
  };
  return { app, ...seeded, statuses, orders, run };
}

test("a canceled slot is offered to three patients at a time, urgent orders first, then by referral date", async () => {
  const { app, seedWaiting, free, orders, run } = await clinic();
  const now = app.clock.now();
  const third = await seedWaiting({ referral_at: now - 10 * day });
  const second = await seedWaiting({ referral_at: now - 20 * day });
  const fourth = await seedWaiting({ referral_at: now - 5 * day });
  const first = await seedWaiting({ referral_at: now - day, urgent: 1 });
  await free();
  await run(0);
  expect(await orders(), "no offers while the move can be undone").toEqual([]);
  await run();
  expect(await orders()).toEqual([first.id, second.id, third.id]);
  await run(29 * minute);
  expect(await orders()).toHaveLength(3);
  await run();
  expect(await orders()).toEqual([first.id, second.id, third.id, fourth.id]);
  expect((await offersOf(app)).map(({ wave }) => wave)).toEqual([1, 1, 1, 2]);
});

test("other patients get their offers even if one patient's offer can't be created", async () => {
  const { app, seedWaiting, free, therapist, orders, run } = await clinic();
  const broken = await seedWaiting({ urgent: 1 });
  const [first, second] = [await seedWaiting(), await seedWaiting()];
  await free();
  const other = await seedOrder(app);
  const start = thursday + hour;
  await seedVisit(app, { order_id: other.id, therapist_id: therapist.id, start_at: start });
  await cancelMyVisit(app, patientOf(other.id));
  await breakOrder(app, broken.id);
  await run();
  expect((await offersOf(app)).map(({ order_id, start_at }) => ({ order_id, start_at }))).toEqual([
    { order_id: first.id, start_at: thursday },
    { order_id: second.id, start_at: thursday },
  ]);
  await run(30 * minute);
  expect(await orders()).toEqual([first.id, second.id]);
});

test("the next wave starts immediately when everyone has declined", async () => {
  const { app, seedWaiting, free, orders, run } = await clinic();
  for (let patient = 0; patient < 4; patient++) await seedWaiting();
  await free();
  await run();
  const [one, two, three] = await offersOf(app);
  await declineOffer(app, one?.code ?? "", null);
  await declineOffer(app, two?.code ?? "", null);
  await run(0);
  expect(await orders()).toHaveLength(3);
  await declineOffer(app, three?.code ?? "", null);
  await run(0);
  expect(await orders()).toHaveLength(4);
});

test("a time is offered only to patients who asked for an earlier time and whose preferences match", async () => {
  const { app, seedWaiting, free, therapist, orders, run } = await clinic();
  const silent = await seedOrder(app);
  await seedVisit(app, { order_id: silent.id, therapist_id: therapist.id, start_at: monday + 30 * day });
  await seedWaiting({}, { parts: ["evening"] });
  await seedWaiting({}, { weekdays: [1, 2, 3, 5, 6, 7] });
  await seedWaiting({}, { notice_hours: 96 });
  const changedMind = await seedWaiting();
  await removeWish(app, patientOf(changedMind.id), changedMind.id);
  const fits = await seedWaiting({}, { parts: ["morning"], weekdays: [4], notice_hours: 48 });
  await free();
  await run();
  expect(await orders()).toEqual([fits.id]);
});

test("the preferred time of day is in the patient's time zone", async () => {
  const { seedWaiting, free, orders, run, app } = await clinic();
  const west = await seedWaiting({ state: "CA" }, { parts: ["morning"] });
  const { start } = west;
  await app.db
    .updateTable("visits")
    .set({ patient_zone: "America/Los_Angeles" })
    .where("start_at", "=", start)
    .execute();
  const inLondon = await seedWaiting({}, { parts: ["afternoon"] });
  await app.db
    .updateTable("visits")
    .set({ patient_zone: "Europe/London" })
    .where("id", "=", inLondon.visitId)
    .execute();
  await free();
  await run();
  expect(await orders()).toEqual([inLondon.id]);
  await run(3 * hour);
  expect(await orders(), "quiet hours in California end at 11:00 Eastern").toEqual([inLondon.id, west.id]);
});

test("a time less than a day before the patient's current visit isn't offered", async () => {
  const { app, therapist, free, orders, run } = await clinic();
  const near = await seedOrder(app);
  await seedVisit(app, { order_id: near.id, therapist_id: therapist.id, start_at: thursday + 23 * hour });
  await saveWish(app, patientOf(near.id), near.id, anyTime);
  await free();
  await run();
  expect(await orders()).toEqual([]);
});

test("patients who opted out of texts get an email if they have an address, and otherwise no offer", async () => {
  const { app, seedWaiting, free, run } = await clinic();
  const emailed = await seedWaiting();
  await say(app, emailed.phone ?? "", "STOP");
  const unreachable = await seedWaiting({ email: null });
  await say(app, unreachable.phone ?? "", "STOP");
  const byPhone = await seedWaiting({ updates: "phone" });
  const texted = await seedWaiting();
  await free();
  await run();
  const sent = (await outboxOf(app)).filter(({ kind }) => kind === "visit-offer");
  expect(sent.map(({ channel, order_id }) => ({ channel, order_id }))).toEqual([
    { channel: "email", order_id: emailed.id },
    { channel: "sms", order_id: texted.id },
  ]);
  expect(byPhone.id).not.toBe(texted.id);
});

test("a patient who never replied to the consent request gets an email", async () => {
  const { app, seedWaiting, free, run } = await clinic();
  await seedWaiting();
  await app.db.deleteFrom("consents").execute();
  await free();
  await run();
  const sent = (await outboxOf(app)).filter(({ kind }) => kind === "visit-offer");
  expect(sent.map(({ channel, status }) => `${channel} ${status}`)).toEqual(["email queued"]);
});

test("a delayed text is dropped if its offer has ended, even if the patient has another offer", async () => {
  const { app, seedWaiting, free, therapist, run } = await clinic();
  const { phone } = await seedWaiting();
  await free();
  await run();
  await declineOffer(app, (await offersOf(app))[0]?.code ?? "", null);
  const other = await seedOrder(app);
  await seedVisit(app, { order_id: other.id, therapist_id: therapist.id, start_at: thursday + hour });
  await cancelMyVisit(app, patientOf(other.id));
  await run();
  for (let round = 0; round < 2; round++) await takeDue(app, "test", 10);
  const offers = (await rowsTo(app, phone ?? "")).filter(({ kind }) => kind === "visit-offer");
  expect(offers.map(({ status }) => status)).toEqual(["dropped", "sending"]);
});

test("no offers are sent during quiet hours", async () => {
  const { app, seedWaiting, free, orders, run } = await clinic();
  await seedWaiting();
  app.clock.set(monday + 12 * hour);
  await free();
  await run();
  expect(await orders()).toEqual([]);
  app.clock.set(monday + 23 * hour);
  await run();
  expect(await orders()).toHaveLength(1);
});

test("a patient gets at most two offers a day, one at a time", async () => {
  const { app, seedWaiting, free, therapist, orders, run } = await clinic();
  await seedWaiting();
  await free();
  for (const ahead of [4, 5]) {
    await seedSlots(app, therapist, [monday + ahead * day + hour * 4]);
    const other = await seedOrder(app);
    const visit = {
      order_id: other.id,
      therapist_id: therapist.id,
      start_at: monday + ahead * day + hour * 4,
    };
    await seedVisit(app, visit);
    await cancelMyVisit(app, patientOf(other.id));
  }
  const declineLast = async () => {
    const last = (await offersOf(app)).at(-1);
    await declineOffer(app, last?.code ?? "", null);
  };
  await run();
  await run();
  expect(await orders()).toHaveLength(1);
  await declineLast();
  await run();
  expect(await orders()).toHaveLength(2);
  await declineLast();
  await run();
  expect(await orders()).toHaveLength(2);
  await run(day);
  expect(await orders()).toHaveLength(3);
});

test("offers are withdrawn when their time is booked or closed", async () => {
  const { app, seedWaiting, free, therapist, order, statuses, run } = await clinic();
  const waiting = await seedWaiting();
  await free();
  await run();
  const open = { order_id: waiting.id, status: "open" };
  const withdrawn = { ...open, status: "withdrawn" };
  expect(await statuses()).toEqual([open]);
  await bookVisit(app, patientOf(order.id), {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    therapist: therapist.name,
    datetime: thursday,
    sms_consent: true,
  });
  expect(await statuses()).toEqual([withdrawn]);

  const second = await seedWaiting();
  await cancelMyVisit(app, patientOf(order.id));
  await run();
  expect(await statuses()).toEqual([withdrawn, { order_id: second.id, status: "open" }]);
  await app.db.transaction().execute((trx) => closeDay({ trx, app, who: operator }, therapist, "2026-03-05"));
  expect((await statuses()).at(-1)?.status).toBe("withdrawn");
});

test("turning offers off withdraws open offers and stops new ones", async () => {
  const { app, seedWaiting, free, statuses, run } = await clinic();
  for (let patient = 0; patient < 4; patient++) await seedWaiting();
  await free();
  await run();
  await changeCompany(app, operator, { offers_on: false });
  await run(hour);
  expect((await statuses()).map(({ status }) => status)).toEqual(["withdrawn", "withdrawn", "withdrawn"]);
});

/** A second company whose patients can book the first company's therapists. */
async function seedOtherCompany(app: ReturnType<typeof scratchApp>, cutoff: number) {
  const company_id = await seedCompany(app, "Blue Ridge");
  await app.db.insertInto("databases").values({ name: "BRM", company_id }).execute();
  await app.db
    .updateTable("companies")
    .set({ offer_cutoff_hours: cutoff })
    .where("id", "=", company_id)
    .execute();
  return { brightree_db: "BRM" };
}

test("patients get offers for another company's therapists if they can book them", async () => {
  const { app, seedWaiting, free, orders, run } = await clinic();
  const other = await seedWaiting(await seedOtherCompany(app, 24));
  await free();
  await run();
  expect(await orders()).toEqual([other.id]);
});

test("the patient's company decides whether offers are sent and sets their cutoff", async () => {
  const { app, seedWaiting, free, statuses, run, therapist } = await clinic();
  const own = await seedWaiting();
  const other = await seedWaiting(await seedOtherCompany(app, 100));
  await free();
  await run();
  expect(await statuses()).toEqual([{ order_id: own.id, status: "open" }]);
  const patient_ids = [{ brightree_db: other.brightree_db, patient_id: other.patient_id }];
  const offer = () =>
    offerByHand(app, staffOf(), { therapist: therapist.name, start: thursday, patient_ids });
  await expect(offer()).rejects.toMatchObject({ code: "invalid" });
  await changeCompany(app, operator, { company: "Blue Ridge", offer_cutoff_hours: 24 });
  await run(hour);
  expect(await statuses()).toHaveLength(2);
  await changeCompany(app, operator, { company: "Blue Ridge", offers_on: false });
  expect((await statuses()).map(({ status }) => status)).toEqual(["open", "withdrawn"]);
  await expect(offer()).rejects.toThrow("Earlier times are turned off. Nothing was sent.");
});

test("moving or canceling the visit ends the offer", async () => {
  const { app, seedWaiting, free, statuses, run, therapist } = await clinic();
  const moves = await seedWaiting();
  const cancels = await seedWaiting();
  await free();
  await run();
  await seedSlots(app, therapist, [monday + 8 * day]);
  await moveMyVisit(app, patientOf(moves.id), { datetime: monday + 8 * day });
  await cancelMyVisit(app, patientOf(cancels.id));
  expect((await statuses()).map(({ status }) => status)).toEqual(["withdrawn", "withdrawn"]);
});

test("a patient isn't offered the time that their visit was moved from", async () => {
  const { app, seedWaiting, therapist, orders, run } = await clinic();
  const waiting = await seedWaiting();
  await seedSlots(app, therapist, [monday + 20 * day]);
  await moveMyVisit(app, patientOf(waiting.id), { datetime: monday + 20 * day });
  await run();
  expect(await orders()).toEqual([]);
});

test("if a move is undone within half a minute, no one is offered the old time", async () => {
  const { app, seedWaiting, visit, orders, run } = await clinic();
  await seedWaiting();
  const moved = await moveVisit(app, staffOf(), {
    id: visit.id,
    datetime: thursday + hour,
    hold: true,
    version: undefined,
  });
  await run(20_000);
  await undoMove(app, staffOf(), { id: visit.id, version: moved.version });
  await run(20_000);
  expect(await orders()).toEqual([]);
  await run();
  expect((await offersOf(app)).map(({ start_at }) => start_at)).toEqual([thursday + hour]);
});

test("an offer ends at the company's cutoff", async () => {
  const { app, seedWaiting, free, statuses, run } = await clinic();
  await seedWaiting();
  app.clock.set(thursday - 25 * hour);
  await free();
  await run();
  expect((await statuses()).map(({ status }) => status)).toEqual(["open"]);
  await run(hour);
  expect((await statuses()).map(({ status }) => status)).toEqual(["expired"]);
  expect(
    await app.db.selectFrom("freed_times").selectAll().where("start_at", "=", thursday).execute(),
  ).toEqual([]);
});

test("staff offer an open time to chosen patients", async () => {
  const { app, seedWaiting, therapist, orders, run } = await clinic();
  const chosen = await seedWaiting({}, { parts: ["evening"] });
  await seedWaiting();
  const start = thursday + hour;
  const input = {
    therapist: therapist.name,
    start,
    patient_ids: [{ brightree_db: chosen.brightree_db, patient_id: chosen.patient_id }],
  };
  expect(await offerByHand(app, staffOf(), input)).toEqual({ sent: 1 });
  expect(await offerByHand(app, staffOf(), input)).toEqual({ sent: 0 });
  await run(hour);
  expect(await orders(), "and to no one else").toEqual([chosen.id]);
});

test("declining an offer sent by staff doesn't start a wave", async () => {
  const { app, seedWaiting, free, therapist, orders, run } = await clinic();
  const chosen = await seedWaiting({}, { parts: ["evening"] });
  await free();
  const patient_ids = [{ brightree_db: chosen.brightree_db, patient_id: chosen.patient_id }];
  await offerByHand(app, staffOf(), { therapist: therapist.name, start: thursday, patient_ids });
  await declineOffer(app, (await offersOf(app))[0]?.code ?? "", null);
  await seedWaiting();
  await run(30_000);
  expect(await orders()).toEqual([chosen.id]);
  await run();
  expect(await orders()).toHaveLength(2);
});

test("staff can't offer a time if the company has turned offers off", async () => {
  const { app, seedWaiting, therapist } = await clinic();
  const chosen = await seedWaiting();
  await changeCompany(app, operator, { offers_on: false });
  const patient_ids = [{ brightree_db: chosen.brightree_db, patient_id: chosen.patient_id }];
  await expect(
    offerByHand(app, staffOf(), { therapist: therapist.name, start: thursday + hour, patient_ids }),
  ).rejects.toThrow("Earlier times are turned off. Nothing was sent.");
  expect(await offersOf(app)).toEqual([]);
});
