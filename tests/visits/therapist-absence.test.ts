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

/** A therapist with two visits tomorrow at 9 and 10, and two colleagues of the region, one of them small. */
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
  const propose = (home: string[] = []) =>
    proposeMoves(app, app.db, record, date, ShowAbsence.parse({ id: therapist.id, home }).home);
  const inputOf = (proposals: Proposal[]) =>
    MoveDay.parse({
      id: therapist.id,
      date,
      home: proposals.map(({ visit, home }) => choiceText(visit, home)),
    });
  return { app, therapist, small, large, nine, ten, visits, date, propose, inputOf };
}

const homes = (proposals: Proposal[]) => proposals.map(({ home }) => home && [home.therapist, home.start]);

test("each visit gets the nearest free time of the region, within everybody's capacity", async () => {
  const { propose, nine, ten } = await clinic();
  const proposals = await propose();
  expect(homes(proposals)).toEqual([
    ["Small Day", nine],
    ["Large Day", ten + 30 * minute],
  ]);
  expect(proposals[0]?.reach).toEqual({ text: true, email: true });
  expect(proposals.flatMap(({ options }) => options.map(({ therapist }) => therapist))).not.toContain(
    "Far Away",
  );
});

test("what was chosen stays chosen, and one may stay", async () => {
  const { propose, visits, small, ten } = await clinic();
  const [first, second] = visits;
  if (!first || !second) throw new Error("There are two visits.");
  const choices = [choiceText(first, null), choiceText(second, { therapistId: small.id, start: ten })];
  expect(homes(await propose(choices))).toEqual([null, ["Small Day", ten]]);
});

test("the visits move together, wait for their therapists, and everybody is told once", async () => {
  const { app, propose, inputOf, therapist } = await clinic();
  const input = inputOf(await propose());
  expect(await moveDay(app, operator, input)).toBe(2);
  const rows = await app.db.selectFrom("visits").selectAll().execute();
  expect(rows.map((row) => [row.status, row.therapist_id === therapist.id, row.meeting_link])).toEqual([
    ["submitted", false, null],
    ["submitted", false, null],
  ]);
  const told = await app.db.selectFrom("outbox").select(["channel", "kind"]).execute();
  expect(told.filter(({ kind }) => kind === "visit-moved")).toHaveLength(8);
  expect(await moveDay(app, operator, input)).toBe(0);
  expect(await outboxOf(app)).toHaveLength(told.length);
});

test("a home that was taken meanwhile moves nothing at all, and the next proposal knows", async () => {
  const { app, propose, inputOf, large, ten, therapist } = await clinic();
  const input = inputOf(await propose());
  await aVisit(app, large, ten + 30 * minute);
  const refusal = await moveDay(app, operator, input).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect((refusal as Refusal).message).toMatch(
    /^Nothing was moved, since the time of Large Day .* was taken meanwhile\./,
  );
  const left = await app.db
    .selectFrom("visits")
    .select("id")
    .where("therapist_id", "=", therapist.id)
    .where("status", "=", "confirmed")
    .execute();
  expect(left).toHaveLength(2);
  expect(homes(await propose())[1]).toBeNull();
});

test("a visit that was changed meanwhile is told, and so is a list of nothing", async () => {
  const { app, propose, inputOf, visits } = await clinic();
  const input = inputOf(await propose());
  await app.db
    .updateTable("visits")
    .set((of) => ({ version: of("version", "+", 1) }))
    .where("id", "=", visits[0]?.id ?? 0)
    .execute();
  await expect(moveDay(app, operator, input)).rejects.toThrow("was changed meanwhile");
  const nothing = MoveDay.safeParse({ ...input, home: [] });
  expect(nothing.error?.issues[0]?.message).toBe("Choose a new home for at least one visit.");
});

test("a day without visits, a past day and nonsense in the address propose nothing", async () => {
  const { app, therapist } = await clinic();
  const record = await findTherapist(app.db, therapist.id);
  const past = localDate(app.clock.now() - 3 * day, "America/New_York");
  expect(await proposeMoves(app, app.db, record, past)).toEqual([]);
  expect(ShowAbsence.parse({ id: 1, date: "2026-13-40", home: "x" })).toEqual({
    id: 1,
    date: undefined,
    home: [],
  });
});
