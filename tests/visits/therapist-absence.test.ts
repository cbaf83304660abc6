import { expect, test } from "vitest";
import { Refusal } from "~/core/refusal";
import { day, hour, localDate, minute } from "~/core/time";
import { operator } from "~/core/who";
import { findTherapist } from "~/therapists/therapists.server";
import { choiceText, MoveDay, ShowAbsence } from "~/visits/absence/absence-schema";
import { moveDay } from "~/visits/absence/move-day.server";
import { type Proposal, proposeMoves } from "~/visits/absence/propose-moves.server";
import { aClinic, aVisit } from "../support/clinic";
import { outboxOf } from "../support/http-actions";
import { seedSlots, seedTherapist } from "../support/seed";

/** A therapist with two visits tomorrow at 9 and 10, and two colleagues in the region, one with a small capacity. */
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
  const record = await findTherapist(app.db, therapist.id);
  const propose = (slot: string[] = []) =>
    proposeMoves(app, app.db, record, date, ShowAbsence.parse({ id: therapist.id, slot }).slot);
  const inputOf = (proposals: Proposal[]) =>
    MoveDay.parse({
      id: therapist.id,
      date,
      slot: proposals.map(({ visit, slot }) => choiceText(visit, slot)),
    });
  return { app, therapist, small, large, nine, ten, visits, date, propose, inputOf };
}

const slots = (proposals: Proposal[]) => proposals.map(({ slot }) => slot && [slot.therapist, slot.start]);

test("each visit gets the nearest free time in the region within daily capacities", async () => {
  const { propose, nine, ten } = await clinic();
  const proposals = await propose();
  expect(slots(proposals)).toEqual([
    ["Small Day", nine],
    ["Large Day", ten + 30 * minute],
  ]);
  expect(proposals[0]?.contact).toEqual({ text: true, email: true });
  expect(proposals.flatMap(({ options }) => options.map(({ therapist }) => therapist))).not.toContain(
    "Far Away",
  );
});

test("the user's choices are kept, and a visit can stay", async () => {
  const { propose, visits, small, ten } = await clinic();
  const [first, second] = visits;
  if (!first || !second) throw new Error("There are two visits.");
  const choices = [choiceText(first, null), choiceText(second, { therapistId: small.id, start: ten })];
  expect(slots(await propose(choices))).toEqual([null, ["Small Day", ten]]);
});

test("the visits move together, need a confirmation, and everyone is notified once", async () => {
  const { app, propose, inputOf, therapist } = await clinic();
  const input = inputOf(await propose());
  expect(await moveDay(app, operator, input)).toBe(2);
  const rows = await app.db.selectFrom("visits").selectAll().execute();
  expect(rows.map((row) => [row.status, row.therapist_id === therapist.id, row.meeting_link])).toEqual([
    ["submitted", false, null],
    ["submitted", false, null],
  ]);
  const queued = await app.db.selectFrom("outbox").select(["channel", "kind"]).execute();
  expect(queued.filter(({ kind }) => kind === "visit-moved")).toHaveLength(8);
  expect(await moveDay(app, operator, input)).toBe(0);
  expect(await outboxOf(app)).toHaveLength(queued.length);
});

test("a taken time moves no visit, and the next proposal leaves it out", async () => {
  const { app, propose, inputOf, large, ten, therapist } = await clinic();
  const input = inputOf(await propose());
  await aVisit(app, large, ten + 30 * minute);
  const refusal = await moveDay(app, operator, input).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect((refusal as Refusal).message).toMatch(
    /^Nothing was moved because Large Day's time for the visit on .* was taken\./,
  );
  const left = await app.db
    .selectFrom("visits")
    .select("id")
    .where("therapist_id", "=", therapist.id)
    .where("status", "=", "confirmed")
    .execute();
  expect(left).toHaveLength(2);
  expect(slots(await propose())[1]).toBeNull();
});

test("a changed visit and an empty list are refused", async () => {
  const { app, propose, inputOf, visits } = await clinic();
  const input = inputOf(await propose());
  await app.db
    .updateTable("visits")
    .set((of) => ({ version: of("version", "+", 1) }))
    .where("id", "=", visits[0]?.id ?? 0)
    .execute();
  await expect(moveDay(app, operator, input)).rejects.toThrow("has changed");
  const nothing = MoveDay.safeParse({ ...input, slot: [] });
  expect(nothing.error?.issues[0]?.message).toBe("Choose a new time for at least one visit.");
});

test("a day without visits, a past day and invalid parameters propose nothing", async () => {
  const { app, therapist } = await clinic();
  const record = await findTherapist(app.db, therapist.id);
  const past = localDate(app.clock.now() - 3 * day, "America/New_York");
  expect(await proposeMoves(app, app.db, record, past)).toEqual([]);
  expect(ShowAbsence.parse({ id: 1, date: "2026-13-40", slot: "x" })).toEqual({
    id: 1,
    date: undefined,
    slot: [],
  });
});
