import { expect, test } from "vitest";
import type { Refusal } from "~/core/refusal";
import { day, hour, localDate, minute } from "~/core/time";
import { findTherapist } from "~/therapists/therapists.server";
import { findBulkChange } from "~/visits/bulk/find-bulk-change.server";
import { notifyOfMoves } from "~/visits/moves/notify-of-moves.server";
import { ChangeAbsence, type ReassignDay, ShowAbsence } from "~/visits/reassign/absence-schema";
import { listUpcoming } from "~/visits/reassign/find-absence.server";
import { type Proposal, proposeMoves } from "~/visits/reassign/propose-moves.server";
import { reassignDay } from "~/visits/reassign/reassign-day.server";
import { choiceText } from "~/visits/reassign/replacement-choice";
import { listVisitsById } from "~/visits/visits.server";
import { aClinic, aVisit } from "../support/clinic";
import { outboxOf } from "../support/http-actions";
import { seedSlots, seedTherapist, seedUser } from "../support/seed";
import { staffOf } from "../support/users";

/** A therapist with two visits tomorrow at 9 and 10, and two colleagues in the region, one with a daily capacity of 1. */
async function clinic() {
  const { app, therapist, starts, order } = await aClinic();
  const [nine = 0] = starts;
  const ten = nine + hour;
  const small = await seedTherapist(app, { name: "Small Day", daily_capacity: 1 });
  const large = await seedTherapist(app, { name: "Large Day" });
  const far = await seedTherapist(app, { name: "Far Away", region: "TX" });
  await seedSlots(app, small, [nine, ten]);
  await seedSlots(app, large, [ten + 30 * minute]);
  await seedSlots(app, far, [nine, ten]);
  const visit = (start: number, order_id?: number) =>
    aVisit(app, therapist, start, {
      order_id,
      status: "confirmed",
      confirmed_at: 1,
      meeting_link: "https://meet.example/a",
    });
  const visits = [await visit(nine, order.id), await visit(ten)];
  const date = localDate(nine, "America/New_York");
  const who = staffOf({ userId: (await seedUser(app, ["supervisor"])).id });
  const propose = async (slot: string[] = []) =>
    proposeMoves(app, app.db, {
      visits: await listUpcoming(app.db, therapist.id, date, app.clock.now()),
      choices: ShowAbsence.parse({ id: therapist.id, slot }).slot,
    });
  const inputOf = (proposals: Proposal[], close = false) =>
    ChangeAbsence.parse({
      act: "move",
      id: therapist.id,
      date,
      close,
      slot: proposals.map(({ visit, slot }) => choiceText(visit, slot)),
    }) as ReassignDay;
  const move = async (input: ReassignDay) => {
    const id = await reassignDay(app, who, input);
    const { outcomes } = await findBulkChange(app.db, who, id ?? 0, app.clock.now());
    return outcomes.map(({ outcome, message }) => [outcome, message]);
  };
  return { app, who, therapist, small, large, nine, ten, visits, date, propose, inputOf, move };
}

const slots = (proposals: Proposal[]) => proposals.map(({ slot }) => slot && [slot.therapist, slot.start]);

test("each visit gets the nearest free time in the region within the daily capacities", async () => {
  const { propose, nine, ten } = await clinic();
  const proposals = await propose();
  expect(slots(proposals)).toEqual([
    ["Small Day", nine],
    ["Large Day", ten + 30 * minute],
  ]);
  expect(proposals[0]?.contact).toMatchObject({ text: true, email: true });
  expect(proposals.flatMap(({ options }) => options.map(({ therapist }) => therapist))).not.toContain(
    "Far Away",
  );
});

test("an earlier time is proposed only if the patient has a day to read the notice, but staff can choose it", async () => {
  const { app, therapist, large } = await clinic();
  const [soon, later] = [app.clock.now() + 20 * hour, app.clock.now() + 50 * hour];
  await seedSlots(app, large, [soon - hour, soon + 2 * hour, later - hour, later + 2 * hour]);
  const visits = [await aVisit(app, therapist, soon), await aVisit(app, therapist, later)];
  const shown = await listVisitsById(
    app.reads,
    visits.map(({ id }) => id),
  );
  const proposals = await proposeMoves(app, app.db, { visits: shown });
  expect(slots(proposals)).toEqual([
    ["Large Day", soon + 2 * hour],
    ["Large Day", later - hour],
  ]);
  expect(proposals[0]?.options.map(({ start }) => start)).toContain(soon - hour);
});

test("the user's choices are kept, and a visit can stay", async () => {
  const { propose, visits, small, ten } = await clinic();
  const [first, second] = visits;
  if (!first || !second) throw new Error("There are two visits.");
  const choices = [choiceText(first, null), choiceText(second, { therapistId: small.id, start: ten })];
  expect(slots(await propose(choices))).toEqual([null, ["Small Day", ten]]);
});

test("if the day has no free times, times in the next two weeks are suggested", async () => {
  const { app, propose, nine, large } = await clinic();
  await app.db
    .deleteFrom("slots")
    .where("start_at", "<", nine + day)
    .execute();
  const [proposal] = await propose();
  expect(proposal?.problem).toBe("No one else in NC has an opening in the next two weeks.");
  await seedSlots(app, large, [nine + 2 * day]);
  expect(slots(await propose())).toEqual([["Large Day", nine + 2 * day], null]);
});

test("the contact details show how to reach each patient and why they can't be texted", async () => {
  const { app, propose, visits } = await clinic();
  const [first, second] = visits;
  const own = app.db.updateTable("orders").set({ patient_name: "Bartholomew Featherstonehaugh-Nakamura" });
  await own.where("id", "=", first?.order_id ?? 0).execute();
  await app.db
    .updateTable("orders")
    .set({ phone: null })
    .where("id", "=", second?.order_id ?? 0)
    .execute();
  expect((await propose()).map(({ contact }) => contact)).toMatchObject([
    {
      name: "Bartholomew Featherstonehaugh-Nakamura",
      noText: null,
      textHref: `/messages/start?order=${first?.order_id}`,
    },
    { phone: null, text: false, noText: "No phone number on file." },
  ]);
  await app.db.updateTable("visits").set({ sms_consent: 0 }).execute();
  expect((await propose())[0]?.contact.noText).toBe("The patient hasn't agreed to texts.");
});

test("moved visits must be confirmed again, and everyone is notified once after half a minute", async () => {
  const { app, propose, inputOf, therapist, move } = await clinic();
  const input = inputOf(await propose());
  expect((await move(input)).map(([outcome]) => outcome)).toEqual(["done", "done"]);
  const rows = await app.db.selectFrom("visits").selectAll().execute();
  expect(rows.map((row) => [row.status, row.therapist_id === therapist.id, row.meeting_link])).toEqual([
    ["submitted", false, null],
    ["submitted", false, null],
  ]);
  expect(await outboxOf(app)).toHaveLength(0);
  app.clock.advance(minute);
  expect(await notifyOfMoves(app)).toBe(2);
  const queued = await app.db.selectFrom("outbox").select(["channel", "kind"]).execute();
  expect(queued.filter(({ kind }) => kind === "visit-moved")).toHaveLength(8);
  expect((await move(input)).map(([outcome]) => outcome)).toEqual(["already", "already"]);
  app.clock.advance(minute);
  expect(await notifyOfMoves(app)).toBe(0);
  expect(await app.db.selectFrom("outbox").select("id").execute()).toHaveLength(queued.length);
});

test("a visit whose new time was taken stays, the other visits move, and that time isn't suggested again", async () => {
  const { app, propose, inputOf, large, ten, therapist, move } = await clinic();
  const input = inputOf(await propose());
  await aVisit(app, large, ten + 30 * minute);
  expect(await move(input)).toEqual([
    ["done", expect.stringMatching(/^Reassigned to Small Day, .* Small Day has to confirm it\.$/)],
    ["refused", "Large Day's time was taken."],
  ]);
  const remaining = await app.db
    .selectFrom("visits")
    .select("id")
    .where("therapist_id", "=", therapist.id)
    .where("status", "=", "confirmed")
    .execute();
  expect(remaining).toHaveLength(1);
  expect(slots(await propose())).toEqual([null]);
});

test("a visit that has changed since the page was opened isn't moved", async () => {
  const { app, propose, inputOf, visits, move } = await clinic();
  const input = inputOf(await propose());
  await app.db
    .updateTable("visits")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", visits[0]?.id ?? 0)
    .execute();
  expect((await move(input))[0]).toEqual(["refused", "This visit has changed. Review it and try again."]);
});

test("a request for a past day, or without any changes, is refused", async () => {
  const { app, who, propose, inputOf } = await clinic();
  const input = inputOf(await propose());
  const nothing = ChangeAbsence.safeParse({ ...input, slot: [], close: false });
  expect(nothing.error?.issues[0]?.message).toBe("Choose a new time for at least one visit.");
  app.clock.advance(3 * day);
  const refusal = await reassignDay(app, who, input).catch((error: unknown) => error);
  expect((refusal as Refusal).message).toBe("This day is in the past. Choose today or a later day.");
});

test("no times are suggested for a day without visits, a past day, or invalid parameters", async () => {
  const { app, therapist } = await clinic();
  const record = await findTherapist(app.db, therapist.id);
  const past = localDate(app.clock.now() - 3 * day, "America/New_York");
  expect(await listUpcoming(app.db, record.id, past, app.clock.now())).toEqual([]);
  expect(await proposeMoves(app, app.db, { visits: [] })).toEqual([]);
  expect(ShowAbsence.parse({ id: 1, date: "2026-13-40", slot: "x" })).toMatchObject({
    date: undefined,
    slot: [],
  });
});
