import { expect, test } from "vitest";
import { day, hour, minute } from "~/core/time";
import { operator, type Who } from "~/core/who";
import { recomputeStep } from "~/orders/recompute-step.server";
import { cancelMyVisit, cancelVisit } from "~/visits/cancel-visit.server";
import { completeVisit } from "~/visits/complete-visit.server";
import { markNoShow } from "~/visits/outcome/mark-no-show.server";
import { outcomeReason } from "~/visits/outcome/outcome-reasons";
import { MarkNoShow } from "~/visits/outcome/outcome-schema";
import { needsOutcome, undoableUntil } from "~/visits/outcome/outcome-times";
import { undoOutcome } from "~/visits/outcome/undo-outcome.server";
import { listVisitHistory } from "~/visits/sheet/pages/find-visit-sheet.server";
import { auditLogOf } from "../../support/acts";
import { aClinic, aTherapist, aVisit } from "../../support/clinic";
import { outboxOf } from "../../support/http-actions";
import { seedOrder } from "../../support/seed";
import { patientOf } from "../../support/users";

const refused = (message: string | RegExp) => ({
  code: "conflict",
  message: typeof message === "string" ? message : expect.stringMatching(message),
});

/** A confirmed visit that started an hour ago, with its order in step 7. */
async function clinic() {
  const { app, order } = await aClinic();
  const { therapist, who } = await aTherapist(app, { timezone: "EST", name: "Dana Reyes" });
  const now = app.clock.now();
  const visit = await aVisit(app, therapist, now - hour, {
    order_id: order.id,
    status: "confirmed",
    confirmed_at: now - day,
    submitted_at: now - day,
  });
  const recompute = () =>
    app.db.transaction().execute((trx) => recomputeStep(trx, order.id, app.clock.now()));
  await recompute();
  const orderNow = () =>
    app.db.selectFrom("orders").selectAll().where("id", "=", order.id).executeTakeFirstOrThrow();
  const row = () =>
    app.db.selectFrom("visits").selectAll().where("id", "=", visit.id).executeTakeFirstOrThrow();
  const recordNoShow = (over: Partial<MarkNoShow> = {}, by: Who = who) =>
    markNoShow(app, by, { id: visit.id, reason: "patient_absent", ...over });
  return { app, order, therapist, who, visit, now, orderNow, row, recordNoShow };
}

test("a no-show keeps its reason and note, returns the order to step 5, and notifies no one", async () => {
  const { app, recordNoShow, row, orderNow, visit } = await clinic();
  expect(await orderNow()).toMatchObject({ step: 7, closed_at: null });
  const noShow = await recordNoShow({ reason: "unreachable", note: "Called twice." });
  expect(noShow).toMatchObject({ status: "no show", no_show_reason: "unreachable" });
  expect(outcomeReason(noShow)).toBe("Couldn't reach the patient");
  expect(await row()).toMatchObject({ no_show_at: app.clock.now(), outcome_note: "Called twice." });
  expect(await orderNow()).toMatchObject({ step: 5, closed_at: null });
  expect(await outboxOf(app)).toEqual([]);
  expect(await auditLogOf(app, { action: "visit.no-show" })).toMatchObject([
    { subject: `visit ${visit.id}`, details: '{"reason":"unreachable"}' },
  ]);
  expect(await listVisitHistory(app.db, visit.id)).toMatchObject([
    { what: "No-show", reason: "Couldn't reach the patient" },
  ]);
});

test("a no-show is possible from 10 minutes after the start of a confirmed visit", async () => {
  const { app, recordNoShow, visit, row } = await clinic();
  app.clock.set(visit.start_at + 10 * minute - 1);
  await expect(recordNoShow()).rejects.toMatchObject(
    refused(/^You can mark this visit as a no-show from .* EST, 10 minutes after its start\.$/),
  );
  expect((await row()).status).toBe("confirmed");
  app.clock.set(visit.start_at + 10 * minute);
  expect((await recordNoShow()).status).toBe("no show");
});

test.each(["submitted", "pending", "completed", "cancelled"])(
  "a visit that is %s can't be a no-show",
  async (status) => {
    const { app, recordNoShow, visit } = await clinic();
    await app.db.updateTable("visits").set({ status }).where("id", "=", visit.id).execute();
    await expect(recordNoShow()).rejects.toMatchObject(
      refused(/^Only a confirmed visit can be a no-show; this one is /),
    );
  },
);

test("marking a no-show again changes the reason once and keeps the time", async () => {
  const { app, recordNoShow, row } = await clinic();
  const at = app.clock.now();
  await recordNoShow();
  app.clock.advance(hour);
  await recordNoShow({ reason: "technical", note: "No sound." });
  await recordNoShow({ reason: "technical", note: "No sound." });
  expect(await row()).toMatchObject({
    no_show_at: at,
    no_show_reason: "technical",
    outcome_note: "No sound.",
  });
  expect(await auditLogOf(app, { action: "visit.no-show" })).toHaveLength(2);
  expect(MarkNoShow.safeParse({ id: 1, reason: "asleep" }).success).toBe(false);
});

test("undoing a no-show within a day restores the confirmed visit and step 7", async () => {
  const { app, who, recordNoShow, visit, row, orderNow, now } = await clinic();
  const before = await row();
  await recordNoShow({ note: "Called twice." });
  app.clock.advance(day - 1);
  expect((await undoOutcome(app, who, visit.id)).status).toBe("confirmed");
  const { version, sequence, ...restored } = await row();
  const { version: _, sequence: __, ...expected } = before;
  expect(restored).toEqual(expected);
  expect(version).toBe(before.version + 2);
  expect(await orderNow()).toMatchObject({ step: 7, closed_at: null });
  expect(await auditLogOf(app, { action: "visit.outcome-undone" })).toMatchObject([
    { subject: `visit ${visit.id}`, details: '{"outcome":"no show"}' },
  ]);
  app.clock.set(now);
  await recordNoShow();
  app.clock.advance(day);
  await expect(undoOutcome(app, who, visit.id)).rejects.toMatchObject(
    refused("An outcome can be undone for 24 hours. Book a new visit instead."),
  );
});

test("undoing a completed visit reopens its order and drops the pending thank-you messages", async () => {
  const { app, who, visit, orderNow } = await clinic();
  await completeVisit(app, who, visit.id);
  expect((await orderNow()).closed_at).not.toBeNull();
  const thankYous = async () => (await outboxOf(app)).filter(({ kind }) => kind === "visit-completed");
  expect((await thankYous()).map(({ status }) => status)).toEqual(["held", "queued"]);
  await undoOutcome(app, who, visit.id);
  expect(await orderNow()).toMatchObject({ step: 7, closed_at: null });
  expect((await thankYous()).map(({ status }) => status)).toEqual(["dropped", "dropped"]);
});

test("an undo is refused if there is no outcome, the patient booked again, or the time was taken", async () => {
  const { app, who, recordNoShow, visit, order, therapist, row, now } = await clinic();
  const undo = () => undoOutcome(app, who, visit.id);
  await expect(undo()).rejects.toMatchObject(
    refused("There is no outcome to undo: this visit is confirmed."),
  );
  await recordNoShow();
  const rebooked = await aVisit(app, therapist, now + 2 * day, { order_id: order.id });
  await expect(undo()).rejects.toMatchObject(
    refused("This patient has booked another visit. The outcome was not changed."),
  );
  await cancelVisit(app, operator, rebooked.id, null);
  await aVisit(app, therapist, visit.start_at + 15 * minute);
  await expect(undo()).rejects.toMatchObject(
    refused("Dana Reyes has another visit at that time. The outcome was not changed."),
  );
  expect((await row()).status).toBe("no show");
});

test("a therapist can record outcomes only for their own visits", async () => {
  const { app, recordNoShow, visit, therapist } = await clinic();
  const other = await aTherapist(app);
  await expect(recordNoShow({}, other.who)).rejects.toMatchObject({ code: "missing" });
  await expect(recordNoShow({}, patientOf(1))).rejects.toMatchObject({ code: "missing" });
  await recordNoShow();
  await expect(undoOutcome(app, other.who, visit.id)).rejects.toMatchObject({ code: "missing" });
  expect(therapist.id).not.toBe(other.therapist.id);
});

test("a canceled visit keeps the reason given by staff or the patient", async () => {
  const { app, who, therapist, now, order } = await clinic();
  const other = await seedOrder(app);
  const byStaff = await aVisit(app, therapist, now + 3 * day, { order_id: other.id });
  await cancelVisit(app, who, byStaff.id, "insurance");
  const third = await seedOrder(app);
  await aVisit(app, therapist, now + 4 * day, { order_id: third.id });
  await cancelMyVisit(app, patientOf(third.id), { reason: "equipment_not_arrived" });
  const rows = await app.db
    .selectFrom("visits")
    .select("cancel_reason")
    .where("order_id", "<>", order.id)
    .orderBy("id")
    .execute();
  expect(rows.map(({ cancel_reason }) => cancel_reason)).toEqual(["insurance", "equipment_not_arrived"]);
  expect(await listVisitHistory(app.db, byStaff.id)).toMatchObject([
    { what: "Canceled", reason: "Insurance" },
  ]);
});

test("a confirmed visit needs an outcome once its end has passed", () => {
  const visit = { status: "confirmed", end_at: 100 };
  expect([needsOutcome(visit, 99), needsOutcome(visit, 100)]).toEqual([false, true]);
  expect(needsOutcome({ ...visit, status: "no show" }, 100)).toBe(false);
  const ended = { status: "cancelled", completed_at: null, no_show_at: null, cancelled_at: 1 };
  expect(undoableUntil(ended, 2)).toBeNull();
  expect(undoableUntil({ ...ended, status: "no show" }, 2)).toBeNull();
});
