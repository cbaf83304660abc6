import { expect, test } from "vitest";
import { day, hour, minute } from "~/core/time";
import { ChangeVisits } from "~/visits/bulk/bulk-schema";
import { bulkSummary, countOutcomes } from "~/visits/bulk/bulk-strings";
import {
  continueBulkChange,
  resumeBulkChange,
  stopBulkChange,
} from "~/visits/bulk/continue-bulk-change.server";
import { createBulkChange, entriesOf } from "~/visits/bulk/create-bulk-change.server";
import { findBulkChange, findOwnChange, listUnfinished } from "~/visits/bulk/find-bulk-change.server";
import { runBulkChange } from "~/visits/bulk/run-bulk-change.server";
import { undoBulkChange } from "~/visits/bulk/undo-bulk-change.server";
import { completeVisit } from "~/visits/complete-visit.server";
import { confirmVisit } from "~/visits/confirm-visit.server";
import { moveMyVisit } from "~/visits/move-visit.server";
import { markNoShow } from "~/visits/outcome/mark-no-show.server";
import { undoOutcome } from "~/visits/outcome/undo-outcome.server";
import { choiceText } from "~/visits/reassign/replacement-choice";
import { findVisit } from "~/visits/visits.server";
import { aClinic, aVisit } from "../support/clinic";
import { patientOf, seedStaff } from "../support/users";

async function clinic(start: number, status = "submitted") {
  const { app, therapist, order, starts } = await aClinic();
  const at = app.clock.now() + start;
  const first = await aVisit(app, therapist, at, { status });
  const second = await aVisit(app, therapist, at + hour, { status, order_id: order.id });
  const who = await seedStaff(app, ["supervisor"]);
  const own = (id: number) => findOwnChange(app.db, who, id);
  const create = (form: object) =>
    app.db.transaction().execute(async (trx) => {
      const input = ChangeVisits.parse(form);
      const change = { act: input.act, userId: who.userId, now: app.clock.now() };
      return createBulkChange(trx, change, await entriesOf(trx, input));
    });
  /** Starts a change of both visits, and stops after the first one, as a killed server does. */
  const interrupted = async (act: string) => {
    const id = await create({ act, visit: [first.id, second.id] });
    await runBulkChange(app, who, await own(id), 0);
    return id;
  };
  const find = (id: number) => findBulkChange(app.db, who, id, app.clock.now());
  const summary = async (id: number) => bulkSummary("complete", countOutcomes((await find(id)).outcomes));
  const messages = async (id: number) => (await find(id)).outcomes.map(({ message }) => message);
  const statuses = async () =>
    (await app.db.selectFrom("visits").select("status").orderBy("id").execute()).map((row) => row.status);
  return {
    app,
    order,
    starts,
    first,
    second,
    who,
    own,
    create,
    interrupted,
    find,
    summary,
    messages,
    statuses,
  };
}

test("a visit that was moved and confirmed after an interruption isn't canceled when the change continues", async () => {
  const { app, order, starts, second, who, own, interrupted, find } = await clinic(2 * day);
  const id = await interrupted("cancel");
  const datetime = starts.find((start) => start > app.clock.now() + day) ?? 0;
  await moveMyVisit(app, patientOf(order.id), { datetime });
  await confirmVisit(app, who, { appointment_id: second.id, meeting_link: "https://meet.example/a" });
  await continueBulkChange(app, who, await own(id));
  expect((await find(id)).outcomes.map(({ outcome, message }) => [outcome, message])).toEqual([
    ["done", "Canceled. The patient will be notified."],
    ["refused", `This visit has changed: ${who.email} confirmed it. Review it and try again.`],
  ]);
  expect((await findVisit(app.db, second.id))?.status).toBe("confirmed");
});

test("a visit that changed after the page was opened is left out", async () => {
  const { app, who, own, first, second, create, messages, statuses } = await clinic(-3 * hour, "confirmed");
  await markNoShow(app, who, { id: first.id, reason: "technical" });
  await undoOutcome(app, who, first.id);
  const seen = [first, second].map((visit) => choiceText(visit, null));
  const id = await create({ act: "complete", visit: [first.id, second.id], seen });
  await runBulkChange(app, who, await own(id));
  expect(await messages(id)).toEqual([
    `This visit has changed: ${who.email} undid the outcome. Review it and try again.`,
    "Completed. The patient will get a thank-you message.",
  ]);
  expect(await statuses()).toEqual(["confirmed", "completed"]);
});

test("after five minutes, a change continues only if the user asks for it", async () => {
  const { app, who, own, interrupted, find, statuses } = await clinic(day);
  const id = await interrupted("cancel");
  app.clock.advance(5 * minute - 1);
  expect((await find(id)).isAutomatic).toBe(true);
  app.clock.advance(1);
  expect((await find(id)).isAutomatic).toBe(false);
  await continueBulkChange(app, who, await own(id));
  expect(await statuses()).toEqual(["cancelled", "submitted"]);
  await resumeBulkChange(app, who, await own(id));
  expect(await statuses()).toEqual(["cancelled", "cancelled"]);
});

test("a user can leave the remaining visits of an interrupted change as they are", async () => {
  const { app, own, interrupted, find, messages, statuses } = await clinic(day);
  const id = await interrupted("cancel");
  await stopBulkChange(app, await own(id));
  expect(await find(id)).toMatchObject({ left: 0, undoLeft: 0 });
  expect((await messages(id))[1]).toBe("The change was stopped before this visit.");
  expect(await statuses()).toEqual(["cancelled", "submitted"]);
});

test("unfinished changes and undos are listed for the user who made them, until they end", async () => {
  const { app, who, own, interrupted } = await clinic(-3 * hour, "confirmed");
  const other = await seedStaff(app, ["supervisor"]);
  const at = app.clock.now();
  const id = await interrupted("complete");
  expect(await listUnfinished(app.db, other)).toEqual([]);
  const listed = { id, act: "complete", at, total: 2 };
  expect(await listUnfinished(app.db, who)).toEqual([{ ...listed, left: 1, undoLeft: 0 }]);
  await continueBulkChange(app, who, await own(id));
  expect(await listUnfinished(app.db, who)).toEqual([]);
  await undoBulkChange(app, who, await own(id), 0);
  expect(await listUnfinished(app.db, who)).toEqual([{ ...listed, left: 0, undoLeft: 1 }]);
  await stopBulkChange(app, await own(id));
  expect(await listUnfinished(app.db, who)).toEqual([]);
});

test("an undo that exceeds one request's time limit continues with the remaining visits", async () => {
  const { app, who, own, create, first, second, summary, statuses } = await clinic(-3 * hour, "confirmed");
  const id = await create({ act: "complete", visit: [first.id, second.id] });
  await runBulkChange(app, who, await own(id));
  await undoBulkChange(app, who, await own(id), 0);
  expect(await statuses()).toEqual(["confirmed", "completed"]);
  await Promise.all([
    continueBulkChange(app, who, await own(id)),
    continueBulkChange(app, who, await own(id)),
  ]);
  expect(await statuses()).toEqual(["confirmed", "confirmed"]);
  expect(await summary(id)).toBe("2 undone.");
});

test("an unfinished change can't be undone", async () => {
  const { app, who, own, interrupted, statuses } = await clinic(-3 * hour, "confirmed");
  const id = await interrupted("complete");
  await expect(undoBulkChange(app, who, await own(id))).rejects.toThrow(
    "This change isn't finished. Continue or stop it, then undo it.",
  );
  expect(await statuses()).toEqual(["completed", "confirmed"]);
});

test("an undo never undoes an outcome that another user set", async () => {
  const { app, who, own, create, first, second, messages, find } = await clinic(-3 * hour, "confirmed");
  const colleague = await seedStaff(app, ["supervisor"]);
  const id = await create({ act: "no_show", visit: [first.id, second.id], reason: "technical" });
  await runBulkChange(app, who, await own(id));
  await undoOutcome(app, colleague, first.id);
  await completeVisit(app, colleague, first.id);
  await undoBulkChange(app, who, await own(id));
  expect((await messages(id))[0]).toBe(
    `Not undone. This visit has changed: ${colleague.email} marked it as completed. Review it and try again.`,
  );
  expect((await find(id)).undoUntil).toBeNull();
  expect((await findVisit(app.db, first.id))?.status).toBe("completed");
  expect((await findVisit(app.db, second.id))?.status).toBe("confirmed");
});
