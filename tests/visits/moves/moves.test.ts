import { expect, test } from "vitest";
import { day, hour, iso, minute, second } from "~/core/time";
import { operator } from "~/core/who";
import type { Db } from "~/db/open.server";
import { moveVisit } from "~/visits/move-visit.server";
import { notifyOfMoves, startNotifyingOfMoves } from "~/visits/moves/notify-of-moves.server";
import { listPendingMoves } from "~/visits/moves/pending-moves.server";
import { requestedStart } from "~/visits/moves/requested-start";
import { suggestTimes } from "~/visits/moves/suggest-times.server";
import { undoMove } from "~/visits/moves/undo-move.server";
import { visitView } from "~/visits/visit";
import { refuseStaleVisit } from "~/visits/visit-refusals.server";
import { findVisit } from "~/visits/visits.server";
import { auditLogOf } from "../../support/acts";
import { aClinic, aVisit } from "../../support/clinic";
import { eventually } from "../../support/eventually";
import { monday } from "../../support/scratch";
import { staffOf } from "../../support/users";
import { whileRunning } from "../../support/while-running";

/** A visit on Wednesday at 10 AM, with openings before and after it. */
async function clinic() {
  const { app, order, therapist, starts } = await aClinic();
  const start = starts[8] ?? 0;
  const { id } = await aVisit(app, therapist, start, { order_id: order.id });
  const find = async () => {
    const visit = await findVisit(app.db, id);
    if (!visit) throw new Error("The visit is missing.");
    return visit;
  };
  const move = (to: number, who: Parameters<typeof moveVisit>[1] = operator) =>
    moveVisit(app, who, { id, datetime: to, hold: true });
  return { app, order, therapist, starts, start, id, find, move };
}
const therapistOf = (therapistId: number) => staffOf({ roles: ["therapist"], therapistId });

test("the move form accepts a day and time in the therapist's time zone", () => {
  expect(requestedStart({ date: "2026-03-04", time: "09:00" }, "EST")).toBe(
    Date.parse("2026-03-04T14:00:00Z"),
  );
  const fieldErrors = (input: Parameters<typeof requestedStart>[0]) => {
    try {
      return requestedStart(input, "EST");
    } catch (error) {
      return (error as { fields: object }).fields;
    }
  };
  expect(fieldErrors({ time: "09:00" })).toEqual({ date: ["Choose a day."] });
  expect(fieldErrors({ date: "2026-03-04" })).toEqual({ time: ["Choose a time."] });
  expect(fieldErrors({ date: "2026-03-08", time: "02:30" })).toEqual({
    time: ["The clocks skip 02:30 on that day. Choose another time."],
  });
});

test("the six nearest open times are suggested in order, except the visit's current time", async () => {
  const { app, starts, start, find } = await clinic();
  const nearest = await suggestTimes(app, await find());
  expect(nearest).toEqual([5, 6, 7, 9, 10, 11].map((nth) => starts[nth]));
  expect(nearest).not.toContain(start);
});

test("a past visit gets the next open times as suggestions", async () => {
  const { app, starts, find } = await clinic();
  app.clock.set((starts[17] ?? 0) + hour);
  expect(await suggestTimes(app, await find())).toEqual(starts.slice(18, 24));
});

test("held moves are listed with their new time until their notice is sent, newest first", async () => {
  const { app, therapist, order, start, id, move } = await clinic();
  await move(start + hour);
  app.clock.advance(second);
  const other = await aVisit(app, therapist, start + 5 * hour);
  await moveVisit(app, operator, { id: other.id, datetime: start + 6 * hour, hold: true });
  const listed = () => listPendingMoves(app.db, therapist.id, app.clock.now());
  expect(await listed()).toMatchObject([
    { id: other.id, start: start + 6 * hour, dueAt: monday + 31 * second },
    {
      id,
      patientId: order.patient_id,
      start: start + hour,
      dueAt: monday + 30 * second,
    },
  ]);
  app.clock.set(monday + 30 * second);
  expect((await listed()).map((held) => held.id)).toEqual([other.id]);
});

test("a held move sends one notice after half a minute", async () => {
  const { app, start, move } = await clinic();
  await move(start + hour);
  expect(await notifyOfMoves(app)).toBe(0);
  app.clock.set(monday + 30 * second - 1);
  expect(await notifyOfMoves(app)).toBe(0);
  app.clock.advance(1);
  expect([await notifyOfMoves(app), await notifyOfMoves(app)]).toEqual([1, 0]);
  const rows = await app.db.selectFrom("outbox").select("kind").where("kind", "=", "visit-moved").execute();
  expect(rows.length).toBeGreaterThan(1);
});

test("a text delayed by quiet hours is dropped once the move is final", async () => {
  const { app, id, start, move } = await clinic();
  const reminder = { channel: "sms", kind: "reminder-day", recipient: "+19195550123" } as const;
  await app.db
    .insertInto("outbox")
    .values({
      ...reminder,
      body_sealed: app.secrets.seal("Reminder"),
      automated: 1,
      visit_id: id,
      visit_start: start,
      status: "queued",
      created_at: monday,
      not_before: monday + 8 * hour,
    })
    .execute();
  const errors = async () => {
    const of = app.db.selectFrom("outbox").select(["status", "error"]).where("kind", "=", reminder.kind);
    return (await of.execute())[0];
  };
  await move(start + hour);
  expect(await errors()).toEqual({ status: "queued", error: null });
  app.clock.advance(30 * second);
  await notifyOfMoves(app);
  expect(await errors()).toEqual({ status: "dropped", error: "Not sent: the visit was moved." });
});

test("a running server sends the notices for held moves", async () => {
  const { app, start, move } = await clinic();
  const waiting = () => app.db.selectFrom("held_moves").select("visit_id").execute();
  const stop = startNotifyingOfMoves(app, 20);
  await move(start + hour);
  app.clock.advance(minute);
  await eventually(waiting, (held) => held.length === 0);
  await stop();
});

test.each([
  ["undone", (trx: Db) => trx.deleteFrom("held_moves").execute()],
  [
    "held again",
    (trx: Db) =>
      trx
        .updateTable("held_moves")
        .set({ due_at: monday + 80 * second })
        .execute(),
  ],
])("a held move that is %s when due sends no notice", async (_, change) => {
  const { app, start, move } = await clinic();
  await move(start + hour);
  app.clock.advance(minute);
  expect(await whileRunning(app, change, () => notifyOfMoves(app))).toBe(0);
});

test("moving a visit back to its announced time sends no notice; changing its start or length does", async () => {
  const { app, start, id, move } = await clinic();
  await move(start + hour);
  await move(start);
  app.clock.advance(minute);
  expect(await notifyOfMoves(app)).toBe(0);
  await moveVisit(app, operator, { id, datetime: start, end: start + hour, hold: true });
  app.clock.advance(minute);
  expect(await notifyOfMoves(app)).toBe(1);
  await moveVisit(app, operator, { id, datetime: start + minute, end: start + hour, hold: true });
  app.clock.advance(minute);
  expect(await notifyOfMoves(app)).toBe(1);
});

test("therapists are notified only of moves by other users", async () => {
  const mails = async (who: Parameters<typeof moveVisit>[1] | "the therapist") => {
    const { app, therapist, start, move } = await clinic();
    await move(start + hour, who === "the therapist" ? therapistOf(therapist.id) : who);
    app.clock.advance(minute);
    await notifyOfMoves(app);
    return app.db.selectFrom("outbox").select("id").where("recipient", "=", therapist.email).execute();
  };
  expect(await mails("the therapist")).toHaveLength(0);
  expect(await mails(staffOf())).toHaveLength(1);
  expect(await mails(operator)).toHaveLength(1);
});

test("undoing a move updates the visit's day and version and is logged", async () => {
  const { app, start, id, find, move } = await clinic();
  const moved = await move(start + day);
  await expect(undoMove(app, operator, { id, version: 1 })).rejects.toMatchObject({ code: "conflict" });
  expect(await undoMove(app, operator, { id, version: moved.version })).toEqual(visitView(await find()));
  const row = await app.db
    .selectFrom("visits")
    .select(["start_at", "end_at", "local_date", "version"])
    .execute();
  expect(row).toEqual([
    { start_at: start, end_at: start + 45 * minute, local_date: "2026-03-04", version: 3 },
  ]);
  const act = (await auditLogOf(app)).at(-1);
  expect(act).toMatchObject({
    action: "visit.move-undone",
    subject: `visit ${id}`,
    details: JSON.stringify({ from: iso(start + day), to: iso(start) }),
  });
  await expect(undoMove(app, operator, { id })).rejects.toMatchObject({
    code: "conflict",
    message:
      "It's too late to undo this move because the patient was notified. Move the visit again instead.",
  });
});

test("an undo that would restore a taken time is refused; database errors are thrown", async () => {
  const { app, therapist, start, id, move } = await clinic();
  await move(start + hour);
  await aVisit(app, therapist, start);
  await expect(undoMove(app, operator, { id })).rejects.toMatchObject({ code: "conflict" });
  await app.db.schema.dropTable("held_moves").execute();
  await expect(undoMove(app, operator, { id })).rejects.toThrow("held_moves");
});

test.each([
  ["visit.booked", "ana@clinic.example", "ana@clinic.example booked it"],
  ["visit.confirmed", "patient of order 7", "the patient confirmed it"],
  ["visit.cancelled", "command line", "another user canceled it"],
  ["visit.completed", null, "another user marked it as completed"],
  ["visit.handed-over", "ana@clinic.example", "ana@clinic.example reassigned it"],
  ["visit.move-undone", "ana@clinic.example", "ana@clinic.example undid a move"],
  ["visit.moved", "ana@clinic.example", "ana@clinic.example moved it to Wed, Mar 4, 10:00 AM EST"],
])("an outdated page describes %s by %s", async (action, user_email, words) => {
  const { app, id, find } = await clinic();
  const entry = { created_at: monday, user_id: null, details: null, address: null, hash: "x" };
  await app.db
    .insertInto("audit_log")
    .values({ ...entry, id: 1, action, user_email, subject: `visit ${id}` })
    .execute();
  await app.db
    .insertInto("audit_log")
    .values({ ...entry, id: 2, action: "note.written", user_email: null, subject: `visit ${id}` })
    .execute();
  const refused = await refuseStaleVisit(app.db, await find());
  const message = refused.message
    .replace("This visit has changed: ", "")
    .replace(". Review it and try again.", "");
  expect(message).toBe(words);
  expect(refused.extra).toEqual({ appointment: visitView(await find()) });
});

test("an outdated page without a logged change shows a general message", async () => {
  const { app, find } = await clinic();
  const message = "This visit has changed. Review it and try again.";
  expect((await refuseStaleVisit(app.db, await find())).message).toBe(message);
});
