import { expect, test } from "vitest";
import { cancelClass, changeClass } from "~/classes/change-class.server";
import { bookSeatAsStaff } from "~/classes/take-seat.server";
import { day, hour, minute } from "~/core/time";
import { operator } from "~/core/who";
import type { NewRow } from "~/db/tables";
import { acceptOffer } from "~/offers/accept-offer.server";
import { findOfferChoice } from "~/offers/find-offer.server";
import { offerTime } from "~/offers/offer-by-hand.server";
import type { SaveWait } from "~/offers/offer-schema";
import { findOfferPage } from "~/offers/pages/find-offer-page.server";
import { runWaves } from "~/offers/run-waves.server";
import { findWaitPage } from "~/offers/waits/find-wait-page.server";
import { findWait, saveWait } from "~/offers/waits/waits.server";
import { saveWish } from "~/offers/wishes.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { seedClass, seedClassKind } from "../support/classes";
import { agree, rowsTo } from "../support/http-actions";
import { anyTime, offersOf, seedOffers, sending, thursday } from "../support/offers";
import { monday, scratchApp } from "../support/scratch";
import { seedOrder, seedSlots, seedTherapist, seedVisit } from "../support/seed";
import { patientOf, staffOf } from "../support/users";

const anyWait: SaveWait = { ...anyTime, standby: false, sms_consent: false };
let names = 0;

async function clinic() {
  const app = scratchApp(sending);
  const seeded = await seedOffers(app);
  const { therapist } = seeded;
  const { company_id } = await app.db
    .selectFrom("therapists")
    .select("company_id")
    .where("id", "=", therapist.id)
    .executeTakeFirstOrThrow();
  const leader = { ...therapist, company_id };
  const usual = await app.db
    .selectFrom("visit_kinds")
    .selectAll()
    .where("company_id", "=", company_id)
    .where("is_default", "=", 1)
    .executeTakeFirstOrThrow();
  const place = await app.db
    .insertInto("places")
    .values({ company_id, name: "Main Branch", address: "12 Oak Street", timezone: "America/New_York" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const seedKind = (fields: Partial<NewRow<"visit_kinds">> = {}) => {
    const name = `Branch ${++names}`;
    const values = { company_id, name, name_es: `${name} es`, mode: "branch" as const, length: hour };
    return app.db
      .insertInto("visit_kinds")
      .values({ ...values, place_id: values.mode === (fields.mode ?? "branch") ? place.id : null, ...fields })
      .returningAll()
      .executeTakeFirstOrThrow();
  };
  const reached = async (fields: Partial<NewRow<"orders">>) => {
    const order = await seedOrder(app, fields);
    if (order.phone) await agree(app, order.phone);
    return order;
  };
  const seedWait = async (wanted: Partial<SaveWait> = {}, fields: Partial<NewRow<"orders">> = {}) => {
    const order = await reached(fields);
    return { ...order, wait: await saveWait(app, patientOf(order.id), order.id, { ...anyWait, ...wanted }) };
  };
  let later = 0;
  /** Adds a patient with a visit of a kind in twenty days or later who wants an earlier time. */
  const seedLater = async (kind: { id: number; length: number; place_id: number | null }, fields = {}) => {
    const order = await reached(fields);
    const start_at = monday + (20 + later++) * day;
    const visit = await seedVisit(app, {
      order_id: order.id,
      therapist_id: therapist.id,
      start_at,
      end_at: start_at + kind.length,
      kind_id: kind.id,
      place_id: kind.place_id,
    });
    await saveWish(app, patientOf(order.id), order.id, anyTime);
    return { ...order, visitId: visit.id };
  };
  /** Adds a patient with a seat in a class. */
  const seedSeat = async (classId: number, { wishes = false } = {}) => {
    const order = await reached({});
    const seat = await bookSeatAsStaff(app, operator, { id: classId, order: order.id, sms_consent: false });
    if (wishes) await saveWish(app, patientOf(order.id), order.id, anyTime);
    return { ...order, visitId: seat.id };
  };
  const run = async (after = minute) => {
    app.clock.advance(after);
    await runWaves(app);
  };
  const offered = async () => (await offersOf(app)).map(({ order_id }) => order_id);
  const codeOf = async (orderId: number) =>
    (await offersOf(app)).findLast(({ order_id }) => order_id === orderId)?.code ?? "";
  const visitOf = (orderId: number) =>
    app.db
      .selectFrom("visits")
      .selectAll()
      .where("order_id", "=", orderId)
      .where("status", "<>", "cancelled")
      .executeTakeFirst();
  const textOf = async (order: { phone: string | null }, kind: string) => {
    const row = (await rowsTo(app, order.phone ?? "")).findLast((each) => each.kind === kind);
    return app.secrets.open(row?.body_sealed ?? "");
  };
  const made = { ...seeded, leader, usual, place, seedKind, seedWait, seedLater, seedSeat };
  return { app, ...made, run, offered, codeOf, visitOf, textOf };
}

test("a freed time is offered only to patients whose kind of visit fits it", async () => {
  const { app, therapist, usual, seedKind, seedLater, seedWait, free, run, offered } = await clinic();
  const neighbor = await seedOrder(app);
  // 45 minutes are free, and then another visit begins.
  await seedVisit(app, {
    order_id: neighbor.id,
    therapist_id: therapist.id,
    start_at: thursday + 45 * minute,
  });
  const branch = await seedKind({});
  const buffered = await seedKind({ length: 30 * minute, buffer_after: 30 * minute, mode: "video" });
  const call = await seedKind({ length: 20 * minute, mode: "phone" });
  const [long, , short] = [await seedLater(branch), await seedLater(buffered), await seedLater(call)];
  const video = await seedLater(usual);
  await seedWait({ kinds: [branch.id] });
  const wait = await seedWait({ kinds: [branch.id, call.id] });
  await free();
  await run();
  expect(await offered()).toEqual([short.id, video.id, wait.id]);
  expect(await offered()).not.toContain(long.id);
  const kinds = (await offersOf(app)).map(({ kind_id }) => kind_id);
  expect(kinds).toEqual([call.id, usual.id, call.id]);
});

test("a time freed between two visits is offered for a short kind, although no usual visit fits", async () => {
  const { app, therapist, leader, seedKind, seedWait, run, offered, codeOf, visitOf } = await clinic();
  const call = await seedKind({ length: 20 * minute, mode: "phone" });
  const start = thursday + 5 * hour;
  await seedSlots(app, leader, [start]);
  const [first, second] = [await seedOrder(app), await seedOrder(app)];
  const visit = await seedVisit(app, {
    order_id: first.id,
    therapist_id: therapist.id,
    start_at: start,
    end_at: start + 20 * minute,
    kind_id: call.id,
  });
  await seedVisit(app, { order_id: second.id, therapist_id: therapist.id, start_at: start + 20 * minute });
  const video = await seedWait({ kinds: [1] });
  const wait = await seedWait({ kinds: [call.id] });
  await cancelVisit(app, staffOf(), visit.id, null);
  await run();
  expect(await offered()).toEqual([wait.id]);
  expect(video.wait.kinds).toEqual([1]);
  await acceptOffer(app, await codeOf(wait.id), null);
  expect(await visitOf(wait.id)).toMatchObject({ kind_id: call.id, end_at: start + 20 * minute });
});

test("a place without a room, a therapist who can't lead it, and a home too far away get no offer", async () => {
  const { app, seedKind, seedWait, free, run, offered, place } = await clinic();
  const branch = await seedKind();
  const led = await seedKind({ mode: "video" });
  const other = await seedTherapist(app);
  await app.db
    .insertInto("visit_kind_therapists")
    .values({ kind_id: led.id, therapist_id: other.id })
    .execute();
  const home = await seedKind({ mode: "home" });
  await app.db
    .updateTable("therapists")
    .set({ zip_prefixes: JSON.stringify(["606"]) })
    .execute();
  const elsewhere = await seedOrder(app);
  await seedVisit(app, {
    order_id: elsewhere.id,
    therapist_id: other.id,
    start_at: thursday,
    kind_id: branch.id,
    place_id: place.id,
  });
  await seedWait({ kinds: [branch.id] });
  await seedWait({ kinds: [led.id] });
  await seedWait({ kinds: [home.id] }, { zip: "10001" });
  const near = await seedWait({ kinds: [home.id] }, { zip: "60614" });
  await free();
  await run();
  expect(await offered()).toEqual([near.id]);
});

test("an offer names the place, in English and Spanish, and accepting books its kind", async () => {
  const { app, therapist, seedKind, seedWait, free, run, codeOf, visitOf, textOf, place } = await clinic();
  const branch = await seedKind({ name: "Branch setup", name_es: "En la sucursal" });
  const english = await seedWait({ kinds: [branch.id] });
  const spanish = await seedWait({ kinds: [branch.id] }, { language: "es" });
  await free();
  await run();
  expect(await textOf(english, "wait-offer")).toContain(
    `Time found: Thu, Mar 5, 10:00 AM EST, with ${therapist.name}. At Main Branch, 12 Oak Street. Answer soon: `,
  );
  expect(await textOf(spanish, "wait-offer")).toContain(
    `${therapist.name}. En Main Branch, 12 Oak Street. Responda: `,
  );
  const code = await codeOf(english.id);
  expect(await findOfferPage(app, code)).toMatchObject({
    state: "open",
    offered: { how: [`Visit with ${therapist.name} at Main Branch, 60 minutes`, "Address: 12 Oak Street"] },
  });
  await acceptOffer(app, code, null);
  expect(await visitOf(english.id)).toMatchObject({
    kind_id: branch.id,
    place_id: place.id,
    start_at: thursday,
    end_at: thursday + hour,
  });
});

test("an offer ends when its kind no longer fits, or can no longer be booked", async () => {
  const { app, therapist, seedKind, seedWait, free, run, codeOf } = await clinic();
  const branch = await seedKind();
  const wait = await seedWait({ kinds: [branch.id] });
  await free();
  await run();
  const code = await codeOf(wait.id);
  const state = async () => (await findOfferPage(app, code))?.state;
  expect(await state()).toBe("open");
  await app.db.updateTable("visit_kinds").set({ active: 0 }).where("id", "=", branch.id).execute();
  expect(await state()).toBe("gone");
  await expect(acceptOffer(app, code, null)).rejects.toThrow("This time is no longer open.");
  await app.db.updateTable("visit_kinds").set({ active: 1 }).where("id", "=", branch.id).execute();
  const neighbor = await seedOrder(app);
  const start_at = thursday + 45 * minute;
  await seedVisit(app, { order_id: neighbor.id, therapist_id: therapist.id, start_at });
  expect(await state()).toBe("taken");
  await run();
  expect(await offersOf(app)).toMatchObject([{ status: "withdrawn" }]);
});

test("a freed seat is offered to patients with a later seat of its kind and to those who wait for it", async () => {
  const clinicOf = await clinic();
  const { app, leader, usual, seedSeat, seedLater, seedWait, run, offered, codeOf, visitOf, textOf } =
    clinicOf;
  const kind = await seedClassKind(app, leader.company_id, { seats: 2 });
  const otherKind = await seedClassKind(app, leader.company_id);
  const start = thursday + 2 * hour;
  const full = await seedClass(app, leader, start, { kind_id: kind.id, seats: 2 });
  const later = await seedClass(app, leader, start + 14 * day, { kind_id: kind.id });
  const other = await seedClass(app, leader, start + 15 * day, { kind_id: otherKind.id });
  const leaving = await seedSeat(full.id);
  await seedSeat(full.id);
  const mover = await seedSeat(later.id, { wishes: true });
  await seedSeat(other.id, { wishes: true });
  await seedLater(usual);
  await seedWait({ kinds: [usual.id] });
  const waiting = await seedWait({ kinds: [usual.id, kind.id] });
  await cancelVisit(app, staffOf(), leaving.visitId, null);
  await run();
  expect(await offered()).toEqual([mover.id, waiting.id]);
  expect(await textOf(waiting, "wait-offer")).toContain("Class seat: Thu, Mar 5, 12:00 PM EST");
  const code = await codeOf(waiting.id);
  expect(await findOfferPage(app, code)).toMatchObject({ state: "open", needsConfirming: false });
  await acceptOffer(app, await codeOf(mover.id), null);
  expect(await visitOf(mover.id)).toMatchObject({
    id: mover.visitId,
    class_id: full.id,
    start_at: start,
    end_at: start + hour,
    status: "confirmed",
  });
  expect((await findOfferPage(app, code))?.state).toBe("taken");
  await expect(acceptOffer(app, code, null)).rejects.toThrow("Someone else took it.");
  // Then the mover's old seat is offered.
  await run();
  expect((await offersOf(app)).at(-1)).toMatchObject({
    order_id: waiting.id,
    start_at: start + 14 * day,
    kind_id: kind.id,
    status: "open",
  });
  await acceptOffer(app, await codeOf(waiting.id), null);
  expect(await visitOf(waiting.id)).toMatchObject({ class_id: later.id, status: "confirmed" });
});

test("many patients who accept seats simultaneously get exactly the free ones", async () => {
  const { app, leader, seedSeat, seedWait, run, visitOf } = await clinic();
  const kind = await seedClassKind(app, leader.company_id);
  const full = await seedClass(app, leader, thursday + 2 * hour, { kind_id: kind.id, seats: 5 });
  const leaving = [await seedSeat(full.id), await seedSeat(full.id), await seedSeat(full.id)];
  await seedSeat(full.id);
  await seedSeat(full.id);
  const waiting = [];
  for (let nth = 0; nth < 12; nth++) waiting.push(await seedWait({ kinds: [kind.id] }));
  for (const { visitId } of leaving) await cancelVisit(app, staffOf(), visitId, null);
  for (let wave = 0; wave < 4; wave++) await run(30 * minute);
  const codes = (await offersOf(app)).map(({ code }) => code);
  expect(codes).toHaveLength(12);
  const replies = await Promise.allSettled(codes.map((code) => acceptOffer(app, code, null)));
  expect(replies.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  const seats = await Promise.all(waiting.map(({ id }) => visitOf(id)));
  expect(seats.filter((seat) => seat?.class_id === full.id)).toHaveLength(3);
  expect((await offersOf(app)).filter(({ status }) => status === "withdrawn")).toHaveLength(9);
  expect(await app.db.selectFrom("freed_times").selectAll().execute()).toEqual([]);
});

test("offers of a seat outlast a visit next to the class, and end when the class moves or is canceled", async () => {
  const { app, therapist, leader, seedSeat, seedWait, run } = await clinic();
  const kind = await seedClassKind(app, leader.company_id, { length: 30 * minute });
  const start = thursday + 2 * hour;
  const short = { kind_id: kind.id, end_at: start + 30 * minute };
  const session = await seedClass(app, leader, start, short);
  const leaving = await seedSeat(session.id);
  await seedWait({ kinds: [kind.id] });
  await cancelVisit(app, staffOf(), leaving.visitId, null);
  await run();
  const statuses = async () => (await offersOf(app)).map(({ status }) => status);
  const next = await seedOrder(app);
  await seedVisit(app, {
    order_id: next.id,
    therapist_id: therapist.id,
    start_at: start + 30 * minute,
  });
  await run();
  expect(await statuses()).toEqual(["open"]);
  await changeClass(app, operator, { id: session.id, start: start + day, accept: true } as Parameters<
    typeof changeClass
  >[2]);
  await run();
  expect(await statuses()).toEqual(["withdrawn"]);
  const again = await seedSeat(session.id);
  await cancelVisit(app, staffOf(), again.visitId, null);
  app.clock.advance(day);
  await run();
  expect(await statuses()).toEqual(["withdrawn", "open"]);
  await cancelClass(app, operator, { id: session.id } as Parameters<typeof cancelClass>[2]);
  await run();
  expect(await statuses()).toEqual(["withdrawn", "withdrawn"]);
});

test("equipment that is still on its way doesn't block offers of a visit at which it is handed over", async () => {
  const { app, seedKind, seedWait, free, run, offered, usual } = await clinic();
  const branch = await seedKind({ hands_over_equipment: 1 });
  await app.db.updateTable("companies").set({ equipment: "require" }).execute();
  const shipped = async (orderId: number) =>
    app.db
      .insertInto("shipments")
      .values({
        order_id: orderId,
        carrier: "ups",
        expected_on: "2026-03-20",
        expected_source: "staff",
        updated_at: monday,
        updated_by: "staff",
      })
      .execute();
  const video = await seedWait({ kinds: [usual.id] });
  const atBranch = await seedWait({ kinds: [usual.id, branch.id] });
  await shipped(video.id);
  await shipped(atBranch.id);
  await free();
  await run();
  expect(await offered()).toEqual([atBranch.id]);
  await run();
  const [offer] = await offersOf(app);
  expect(offer).toMatchObject({ kind_id: branch.id, status: "open" });
  expect((await acceptOffer(app, offer?.code ?? "", null, true)).ok).toBe(true);
});

test("staff read that a time doesn't fit a patient's kind, and can't offer it", async () => {
  const { app, therapist, seedKind, seedLater, seedWait, free } = await clinic();
  const neighbor = await seedOrder(app);
  const start_at = thursday + 45 * minute;
  await seedVisit(app, { order_id: neighbor.id, therapist_id: therapist.id, start_at });
  const branch = await seedKind();
  const long = await seedLater(branch);
  const wait = await seedWait();
  await free();
  const time = { therapistId: therapist.id, start: thursday };
  const choice = await findOfferChoice(app, time);
  expect(choice?.fitting.patients.map(({ orderId }) => orderId)).toEqual([wait.id]);
  expect(choice?.blocked.patients).toMatchObject([{ orderId: long.id, obstacle: "kind" }]);
  expect(await offerTime(app, staffOf(), time, [long.id, wait.id])).toEqual({
    sent: [wait.id],
    leftOut: [{ orderId: long.id, obstacle: "kind" }],
  });
});

test("a wish for kinds is kept, checked against the company's kinds, and shows a time that is open now", async () => {
  const { app, leader, seedKind, seedWait } = await clinic();
  const branch = await seedKind();
  const kind = await seedClassKind(app, leader.company_id, { name: "Setup class" });
  const order = await seedOrder(app);
  const who = patientOf(order.id);
  const bookable = (await findWait(app, order.id)).bookable_kinds?.map(({ id }) => id);
  expect(bookable).toEqual([1, branch.id, kind.id]);
  expect((await saveWait(app, who, order.id, { ...anyWait, kinds: [kind.id] })).kinds).toEqual([kind.id]);
  // No class of this kind is scheduled.
  expect((await findWait(app, order.id)).call).toBe("no_match");
  const reached = await seedWait({ kinds: [kind.id] });
  expect(reached.wait.call).toBe("no_match");
  const session = await seedClass(app, leader, thursday + 3 * day, { kind_id: kind.id });
  const again = await saveWait(app, patientOf(reached.id), reached.id, { ...anyWait, kinds: [kind.id] });
  expect(again.call).toBeNull();
  expect((await findWaitPage(app, who, null)).fits).toMatchObject({
    start: session.start_at,
    kind: { id: kind.id },
    href: `/schedule/classes/${session.id}`,
  });
  await expect(saveWait(app, who, order.id, { ...anyWait, kinds: [99] })).rejects.toThrow(
    "This kind of visit can no longer be booked.",
  );
  const all = await saveWait(app, who, order.id, { ...anyWait, kinds: bookable });
  expect(all.kinds).toEqual(bookable);
});
