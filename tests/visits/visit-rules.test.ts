import { expect, test } from "vitest";
import { bookingWindow } from "~/availability/booking-window";
import type { Refusal } from "~/core/refusal";
import { day, hour, iso, minute } from "~/core/time";
import { isActive } from "~/core/visit-status";
import { operator, type Who } from "~/core/who";
import { listConsents } from "~/messages/consent/consents.server";
import { keyScope } from "~/visits/book-visit.server";
import { cancelMyVisit, cancelVisit } from "~/visits/cancel-visit.server";
import { changeVisit } from "~/visits/change-visit.server";
import { checkTime, claimTime, UnavailableTime } from "~/visits/claim-time.server";
import { completeVisit } from "~/visits/complete-visit.server";
import { confirmVisit } from "~/visits/confirm-visit.server";
import { idempotently } from "~/visits/idempotently.server";
import { moveMyVisit, moveVisit } from "~/visits/move-visit.server";
import { mayStillChange } from "~/visits/patient-may-change.server";
import { requirePatient } from "~/visits/require-patient";
import { mayBecome } from "~/visits/status-transitions";
import { isActiveOrHeld, visitView } from "~/visits/visit";
import { refuseSecondVisit } from "~/visits/visit-refusals.server";
import { findVisit } from "~/visits/visits.server";
import { auditLogOf } from "../support/acts";
import { aClinic, aVisit, bookerOf } from "../support/clinic";
import { rowsTo } from "../support/http-actions";
import { monday, type scratchApp } from "../support/scratch";
import { seedOrder, seedSlots, seedTherapist, seedUser } from "../support/seed";
import { patientOf, staffOf } from "../support/users";

const link = "https://meet.example/1";

async function clinic(environment: Record<string, string> = {}) {
  const seeded = await aClinic(environment);
  const { app } = seeded;
  const start = seeded.starts[6] ?? 0;
  const visitAt = (at = start, over: Parameters<typeof aVisit>[3] = {}) =>
    aVisit(app, seeded.therapist, at, { order_id: seeded.order.id, ...over });
  const book = bookerOf(seeded, start);
  const row = (id: number) =>
    app.db.selectFrom("visits").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return { ...seeded, start, visitAt, book, row };
}
const lastAuditEntry = async (app: ReturnType<typeof scratchApp>) => (await auditLogOf(app)).at(-1);

test("statuses follow the allowed transitions", () => {
  const statuses = ["submitted", "confirmed", "pending", "completed", "cancelled", "no show"];
  const next = statuses.map((from) =>
    (["submitted", "confirmed", "completed", "cancelled", "pending"] as const).filter((to) =>
      mayBecome(from, to),
    ),
  );
  expect(next).toEqual([
    ["confirmed", "cancelled"],
    ["completed", "cancelled"],
    ["submitted", "confirmed", "cancelled"],
    [],
    [],
    [],
  ]);
  expect(statuses.filter(isActive)).toEqual(["submitted", "confirmed", "pending"]);
  expect(statuses.filter(isActiveOrHeld)).toEqual(["submitted", "confirmed", "pending", "completed"]);
});

test("booking a visit saves the date in the therapist's time zone and the consent, and is logged", async () => {
  const { app, book, order, start, therapist, row } = await clinic();
  const booked = await book();
  expect(await row(booked.id)).toMatchObject({
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: start,
    end_at: start + 45 * minute,
    local_date: "2026-03-04",
    sms_consent: 1,
    created_at: monday,
    submitted_at: monday,
    uid: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  expect(await listConsents(app.db, order.phone ?? "")).toMatchObject([{ given: 1, source: "booking" }]);
  const [entry] = await auditLogOf(app, { action: "visit.booked" });
  expect(entry).toMatchObject({
    subject: `visit ${booked.id}`,
    details: JSON.stringify({ therapist_id: therapist.id, start: iso(start), sms_consent: true }),
  });
});

test("consent entered by staff is saved with staff as the source, and isn't saved without a phone number", async () => {
  const { app, book, order } = await clinic();
  const { id: userId } = await seedUser(app, ["supervisor"]);
  await book({}, staffOf({ userId }));
  expect(await listConsents(app.db, order.phone ?? "")).toMatchObject([{ source: "staff" }]);
  const second = await seedOrder(app, { phone: null });
  await book({ patient_id: second.patient_id, datetime: monday + 9 * day }, staffOf({ userId }));
  expect(await app.db.selectFrom("consents").select("id").execute()).toHaveLength(1);
});

test("patients can't book for stopped orders; staff can", async () => {
  const { app, book, order } = await clinic();
  const set = (values: object) =>
    app.db.updateTable("orders").set(values).where("id", "=", order.id).execute();
  await set({ closed_at: monday, stopped_at: monday });
  await expect(book()).rejects.toMatchObject({ code: "conflict" });
  await set({ stopped_at: null });
  const { id } = await book();
  await cancelVisit(app, operator, id, null);
  await set({ closed_at: monday, stopped_at: monday });
  expect(await book({}, operator)).toMatchObject({ status: "submitted" });
});

test("staff book for the order they specify or, without one, for an open order without a visit", async () => {
  const { app, book, order, start, therapist } = await clinic();
  const { patient_id } = order;
  const closed = await seedOrder(app, { patient_id, closed_at: monday });
  const free = await seedOrder(app, { patient_id });
  const taken = await seedOrder(app, { patient_id });
  await aVisit(app, therapist, start + 9 * day, { order_id: taken.id });
  const orderOf = async (over: object) => {
    const { id } = await book(over, operator);
    return (
      await app.db.selectFrom("visits").select("order_id").where("id", "=", id).executeTakeFirstOrThrow()
    ).order_id;
  };
  expect(await orderOf({})).toBe(free.id);
  expect(await orderOf({ datetime: start + 10 * day })).toBe(order.id);
  expect(await orderOf({ datetime: start + 11 * day, sales_order_no: closed.sales_order_no })).toBe(
    closed.id,
  );
});

test("idempotency keys belong to an order, a user, or the operator", () => {
  expect([keyScope(patientOf(7)), keyScope(staffOf({ userId: 7 })), keyScope(operator)]).toEqual([
    "order 7",
    "user 7",
    "operator",
  ]);
});

test("the key's owner can get the saved response again for two days", async () => {
  const { app } = await clinic();
  let runs = 0;
  const ask = (scope: string, body: unknown = {}) =>
    app.db.transaction().execute((trx) =>
      idempotently(trx, app.clock.now(), { scope, key: "k", body }, async () => {
        runs += 1;
        return runs;
      }),
    );
  expect([await ask("a"), await ask("a"), await ask("b")]).toEqual([1, 1, 2]);
  const sentence =
    "You already submitted this form with a different choice. Please reload the page and choose again.";
  await expect(ask("a", { other: 1 })).rejects.toMatchObject({
    code: "invalid",
    message: sentence,
    fields: { idempotency_key: [sentence] },
  });
  app.clock.advance(2 * day);
  expect([await ask("c"), await ask("a")]).toEqual([3, 1]);
  app.clock.advance(1);
  expect([await ask("d"), await ask("a")]).toEqual([4, 5]);
});

test("a patient can change a visit until exactly 24 hours before it", async () => {
  const { app, start, visitAt } = await clinic();
  const { id } = await visitAt();
  const visit = await findVisit(app.db, id);
  if (!visit) throw new Error("The visit is missing.");
  app.clock.set(start - day);
  expect(mayStillChange(app, visit)).toBe(true);
  app.clock.advance(1);
  expect(mayStillChange(app, visit)).toBe(false);
});

test("only patients can use patient actions", () => {
  expect(requirePatient(patientOf(7))).toEqual(patientOf(7));
  expect(() => requirePatient(operator)).toThrow("Only the patient can do this.");
});

test("patients can book within the booking window; staff can book any future time", async () => {
  const { app, therapist } = await clinic();
  await expect(
    checkTime({ trx: app.db, app, who: operator }, { therapist, start: monday }),
  ).rejects.toThrow();
  await checkTime({ trx: app.db, app, who: operator }, { therapist, start: monday + 1 });
  const { from, to } = bookingWindow(app.config, monday);
  expect([from, to]).toEqual([monday + 2 * hour, monday + 60 * day]);
  await seedSlots(app, therapist, [from - 1, from, to - 1, to]);
  const check = (start: number) =>
    checkTime({ trx: app.db, app, who: patientOf(1) }, { therapist, start }).then(
      () => "open",
      (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
    );
  expect(await check(from)).toBe("open");
  expect(await check(to - 1)).toBe("open");
  expect(await check(from - 1)).toMatch(/^invalid/);
  expect(await check(to)).toMatch(/^invalid/);
  expect(
    new Set([await check(from - 1), await check(to), await check(monday), await check(from + 1)]).size,
  ).toBe(4);
});

test("a confirmation from an outdated page is refused", async () => {
  const { app, visitAt, row, start } = await clinic();
  const { id } = await visitAt();
  await moveVisit(app, operator, { id, datetime: start + hour });
  const confirm = (version: number) =>
    confirmVisit(app, operator, { appointment_id: id, meeting_link: link, version });
  await expect(confirm(1)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringMatching(/^This visit has changed: another user moved it to /),
  });
  expect(await row(id)).toMatchObject({ status: "submitted", meeting_link: null });
  await confirm(2);
  // A retry after a lost response finds the visit already confirmed.
  expect(await confirm(2)).toMatchObject({ status: "confirmed", version: 3 });
});

test("confirming, completing, or canceling a visit saves it, notifies the patient, and is safe to repeat", async () => {
  const { app, visitAt, row, order, therapist } = await clinic();
  await app.db
    .updateTable("therapists")
    .set({ review_link: "https://review.example" })
    .where("id", "=", therapist.id)
    .execute();
  const { id } = await visitAt();
  app.clock.advance(minute);
  const confirm = () => confirmVisit(app, operator, { appointment_id: id, meeting_link: link });
  expect(await confirm()).toEqual(await confirm());
  expect(await row(id)).toMatchObject({
    status: "confirmed",
    confirmed_at: monday + minute,
    meeting_link: link,
    version: 2,
    sequence: 1,
  });
  expect(await lastAuditEntry(app)).toMatchObject({
    action: "visit.confirmed",
    subject: `visit ${id}`,
    details: null,
  });
  app.clock.advance(minute);
  const complete = () => completeVisit(app, operator, id);
  expect(await complete()).toEqual(await complete());
  expect(await row(id)).toMatchObject({ status: "completed", completed_at: monday + 2 * minute, version: 3 });
  expect(await lastAuditEntry(app)).toMatchObject({ action: "visit.completed" });
  const thanks = (await rowsTo(app, order.email ?? "")).filter(({ kind }) => kind === "visit-completed");
  expect(app.secrets.open(thanks[0]?.body_sealed ?? "")).toContain("https://review.example");
  expect(thanks).toHaveLength(1);
  await expect(cancelVisit(app, operator, id, null)).rejects.toThrow(
    "A visit that is completed can't be canceled.",
  );
  await expect(confirm()).rejects.toThrow("A visit that is completed can't be confirmed.");
  const { id: other } = await visitAt(monday + 20 * day, { order_id: (await seedOrder(app)).id });
  await expect(completeVisit(app, operator, other)).rejects.toMatchObject({
    code: "conflict",
    message: "Only a confirmed visit can be completed; this one is submitted.",
  });
  await cancelVisit(app, operator, other, null);
  expect(await cancelVisit(app, operator, other, null)).toMatchObject({ status: "cancelled", version: 2 });
  expect(await row(other)).toMatchObject({ cancelled_at: monday + 2 * minute });
  expect(await lastAuditEntry(app)).toMatchObject({ action: "visit.cancelled" });
});

test("a patient without a visit can't cancel, and canceling again changes nothing", async () => {
  const { app, order, visitAt } = await clinic();
  const who = patientOf(order.id);
  await expect(cancelMyVisit(app, who)).rejects.toMatchObject({ code: "missing" });
  await visitAt();
  expect(await cancelMyVisit(app, who)).toMatchObject({ status: "cancelled", version: 2 });
  expect(await cancelMyVisit(app, who)).toMatchObject({ status: "cancelled", version: 2 });
});

test("a change from an outdated page is refused and rolled back", async () => {
  const { app, visitAt } = await clinic();
  const { id } = await visitAt();
  const outdated = await findVisit(app.db, id);
  if (!outdated) throw new Error("The visit is missing.");
  await app.db.updateTable("visits").set({ version: 5 }).execute();
  const change = {
    action: "visit.cancelled" as const,
    set: { status: "cancelled" as const },
    notice: () => ({}) as never,
  };
  await expect(
    app.db.transaction().execute((trx) => changeVisit({ trx, app, who: operator }, outdated, change)),
  ).rejects.toMatchObject({
    code: "conflict",
    message: "This visit has changed. Review it and try again.",
  });
});

test("a visit ends after it starts and lasts at most twelve hours", async () => {
  const { app, start, visitAt } = await clinic();
  const { id } = await visitAt();
  const move = (end: number) => moveVisit(app, operator, { id, datetime: start, end });
  const sentence = "Choose an end time after the start time and no more than 12 hours later.";
  await expect(move(start)).rejects.toMatchObject({ code: "invalid", fields: { end: [sentence] } });
  await expect(move(start + 12 * hour + 1)).rejects.toThrow(sentence);
  expect(await move(start + 12 * hour)).toMatchObject({ end: iso(start + 12 * hour) });
  expect(await move(start + 1)).toMatchObject({ end: iso(start + 1) });
});

test("a canceled visit can't be moved", async () => {
  const { app, start, visitAt } = await clinic();
  const { id } = await visitAt(start, { status: "cancelled" });
  await expect(moveVisit(app, operator, { id, datetime: start + hour })).rejects.toMatchObject({
    code: "conflict",
    message: "A visit that is canceled can't be moved.",
  });
});

test("a move keeps the confirmation unless the therapist changes", async () => {
  const { app, start, starts, visitAt, order, row } = await clinic();
  const { id } = await visitAt(start, { status: "confirmed", meeting_link: link, confirmed_at: monday });
  const who = patientOf(order.id);
  const unmoved = await moveMyVisit(app, who, { datetime: start });
  expect(unmoved).toMatchObject({ version: 1 });
  const later = starts[13] ?? 0;
  await moveMyVisit(app, who, { datetime: later });
  expect(await row(id)).toMatchObject({
    status: "confirmed",
    meeting_link: link,
    local_date: "2026-03-05",
    version: 2,
  });
  expect(await lastAuditEntry(app)).toMatchObject({
    action: "visit.moved",
    details: JSON.stringify({ from: iso(start), to: iso(later), therapist_id: (await row(id)).therapist_id }),
  });
  const other = await seedTherapist(app);
  await seedSlots(app, other, [later]);
  await moveMyVisit(app, who, { datetime: later, therapist: other.name });
  expect(await row(id)).toMatchObject({
    therapist_id: other.id,
    status: "submitted",
    meeting_link: null,
    confirmed_at: null,
  });
});

test("a request for a taken time is refused with three alternatives, and staff also see the overlapping visits", async () => {
  const { app, start, starts, therapist, visitAt, order } = await clinic();
  const { id } = await visitAt();
  const refusalFor = (who: Who, over: object = {}, code: "conflict" | "invalid" = "conflict") =>
    claimTime<Refusal>(app, who, () => {
      throw new UnavailableTime(code, "No.", { therapist, start, ...over });
    }).catch((error) => error);
  const refused = await refusalFor(patientOf(order.id));
  expect(refused).toMatchObject({ code: "conflict", message: "No.", fields: undefined });
  const [before, , after] = [starts[5], start, starts[8]];
  const alternatives = (refused.extra?.alternatives ?? []) as { start: string }[];
  expect(alternatives).toHaveLength(3);
  expect(alternatives.map((opening) => opening.start)).not.toContain(iso(start));
  expect(alternatives[0]?.start).toBe(iso(after ?? 0));
  expect(before).toBeLessThan(start);
  const opening = { start: iso(start), therapist: therapist.name, region: "NC" };
  expect(refused.extra?.conflicts).toEqual([{ ...opening, end: iso(start + 45 * minute) }]);
  expect((await refusalFor(operator, { end: start + hour })).extra?.conflicts).toEqual([
    { ...opening, end: iso(start + hour) },
  ]);
  const full = [{ id, ...opening, end: iso(start + 45 * minute) }];
  expect((await refusalFor(staffOf())).extra?.conflicts).toEqual(full);
  expect(
    (await refusalFor(staffOf({ roles: ["therapist"], therapistId: therapist.id }))).extra?.conflicts,
  ).toEqual(full);
  expect((await refusalFor(staffOf({ roles: ["therapist"], therapistId: 4711 }))).extra?.conflicts).toEqual([
    { ...opening, end: iso(start + 45 * minute) },
  ]);
  expect((await refusalFor(staffOf(), { exceptVisit: id })).extra?.conflicts).toEqual([]);
  expect((await refusalFor(staffOf(), { start: start - hour, end: start })).extra?.conflicts).toEqual([]);
  expect((await refusalFor(staffOf(), {}, "invalid")).fields).toEqual({ datetime: ["No."] });
});

test("a second visit is refused with the first one's date, which query sessions and other therapists don't see", async () => {
  const { app, start, visitAt, order } = await clinic();
  const { id } = await visitAt();
  const visit = await findVisit(app.db, id);
  expect(refuseSecondVisit(patientOf(order.id, "query"), visit)).toMatchObject({
    code: "conflict",
    message: "A visit is already booked. Sign in with your access code to see or change it.",
    extra: undefined,
  });
  expect(refuseSecondVisit(staffOf(), undefined).message).toBe("This order already has a visit.");
  const another = staffOf({ roles: ["therapist"], therapistId: (visit?.therapist_id ?? 0) + 1 });
  expect(refuseSecondVisit(another, visit)).toMatchObject({
    message: "This order already has a visit.",
    extra: undefined,
  });
  expect(refuseSecondVisit(patientOf(order.id), visit).message).toMatch(
    /^You already have a visit on Wednesday, March 4.*You can change it instead\.$/,
  );
  expect(refuseSecondVisit(staffOf(), visit)).toMatchObject({
    message: expect.stringMatching(
      /^This order already has a visit on Wednesday, March 4.*Move that one instead\.$/,
    ),
    extra: { datetime: iso(start), appointment_id: id },
  });
});

test("a visit's JSON includes the therapist's name and all times", async () => {
  const { app, start, visitAt, order, therapist } = await clinic();
  const { id } = await visitAt(start, { status: "confirmed", meeting_link: link, confirmed_at: monday });
  const visit = await findVisit(app.db, id);
  if (!visit) throw new Error("The visit is missing.");
  expect(visitView({ ...visit, submitted_at: null })).toEqual({
    id,
    datetime: iso(start),
    end: iso(start + 45 * minute),
    status: "confirmed",
    therapist: therapist.name,
    region: "NC",
    patient_zone: "America/New_York",
    patient_id: order.patient_id,
    brightree_db: "QHMS",
    sales_order_no: order.sales_order_no,
    visit_type: visit.visit_type,
    meeting_link: link,
    language: "en",
    interpreter: null,
    interpreter_arranged: false,
    kind: "Setup by video",
    mode: "video",
    place: null,
    patient_confirmed: false,
    late_minutes: null,
    change_asked: false,
    call_me: false,
    therapist_late_minutes: null,
    version: 1,
    submitted_at: null,
    confirmed_at: iso(monday),
  });
});
