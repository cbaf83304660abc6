import { expect, test } from "vitest";
import { day, hour, iso, minute, second } from "~/core/time";
import { operator } from "~/core/who";
import type { Db } from "~/db/open.server";
import { moveVisit } from "~/visits/move-visit.server";
import { findNearestOpenings } from "~/visits/moves/find-nearest-openings.server";
import { listHeldMoves } from "~/visits/moves/held-moves.server";
import { notifyOfMoves, startNotifyingOfMoves } from "~/visits/moves/notify-of-moves.server";
import { refuseStaleVisit } from "~/visits/moves/refuse-stale-visit.server";
import { requestedStart } from "~/visits/moves/requested-start";
import { undoMove } from "~/visits/moves/undo-move.server";
import { visitView } from "~/visits/visit";
import { findVisit } from "~/visits/visits.server";
import { actsOf } from "../../support/acts";
import { aClinic, aVisit } from "../../support/clinic";
import { eventually } from "../../support/eventually";
import { monday } from "../../support/scratch";
import { staffOf } from "../../support/users";
import { meanwhile } from "../../support/while-running";

/** A visit on Wednesday at ten, with openings around it. */
async function clinic() {
  const { app, order, therapist, starts } = await aClinic();
  const start = starts[8] ?? 0;
  const { id } = await aVisit(app, therapist, start, { order_id: order.id });
  const find = async () => {
    const visit = await findVisit(app.db, id);
    if (!visit) throw new Error("It is not there.");
    return visit;
  };
  const move = (to: number, who: Parameters<typeof moveVisit>[1] = operator) =>
    moveVisit(app, who, { id, datetime: to, hold: true });
  return { app, order, therapist, starts, start, id, find, move };
}
const therapistOf = (therapistId: number) => staffOf({ roles: ["therapist"], therapistId });

test("a move's form asks for one of the times on offer, or for a day and a time on the therapist's clock", () => {
  expect(requestedStart({ at: 0, date: "2026-03-04", time: "09:00" }, "EST")).toBe(0);
  expect(requestedStart({ date: "2026-03-04", time: "09:00" }, "EST")).toBe(
    Date.parse("2026-03-04T14:00:00Z"),
  );
  const no = (wanted: Parameters<typeof requestedStart>[0]) => {
    try {
      return requestedStart(wanted, "EST");
    } catch (error) {
      return (error as { fields: object }).fields;
    }
  };
  expect(no({ time: "09:00" })).toEqual({ date: ["Choose a day."] });
  expect(no({ date: "2026-03-04" })).toEqual({ time: ["Choose a time."] });
  expect(no({ date: "2026-03-08", time: "02:30" })).toEqual({
    time: ["The clock skips 02:30 on that day. Choose another time."],
  });
});

test("the six nearest free times are offered in their order, not the visit's own", async () => {
  const { app, starts, start, find } = await clinic();
  const nearest = await findNearestOpenings(app, await find());
  expect(nearest).toEqual([5, 6, 7, 9, 10, 11].map((nth) => starts[nth]));
  expect(nearest).not.toContain(start);
});

test("of a visit that has passed the nearest times are those from now on", async () => {
  const { app, starts, find } = await clinic();
  app.clock.set((starts[17] ?? 0) + hour);
  expect(await findNearestOpenings(app, await find())).toEqual(starts.slice(18, 24));
});

test("a held move is listed with both its times until it is told, the newest first", async () => {
  const { app, therapist, order, start, id, move } = await clinic();
  await move(start + hour);
  app.clock.advance(second);
  const other = await aVisit(app, therapist, start + 5 * hour);
  await moveVisit(app, operator, { id: other.id, datetime: start + 6 * hour, hold: true });
  const listed = () => listHeldMoves(app.db, therapist.id, app.clock.now());
  expect(await listed()).toMatchObject([
    { id: other.id, told: start + 5 * hour, dueAt: monday + 31 * second },
    { id, patientId: order.patient_id, start: start + hour, told: start, dueAt: monday + 30 * second },
  ]);
  app.clock.set(monday + 30 * second);
  expect((await listed()).map((held) => held.id)).toEqual([other.id]);
});

test("a move is told when its half minute is over, once, with the time before", async () => {
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

test("a server tells of moves by itself, until it ends", async () => {
  const { app, start, move } = await clinic();
  const waiting = () => app.db.selectFrom("held_moves").select("visit_id").execute();
  const stop = startNotifyingOfMoves(app, 20);
  await move(start + hour);
  app.clock.advance(minute);
  await eventually(waiting, (held) => held.length === 0);
  await stop();
});

test.each([
  ["taken back", (trx: Db) => trx.deleteFrom("held_moves").execute()],
  [
    "held anew",
    (trx: Db) =>
      trx
        .updateTable("held_moves")
        .set({ due_at: monday + 80 * second })
        .execute(),
  ],
])("a move that is %s just when it comes due is not told", async (_, change) => {
  const { app, start, move } = await clinic();
  await move(start + hour);
  app.clock.advance(minute);
  expect(await meanwhile(app, change, () => notifyOfMoves(app))).toBe(0);
});

test("a move that came back is no news, one that begins later or only lasts longer is", async () => {
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

test("a therapist who moved it is not told of it, unlike of another's doing", async () => {
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

test("an undo is written with its day, its version and its record", async () => {
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
  const act = (await actsOf(app)).at(-1);
  expect(act).toMatchObject({
    action: "visit.move-undone",
    subject: `visit ${id}`,
    details: JSON.stringify({ from: iso(start + day), to: iso(start) }),
  });
  await expect(undoMove(app, operator, { id })).rejects.toMatchObject({
    code: "conflict",
    message: "It is too late to undo this: people were told. Move it again instead.",
  });
});

test("an undo into a time that was taken is refused, and a fault is none of its words", async () => {
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
  ["visit.cancelled", "command line", "somebody cancelled it"],
  ["visit.completed", null, "somebody marked it as completed"],
  ["visit.handed-over", "ana@clinic.example", "ana@clinic.example gave it to another therapist"],
  ["visit.move-undone", "ana@clinic.example", "ana@clinic.example undid a move"],
  ["visit.moved", "ana@clinic.example", "ana@clinic.example moved it to Wed, Mar 4, 10:00 AM EST"],
])("a stale tab is told of %s by %s", async (action, user_email, words) => {
  const { app, id, find } = await clinic();
  const act = { created_at: monday, user_id: null, details: null, address: null, hash: "x" };
  await app.db
    .insertInto("audit_log")
    .values({ ...act, id: 1, action, user_email, subject: `visit ${id}` })
    .execute();
  await app.db
    .insertInto("audit_log")
    .values({ ...act, id: 2, action: "note.written", user_email: null, subject: `visit ${id}` })
    .execute();
  const refused = await refuseStaleVisit(app.db, await find());
  const said = refused.message
    .replace("This visit was changed meanwhile: ", "")
    .replace(". Please look at it again.", "");
  expect(said).toBe(words);
  expect(refused.extra).toEqual({ appointment: visitView(await find()) });
});

test("a stale tab is told so where nobody knows who did what", async () => {
  const { app, find } = await clinic();
  const bare = "This visit was changed meanwhile. Please look at it again.";
  expect((await refuseStaleVisit(app.db, await find())).message).toBe(bare);
});
