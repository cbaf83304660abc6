import { expect, test } from "vitest";
import { closeDay } from "~/availability/rules/close-or-reopen-day.server";
import { day, hour, minute } from "~/core/time";
import { findTherapist } from "~/therapists/therapists.server";
import { ChangeVisits, ContinueBulkChange, ShowBulk } from "~/visits/bulk/bulk-schema";
import { bulkSummary, countOutcomes, notifiedText } from "~/visits/bulk/bulk-strings";
import { createBulkChange, entriesOf } from "~/visits/bulk/create-bulk-change.server";
import { findBulkChange, findOwnChange } from "~/visits/bulk/find-bulk-change.server";
import { runBulkChange } from "~/visits/bulk/run-bulk-change.server";
import { undoBulkChange } from "~/visits/bulk/undo-bulk-change.server";
import { notifyOfMoves } from "~/visits/moves/notify-of-moves.server";
import { proposeMoves } from "~/visits/reassign/propose-moves.server";
import { choiceText } from "~/visits/reassign/replacement-choice";
import { findVisit, listVisitsById } from "~/visits/visits.server";

import { aClinic, aVisit } from "../support/clinic";
import { outboxOf } from "../support/http-actions";
import { seedSlots, seedTherapist, seedUser } from "../support/seed";
import { staffOf } from "../support/users";

async function clinic() {
  const { app, therapist, order, starts } = await aClinic();
  await app.db.updateTable("therapists").set({ zoom_link: "https://meet.example/own" }).execute();
  const other = await seedTherapist(app, { name: "Without Link" });
  const at = app.clock.now() + day;
  const first = await aVisit(app, therapist, at, { order_id: order.id });
  const second = await aVisit(app, other, at);
  const who = staffOf({ userId: (await seedUser(app, ["supervisor"])).id });
  const create = async (form: object) => {
    const input = ChangeVisits.parse(form);
    const link = input.act === "confirm" ? input.meeting_link : undefined;
    const change = { act: input.act, userId: who.userId, now: app.clock.now(), meetingLink: link };
    return app.db
      .transaction()
      .execute(async (trx) => createBulkChange(trx, change, await entriesOf(trx, input)));
  };
  const run = async (id: number, limit?: number) =>
    runBulkChange(app, who, await findOwnChange(app.db, who, id), limit);
  const find = (id: number) => findBulkChange(app.db, who, id, app.clock.now());
  const outcomes = async (id: number) =>
    (await find(id)).outcomes.map(({ outcome, message }) => [outcome, message]);
  const change = async (form: object) => {
    const id = await create(form);
    await run(id);
    return outcomes(id);
  };
  const statuses = async () =>
    (await app.db.selectFrom("visits").select("status").orderBy("id").execute()).map((row) => row.status);
  const sent = async () => (await outboxOf(app)).length;
  return {
    app,
    who,
    therapist,
    other,
    first,
    second,
    starts,
    at,
    create,
    run,
    find,
    outcomes,
    change,
    statuses,
    sent,
  };
}

test("visits are confirmed with the therapist's link, or with the entered link if the therapist has none", async () => {
  const { app, first, second, change } = await clinic();
  expect(await change({ act: "confirm", visit: [String(first.id), second.id], meeting_link: "" })).toEqual([
    ["done", "Confirmed. The invitation will be sent."],
    ["refused", "Meeting link is required."],
  ]);
  expect(
    await change({
      act: "confirm",
      visit: [first.id, second.id],
      meeting_link: "https://meet.example/given",
    }),
  ).toEqual([
    ["already", "Already confirmed."],
    ["done", "Confirmed. The invitation will be sent."],
  ]);
  expect((await findVisit(app.db, first.id))?.meeting_link).toBe("https://meet.example/own");
  expect((await findVisit(app.db, second.id))?.meeting_link).toBe("https://meet.example/given");
});

test("a visit reassigned while being confirmed never keeps the previous therapist's link", async () => {
  const { app, therapist, other, first, second, change } = await clinic();
  await app.db.deleteFrom("visits").where("id", "=", second.id).execute();
  const link = { act: "confirm", visit: [first.id], meeting_link: "https://meet.example/given" };
  await Promise.all([change(link), change({ act: "reassign", visit: [first.id], therapist: other.id })]);
  const visit = await findVisit(app.db, first.id);
  // The change that comes second is refused, because the visit has changed since it was selected.
  expect([
    [therapist.id, "https://meet.example/own"],
    [other.id, null],
  ]).toContainEqual([visit?.therapist_id, visit?.meeting_link]);
});

test("a bulk change submitted twice is applied and announced once", async () => {
  const { first, second, change, statuses, sent } = await clinic();
  const input = { act: "cancel", visit: [first.id, second.id, first.id] };
  expect((await change(input)).map(([outcome]) => outcome)).toEqual(["done", "done"]);
  const before = await sent();
  expect((await change(input)).map(([outcome]) => outcome)).toEqual(["already", "already"]);
  expect(await statuses()).toEqual(["cancelled", "cancelled"]);
  expect(await sent()).toBe(before);
});

test("a refused visit doesn't stop the rest of the change, and an unknown visit is skipped", async () => {
  const { app, first, second, change, statuses } = await clinic();
  await app.db.updateTable("visits").set({ status: "completed" }).where("id", "=", first.id).execute();
  expect(await change({ act: "cancel", visit: [first.id, 9_999, second.id] })).toEqual([
    ["refused", "A visit that is completed can't be canceled."],
    ["done", "Canceled. The patient will be notified."],
  ]);
  expect(await statuses()).toEqual(["completed", "cancelled"]);
  await expect(change({ act: "cancel", visit: [9_999] })).rejects.toThrow("Select at least one visit.");
});

test("a change that exceeds one request's time limit continues with the remaining visits", async () => {
  const { first, second, create, run, find, outcomes, sent } = await clinic();
  const id = await create({ act: "cancel", visit: [second.id, first.id] });
  await run(id, 0);
  expect((await outcomes(id)).map(([outcome]) => outcome)).toEqual(["done", null]);
  expect((await find(id)).left).toBe(1);
  await Promise.all([run(id), run(id)]);
  const before = await sent();
  await run(id);
  expect((await outcomes(id)).map(([outcome]) => outcome)).toEqual(["done", "done"]);
  expect(await sent()).toBe(before);
});

test("another user's change is not found", async () => {
  const { app, first, create } = await clinic();
  const id = await create({ act: "cancel", visit: [first.id] });
  await expect(findBulkChange(app.db, staffOf({ userId: 999 }), id, 0)).rejects.toThrow("Change not found.");
});

test("a reassigned visit must be confirmed again, and a visit isn't reassigned if the new therapist is busy or off", async () => {
  const { app, therapist, other, first, second, change } = await clinic();
  expect(await change({ act: "reassign", visit: [first.id], therapist: other.id })).toEqual([
    ["refused", "Without Link has another visit at that time."],
  ]);
  await app.db
    .updateTable("visits")
    .set({
      status: "confirmed",
      confirmed_at: 1,
      start_at: first.start_at + 2 * day,
      end_at: first.end_at + 2 * day,
    })
    .where("id", "=", second.id)
    .execute();
  expect(await change({ act: "reassign", visit: [second.id], therapist: therapist.id })).toEqual([
    ["done", expect.stringContaining(`Reassigned to ${therapist.name}, Thu, Mar 5, 10:00 AM EST.`)],
  ]);
  expect(await findVisit(app.db, second.id)).toMatchObject({
    therapist_id: therapist.id,
    status: "submitted",
    meeting_link: null,
  });
  expect(await change({ act: "reassign", visit: [second.id], therapist: therapist.id })).toEqual([
    ["already", `Already with ${therapist.name}.`],
  ]);
  await app.db.transaction().execute((trx) => closeDay({ trx, app, who: staffOf() }, other, "2026-03-05"));
  expect(await change({ act: "reassign", visit: [second.id], therapist: other.id })).toEqual([
    ["refused", "Without Link is off on Thu, Mar 5."],
  ]);
});

test("suggestions for many visits never overlap", async () => {
  const { app, therapist, other, at } = await clinic();
  const third = await seedTherapist(app, { name: "Third", daily_capacity: 4 });
  const visits: number[] = [];
  for (let index = 0; index < 40; index++) {
    const absent = await seedTherapist(app, { region: "NC" });
    visits.push((await aVisit(app, absent, at + (index % 4) * hour)).id);
  }
  await seedSlots(
    app,
    third,
    Array.from({ length: 16 }, (_, index) => at + index * 15 * minute),
  );
  const proposals = await proposeMoves(app, app.db, { visits: await listVisitsById(app.db, visits) });
  const times = proposals.flatMap(({ slot }) => (slot ? [slot] : []));
  expect(times.filter(({ therapistId }) => therapistId === third.id)).toHaveLength(4);
  for (const one of times) {
    const near = times.filter(
      ({ therapistId, start }) =>
        therapistId === one.therapistId && Math.abs(start - one.start) < 45 * minute,
    );
    expect(near).toEqual([one]);
  }
  expect(times.map(({ therapistId }) => therapistId)).not.toContain(other.id);
  expect(times.every(({ region }) => region === therapist.region)).toBe(true);
});

test("a chosen therapist is suggested at the visit's own time, even outside their open times", async () => {
  const { app, therapist, other, first, second } = await clinic();
  const visits = await listVisitsById(app.db, [first.id, second.id]);
  const proposals = await proposeMoves(app, app.db, { visits, to: await findTherapist(app.db, other.id) });
  expect(proposals.map(({ slot }) => slot?.start ?? null)).toEqual([null, null]);
  await app.db.deleteFrom("visits").where("id", "=", second.id).execute();
  const [free] = await proposeMoves(app, app.db, {
    visits: visits.slice(0, 1),
    to: await findTherapist(app.db, other.id),
  });
  expect(free?.slot).toMatchObject({ therapistId: other.id, start: first.start_at });
  await app.db.updateTable("visits").set({ status: "completed" }).execute();
  const [done] = await proposeMoves(app, app.db, { visits: await listVisitsById(app.db, [first.id]) });
  expect(done).toMatchObject({ slot: null, problem: "A visit that is completed can't be reassigned." });
  expect(therapist.id).not.toBe(other.id);
});

test("an undo within half a minute restores reassigned visits without notifying anyone", async () => {
  const { app, who, therapist, first, create, run, find, outcomes, sent } = await clinic();
  const free = await seedTherapist(app, { name: "Free Therapist" });
  const confirmed = { status: "confirmed", confirmed_at: 7, meeting_link: "https://meet.example/own" };
  await app.db.updateTable("visits").set(confirmed).where("id", "=", first.id).execute();
  const slot = choiceText(first, { therapistId: free.id, start: first.start_at });
  const id = await create({ act: "reassign", slot: [slot] });
  await run(id);
  expect((await find(id)).undoUntil).toBe(app.clock.now() + 30_000);
  await undoBulkChange(app, who, { id, act: "reassign" });
  expect(await findVisit(app.db, first.id)).toMatchObject({ ...confirmed, therapist_id: therapist.id });
  expect(await outcomes(id)).toEqual([["undone", "Moved back. No notice was sent."]]);
  app.clock.advance(minute);
  expect([await notifyOfMoves(app), await sent()]).toEqual([0, 0]);
});

test("an undo after the notices were sent is refused with a reason", async () => {
  const { app, who, first, create, run, find, outcomes } = await clinic();
  const free = await seedTherapist(app, { name: "Free Therapist" });
  const id = await create({ act: "reassign", visit: [first.id], therapist: free.id });
  await run(id);
  app.clock.advance(minute);
  expect((await find(id)).undoUntil).toBeNull();
  expect(await notifyOfMoves(app)).toBe(1);
  const emails = await app.db
    .selectFrom("outbox")
    .select("recipient")
    .where("kind", "=", "visit-moved")
    .where("channel", "=", "email")
    .execute();
  expect(emails.map(({ recipient }) => recipient)).toContain(free.email);
  expect(emails).toHaveLength(3);
  await undoBulkChange(app, who, { id, act: "reassign" });
  expect(await outcomes(id)).toEqual([["done", expect.stringMatching(/^Not moved back\. It's too late/)]]);
  expect((await findVisit(app.db, first.id))?.therapist_id).toBe(free.id);
});

test.each([
  [{ act: "confirm", visit: [] }, "Select at least one visit."],
  [{ act: "cancel", visit: ["x"] }, "This ID is not valid."],
  [
    { act: "cancel", visit: Array.from({ length: 201 }, (_, index) => index + 1) },
    "Select at most 200 visits.",
  ],
  [
    { act: "confirm", visit: [1], meeting_link: "javascript:alert(1)" },
    "Enter a web address that starts with https://.",
  ],
  [{ act: "reassign", visit: [1] }, "Choose a new time for at least one visit."],
  [{ act: "reassign", slot: ["1-1"] }, "Choose a new time for at least one visit."],
  [{ act: "explode", visit: [1] }, "Choose what to do."],
])("%j is refused", (input, sentence) => {
  expect(ChangeVisits.safeParse(input).error?.issues[0]?.message).toBe(sentence);
});

test("the page ignores invalid choices in its URL", () => {
  const address = { act: "explode", visit: "1", to: "y", back: "//evil.example" };
  expect(ShowBulk.parse(address)).toEqual({ act: "confirm", visit: [1], to: undefined, back: undefined });
  expect(ContinueBulkChange.parse({ id: 1, act: "undo", back: "https://evil.example" }).back).toBeUndefined();
});

test("a past visit can't be reassigned", async () => {
  const { app, other, first, change, sent } = await clinic();
  app.clock.advance(3 * day);
  expect(await change({ act: "reassign", visit: [first.id], therapist: other.id })).toEqual([
    ["refused", "This visit's time has passed."],
  ]);
  expect(await sent()).toBe(0);
});

test("the summary counts completed and failed changes", () => {
  const counts = (...outcomes: string[]) => countOutcomes(outcomes.map((outcome) => ({ outcome })));
  expect(bulkSummary("reassign", counts("done", "refused", "refused"))).toBe(
    "1 reassigned, 2 couldn't be reassigned.",
  );
  expect(bulkSummary("cancel", counts("already"))).toBe("1 unchanged.");
  expect(bulkSummary("reassign", counts("undone", "undone"))).toBe("2 moved back.");
  expect(notifiedText(1)).toBe("Patient and therapists notified.");
  expect(notifiedText(2)).toBe("Patients and therapists notified.");
});
