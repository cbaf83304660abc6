import { expect, test } from "vitest";
import { Refusal } from "~/core/refusal";
import { day, hour, iso, minute } from "~/core/time";
import { operator } from "~/core/who";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { claimTime } from "~/visits/claim-time.server";
import { confirmVisit } from "~/visits/confirm-visit.server";
import { moveVisit } from "~/visits/move-visit.server";
import { notifyOfMoves } from "~/visits/moves/notify-of-moves.server";
import { undoMove } from "~/visits/moves/undo-move.server";
import { reassignVisit } from "~/visits/reassign/reassign-visits.server";
import { findVisit } from "~/visits/visits.server";
import { scratchApp } from "../../support/scratch";
import { seedClinic, seedOrder, seedTherapist, seedUser, seedVisit } from "../../support/seed";
import { staffOf } from "../../support/users";

/** A confirmed visit with notices sent long ago. */
async function confirmed() {
  const app = scratchApp();
  const clinic = await seedClinic(app);
  const user = await seedUser(app, ["therapist"]);
  const start = clinic.starts[6] ?? 0;
  const visit = await seedVisit(app, {
    order_id: clinic.order.id,
    therapist_id: clinic.therapist.id,
    start_at: start,
    status: "confirmed",
    confirmed_at: app.clock.now() - day,
    meeting_link: "https://meet.example/abc",
  });
  const who = staffOf({
    userId: user.id,
    email: user.email,
    name: "Dana Reyes",
    roles: ["therapist"],
    therapistId: clinic.therapist.id,
    therapistName: clinic.therapist.name,
  });
  const notices = () =>
    app.db
      .selectFrom("outbox")
      .select(["kind", "channel", "recipient", "body_sealed", "calendar", "calendar_method"])
      // The patient hasn't agreed to texts yet, so the first message asks for consent.
      .where("kind", "<>", "consent-request")
      .orderBy("id")
      .execute();
  return { app, ...clinic, start, visit, who, notices };
}

const refusalOf = (promise: Promise<unknown>): Promise<Refusal> =>
  promise.then(
    () => {
      throw new Error("The call was not refused.");
    },
    (error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    },
  );

test("the report on freed times doesn't count the time of an undone move", async () => {
  const { app, start, visit, who } = await confirmed();
  const { version } = await moveVisit(app, who, { id: visit.id, datetime: start + hour, hold: true });
  await undoMove(app, who, { id: visit.id, version });
  const log = await app.db.selectFrom("freed_time_log").select("start_at").execute();
  expect(log.map(({ start_at }) => start_at)).not.toContain(start + hour);
});

test("a held move sends one notice with the invitation after half a minute", async () => {
  const { app, start, visit, who, notices } = await confirmed();
  await moveVisit(app, who, { id: visit.id, datetime: start + hour, hold: true });
  expect(await notices()).toEqual([]);
  app.clock.advance(29_000);
  expect(await notifyOfMoves(app)).toBe(0);
  app.clock.advance(1_000);
  expect(await notifyOfMoves(app)).toBe(1);
  expect(await notifyOfMoves(app)).toBe(0);
  const sent = await notices();
  expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(["visit-moved"]));
  expect(sent.filter(({ calendar_method }) => calendar_method === "REQUEST")).toHaveLength(2);
});

test("an undone move sends nothing and restores the visit", async () => {
  const { app, start, visit, who, notices } = await confirmed();
  const moved = await moveVisit(app, who, { id: visit.id, datetime: start + hour, hold: true });
  const back = await undoMove(app, who, { id: visit.id, version: moved.version });
  expect(back).toMatchObject({ datetime: iso(start), status: "confirmed", version: moved.version + 1 });
  app.clock.advance(minute);
  expect(await notifyOfMoves(app)).toBe(0);
  expect(await notices()).toEqual([]);
  const messages = await app.db.selectFrom("messages").select("id").execute();
  expect(messages).toEqual([]);
});

test("an undo restores the announced time after several moves", async () => {
  const { app, start, visit, who, notices } = await confirmed();
  await moveVisit(app, who, { id: visit.id, datetime: start + hour, hold: true });
  app.clock.advance(20_000);
  await moveVisit(app, who, { id: visit.id, datetime: start + 2 * hour, hold: true });
  app.clock.advance(20_000);
  expect(await notifyOfMoves(app)).toBe(0);
  expect(await undoMove(app, who, { id: visit.id })).toMatchObject({ datetime: iso(start) });
  expect(await notices()).toEqual([]);
});

test("an undo restores the confirmation after the visit went to another therapist and back", async () => {
  const { app, visit, therapist } = await confirmed();
  const other = await seedTherapist(app);
  const who = staffOf();
  for (const to of [other, therapist]) {
    await claimTime(app, who, async (trx) => {
      const current = await findVisit(trx, visit.id);
      if (!current) throw new Error("The visit is missing.");
      return reassignVisit({ trx, app, who }, current, { therapist: to, hold: true });
    });
  }
  const { version, status } = (await findVisit(app.db, visit.id)) ?? {};
  expect(status).toBe("submitted");
  await undoMove(app, who, { id: visit.id, version });
  expect(await findVisit(app.db, visit.id)).toMatchObject({
    therapist_id: therapist.id,
    status: "confirmed",
    meeting_link: "https://meet.example/abc",
    confirmed_at: app.clock.now() - day,
  });
});

test("a visit moved back to its announced time sends no notice", async () => {
  const { app, start, visit, who, notices } = await confirmed();
  await moveVisit(app, who, { id: visit.id, datetime: start + hour, hold: true });
  await moveVisit(app, who, { id: visit.id, datetime: start, hold: true });
  app.clock.advance(minute);
  expect(await notifyOfMoves(app)).toBe(0);
  expect(await notices()).toEqual([]);
});

test("an undo is refused after the notices were sent", async () => {
  const { app, start, visit, who } = await confirmed();
  await moveVisit(app, who, { id: visit.id, datetime: start + hour, hold: true });
  app.clock.advance(31_000);
  await notifyOfMoves(app);
  const refusal = await refusalOf(undoMove(app, who, { id: visit.id }));
  expect(refusal.code).toBe("conflict");
  expect(refusal.message).toMatch(/too late/);
});

test("an undo is refused when the old time was taken, and the move stays", async () => {
  const { app, start, visit, therapist, who } = await confirmed();
  await moveVisit(app, who, { id: visit.id, datetime: start + hour, hold: true });
  const { id: order_id } = await seedOrder(app);
  await seedVisit(app, { order_id, therapist_id: therapist.id, start_at: start });
  expect((await refusalOf(undoMove(app, who, { id: visit.id }))).code).toBe("conflict");
  app.clock.advance(31_000);
  expect(await notifyOfMoves(app)).toBe(1);
});

test("a cancellation during a held move mentions the announced time", async () => {
  const { app, start, visit, who, notices } = await confirmed();
  await moveVisit(app, who, { id: visit.id, datetime: start + 3 * day, hold: true });
  await cancelVisit(app, who, visit.id, null);
  app.clock.advance(minute);
  expect(await notifyOfMoves(app)).toBe(0);
  const sent = await notices();
  expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(["visit-cancelled"]));
  const timestamp = iso(start).replace(/[-:]|\.000/g, "");
  expect(sent.find(({ calendar }) => calendar)?.calendar).toContain(`DTSTART:${timestamp}`);
});

test("a confirmation during a held move announces the new time once", async () => {
  const { app, therapist, starts, who, notices } = await confirmed();
  const order = await seedOrder(app);
  const start = starts[2] ?? 0;
  const { id } = await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: start });
  await moveVisit(app, who, { id, datetime: start + 5 * hour, hold: true });
  await confirmVisit(app, who, { appointment_id: id, meeting_link: "https://meet.example/x" });
  app.clock.advance(minute);
  expect(await notifyOfMoves(app)).toBe(0);
  expect(new Set((await notices()).map(({ kind }) => kind))).toEqual(new Set(["visit-confirmed"]));
});

test("a move that isn't held sends its notices immediately", async () => {
  const { app, start, visit, who, notices } = await confirmed();
  await moveVisit(app, who, { id: visit.id, datetime: start + hour });
  expect((await notices()).length).toBeGreaterThan(0);
  expect((await refusalOf(undoMove(app, who, { id: visit.id }))).code).toBe("conflict");
});

test("an outdated page shows who changed the visit and the visit's current state", async () => {
  const { app, start, visit, who } = await confirmed();
  await moveVisit(app, who, { id: visit.id, datetime: start + hour, version: 1 });
  const refusal = await refusalOf(
    moveVisit(app, operator, { id: visit.id, datetime: start + 2 * hour, version: 1 }),
  );
  expect(refusal.code).toBe("conflict");
  expect(refusal.message).toMatch(new RegExp(`${who.email} moved it to .* E[SD]T`));
  expect(refusal.extra).toMatchObject({ appointment: { version: 2, datetime: iso(start + hour) } });
});

test("undoing another therapist's move gets the same error as an unknown visit", async () => {
  const { app, start, visit, who } = await confirmed();
  await moveVisit(app, who, { id: visit.id, datetime: start + hour, hold: true });
  const refusal = await refusalOf(undoMove(app, { ...who, therapistId: 999 }, { id: visit.id }));
  expect([refusal.code, refusal.message]).toEqual(["missing", "Visit not found."]);
});
