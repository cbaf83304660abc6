import { expect, test } from "vitest";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
await seedClinic(server.app);

const storedFor = (orderId: number) =>
  server.app.reads
    .selectFrom("orders")
    .leftJoin("visits", "visits.order_id", "orders.id")
    .select(["visit_zone", "other_zone", "visits.patient_zone"])
    .where("orders.id", "=", orderId)
    .executeTakeFirst();

test("without scripts, the question's form works", async () => {
  const order = await seedOrder(server.app, { state: "NC" });
  const client = new Client(server.url);
  await signInPatient(server.app, client, order.id);
  client.cookies.set("tz", "Pacific%2FHonolulu");
  const question = await PlainPage.open(client, "/schedule");
  expect(question.buttons(/./)).toContain("North Carolina, Eastern Time");
  const list = await question.press("Hawaii, where your phone is");
  expect(list.text).toContain("Times are in Hawaii-Aleutian Standard Time.");
  const early = await list.follow(/^Select/);
  const done = await early.press("Confirm", { sms_consent: "on", odd_hour: "on" });
  expect(done.text).toContain("Appointment submitted successfully!");
  expect(await storedFor(order.id)).toEqual({
    visit_zone: "Pacific/Honolulu",
    other_zone: "America/New_York",
    patient_zone: "Pacific/Honolulu",
  });
});

test.each([
  ["TN", "America/New_York"],
  ["MI", "America/New_York"],
  [null, "Pacific/Honolulu"],
])("a patient from %s with a phone in %s isn't asked", async (state, zone) => {
  const order = await seedOrder(server.app, { state });
  const client = new Client(server.url);
  await signInPatient(server.app, client, order.id);
  client.cookies.set("tz", encodeURIComponent(zone));
  const page = await PlainPage.open(client, "/schedule");
  expect(page.text).not.toContain("Where will you be for this visit?");
  expect(page.text).toContain("Times are in");
});

test("another patient's form, an unknown zone, and a session without proof don't change the place", async () => {
  const order = await seedOrder(server.app, { state: "TN" });
  const client = new Client(server.url);
  await signInPatient(server.app, client, order.id);
  expect(
    (await client.submit("/visit-zone", { zone: "Pacific/Honolulu", page_token: "0".repeat(16) })).status,
  ).toBe(409);
  const unknown = await client.submit("/visit-zone", { zone: "Mars/Base" });
  expect([unknown.status, unknown.text.includes("Choose one of the places.")]).toEqual([422, true]);
  const byQuery = new Client(server.url);
  await byQuery.get(`/schedule?pid=${order.patient_id}&db=${order.brightree_db}`);
  await byQuery.submit("/visit-zone", { zone: "Pacific/Honolulu" });
  expect(await storedFor(order.id)).toMatchObject({ visit_zone: null, other_zone: null });
});
