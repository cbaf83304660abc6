import { expect, test } from "vitest";
import { hour, second } from "~/core/time";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { confirmVisit } from "~/visits/confirm-visit.server";
import { moveVisit } from "~/visits/move-visit.server";
import { notifyOfMoves } from "~/visits/moves/notify-of-moves.server";
import { undoMove } from "~/visits/moves/undo-move.server";
import { auditLogOf } from "../support/acts";
import { webhookClinic } from "../webhooks/webhook-setup";

/** A clinic whose visit events go to a receiver and, as notes, to the order system. */
async function clinic() {
  const { app, admin, book, order, starts } = await webhookClinic();
  await app.db
    .insertInto("note_settings")
    .values({ database_name: order.brightree_db, reason: 12, created_at: app.clock.now() })
    .execute();
  /** Runs a change. @returns what it recorded */
  const recorded = async <Result>(change: () => Promise<Result>) => {
    const typesIn = async (table: "webhook_deliveries" | "order_system_notes") => {
      const rows = await app.db.selectFrom(table).select("type").orderBy("id").execute();
      return rows.map(({ type }) => type).filter((type) => type.startsWith("visit."));
    };
    const actions = async () =>
      (await auditLogOf(app)).map(({ action }) => action).filter((action) => action.startsWith("visit."));
    const notices = async () =>
      (await app.db.selectFrom("outbox").select("kind").orderBy("id").execute())
        .map(({ kind }) => kind)
        .filter((kind) => kind.startsWith("visit-"));
    const lists = [
      () => typesIn("webhook_deliveries"),
      () => typesIn("order_system_notes"),
      actions,
      notices,
    ];
    const before = await Promise.all(lists.map((list) => list()));
    const result = await change();
    const after = await Promise.all(lists.map((list) => list()));
    const [events, notes, audit, sent = []] = after.map((list, index) => list.slice(before[index]?.length));
    const { step } = await app.db
      .selectFrom("orders")
      .select("step")
      .where("id", "=", order.id)
      .executeTakeFirstOrThrow();
    return { result, recorded: { events, notes, audit, notices: [...new Set(sent)], step } };
  };
  return { app, admin, book, start: starts[0] ?? 0, recorded };
}

test("each booking, change, and undo records its step, event, note, notice, and audit entry once", async () => {
  const { app, admin, book, start, recorded } = await clinic();
  const one = (event: string, action: string, notices: string[], step: number) => ({
    events: [event],
    notes: [event],
    audit: [action],
    notices,
    step,
  });

  const booked = await recorded(() => book());
  expect(booked.recorded).toEqual(one("visit.submitted", "visit.booked", ["visit-submitted"], 6));
  const { id } = booked.result;
  const meeting_link = "https://meet.example/hannah";
  const confirmed = await recorded(() => confirmVisit(app, admin, { appointment_id: id, meeting_link }));
  expect(confirmed.recorded).toEqual(one("visit.confirmed", "visit.confirmed", ["visit-confirmed"], 7));

  const move = (datetime: number, hold = false) =>
    recorded(() => moveVisit(app, admin, { id, datetime, hold }));
  const held = await move(start + hour, true);
  expect(held.recorded).toEqual(one("visit.moved", "visit.moved", [], 7));
  const undone = await recorded(() => undoMove(app, admin, { id, version: held.result.version }));
  expect(undone.recorded).toEqual(one("visit.moved", "visit.move-undone", [], 7));
  app.clock.advance(31 * second);
  expect(await notifyOfMoves(app)).toBe(0);

  expect((await move(start + 2 * hour)).recorded).toEqual(
    one("visit.moved", "visit.moved", ["visit-moved"], 7),
  );
  const canceled = await recorded(() => cancelVisit(app, admin, id, null));
  expect(canceled.recorded).toEqual(one("visit.cancelled", "visit.cancelled", ["visit-cancelled"], 4));
});
