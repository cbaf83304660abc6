import { expect, test } from "vitest";
import { day } from "~/core/time";
import { operator } from "~/core/who";
import { ChangeVisits } from "~/visits/bulk/bulk-schema";
import { changeVisits } from "~/visits/bulk/change-visits.server";
import { findVisit } from "~/visits/visits.server";
import { aClinic, aVisit } from "../support/clinic";
import { outboxOf } from "../support/http-actions";
import { seedTherapist } from "../support/seed";

async function clinic() {
  const { app, therapist, order } = await aClinic();
  await app.db.updateTable("therapists").set({ zoom_link: "https://meet.example/own" }).execute();
  const other = await seedTherapist(app, { name: "Without Link" });
  const at = app.clock.now() + day;
  const first = await aVisit(app, therapist, at, { order_id: order.id });
  const second = await aVisit(app, other, at);
  const change = async (input: object) =>
    (await changeVisits(app, operator, ChangeVisits.parse(input))).map(({ outcome, message }) => [
      outcome,
      message,
    ]);
  const statuses = async () =>
    (await app.db.selectFrom("visits").select("status").orderBy("id").execute()).map((row) => row.status);
  const sent = async () => (await outboxOf(app)).length;
  return { app, therapist, other, first, second, change, statuses, sent };
}

test("visits are confirmed with the therapist's link, or else with the entered one", async () => {
  const { app, first, second, change } = await clinic();
  expect(await change({ act: "confirm", visit: [String(first.id), second.id], meeting_link: "" })).toEqual([
    ["done", "Confirmed. The invitation is sent."],
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
    ["done", "Confirmed. The invitation is sent."],
  ]);
  expect((await findVisit(app.db, first.id))?.meeting_link).toBe("https://meet.example/own");
  expect((await findVisit(app.db, second.id))?.meeting_link).toBe("https://meet.example/given");
});

test("a visit reassigned while being confirmed never keeps the previous therapist's link", async () => {
  const { app, other, first, second, change } = await clinic();
  await app.db.deleteFrom("visits").where("id", "=", second.id).execute();
  const link = { act: "confirm", visit: [first.id], meeting_link: "https://meet.example/given" };
  await Promise.all([change(link), change({ act: "reassign", visit: [first.id], therapist: other.id })]);
  const visit = await findVisit(app.db, first.id);
  expect(visit?.therapist_id).toBe(other.id);
  expect([null, "https://meet.example/given"]).toContain(visit?.meeting_link);
});

test("a bulk change sent twice is made and announced once", async () => {
  const { first, second, change, statuses, sent } = await clinic();
  const input = { act: "cancel", visit: [first.id, second.id, first.id] };
  expect((await change(input)).map(([outcome]) => outcome)).toEqual(["done", "done"]);
  const before = await sent();
  expect((await change(input)).map(([outcome]) => outcome)).toEqual(["already", "already"]);
  expect(await statuses()).toEqual(["cancelled", "cancelled"]);
  expect(await sent()).toBe(before);
});

test("a refused or unknown visit doesn't stop the others", async () => {
  const { app, first, second, change, statuses } = await clinic();
  await app.db.updateTable("visits").set({ status: "completed" }).where("id", "=", first.id).execute();
  expect(await change({ act: "cancel", visit: [first.id, 9_999, second.id] })).toEqual([
    ["refused", "A visit that is completed can't be canceled."],
    ["refused", "Visit not found."],
    ["done", "Canceled. The patient is notified."],
  ]);
  expect(await statuses()).toEqual(["completed", "cancelled"]);
});

test("a reassigned visit has to be confirmed, and stays if the new therapist is busy", async () => {
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
    ["done", `Reassigned to ${therapist.name}, who has to confirm it. The patient is notified.`],
  ]);
  expect(await findVisit(app.db, second.id)).toMatchObject({
    therapist_id: therapist.id,
    status: "submitted",
    meeting_link: null,
  });
  expect(await change({ act: "reassign", visit: [second.id], therapist: therapist.id })).toEqual([
    ["already", `Already with ${therapist.name}.`],
  ]);
});

test.each([
  [{ act: "confirm", visit: [] }, "Select at least one visit."],
  [{ act: "cancel", visit: ["x"] }, "This is not a known id."],
  [
    { act: "cancel", visit: Array.from({ length: 101 }, (_, index) => index + 1) },
    "Select at most 100 visits.",
  ],
  [
    { act: "confirm", visit: [1], meeting_link: "javascript:alert(1)" },
    "Enter a web address that starts with https://.",
  ],
  [{ act: "explode", visit: [1] }, "Choose what to do."],
])("%j is refused", (input, sentence) => {
  expect(ChangeVisits.safeParse(input).error?.issues[0]?.message).toBe(sentence);
});

test("a past visit can't be reassigned", async () => {
  const { app, other, first, change, sent } = await clinic();
  app.clock.advance(3 * day);
  expect(await change({ act: "reassign", visit: [first.id], therapist: other.id })).toEqual([
    ["refused", "This visit's time has passed."],
  ]);
  expect(await sent()).toBe(0);
});
