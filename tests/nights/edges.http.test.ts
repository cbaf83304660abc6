import { expect, test } from "vitest";
import { addDays, hour, instantOf, minute } from "~/core/time";
import { operator } from "~/core/who";
import { currentNight } from "~/nights/first-nights.server";
import { makeIntegrationKey } from "~/orders/keys/integration-keys.server";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, staffClient } from "../support/seed";
import { startServer } from "../support/server";
import { aSetUpPatient, followNights } from "../support/set-up-patients";

const server = await startServer();
const { app, clock } = server;
const { database, therapist } = await seedClinic(app);
await followNights(app);

const key = await makeIntegrationKey(app, operator, { name: "Usage reports" });

async function setUp(zone: string, startedOn: string) {
  const { order } = await aSetUpPatient(app, { database, therapistId: therapist.id });
  await app.db
    .updateTable("first_nights")
    .set({ started_on: startedOn, zone })
    .where("order_id", "=", order.id)
    .execute();
  return order;
}

test("the last day to begin is over at noon of the next day where the patient is", async () => {
  const startedOn = "2026-11-01";
  const honolulu = "Pacific/Honolulu";
  const order = await setUp(honolulu, startedOn);
  const lastStart = addDays(startedOn, 69);
  const noon = instantOf(addDays(lastStart, 1), "12:00", honolulu) ?? 0;
  const text = async () =>
    (await PlainPage.open(await staffClient(server, "supervisor"), `/orders/${order.id}/nights`)).text;
  clock.set(noon - minute);
  expect(await text()).toContain("The device must be used every night from");
  clock.set(noon);
  expect(await text()).not.toContain("The device must be used every night from");
});

test("a program can save the night that has begun where the patient is, and no later one", async () => {
  for (const zone of ["Pacific/Honolulu", "America/New_York"]) {
    const order = await setUp(zone, addDays(currentNight(clock.now(), zone), -5));
    for (let quarter = 0; quarter < 4; quarter++) {
      clock.advance(6 * hour);
      const current = currentNight(clock.now(), zone);
      const nights = [current, addDays(current, 1), "2999-12-31"].map((date) => ({ date, minutes: 300 }));
      const reply = await new Client(server.url).put(
        "/api/usage",
        { brightree_db: database, patient_id: order.patient_id, nights },
        { authorization: `Bearer ${key}` },
      );
      expect(reply.json.saved + reply.json.unchanged).toBe(1);
      expect(
        reply.json.errors.map(({ index, error }: { index: number; error: string }) => [index, error]),
      ).toEqual([
        [1, "This night hasn't begun."],
        [2, "This night hasn't begun."],
      ]);
    }
  }
});

test("30 nights that aren't over say so", async () => {
  const zone = "America/New_York";
  const order = await setUp(zone, addDays(currentNight(clock.now(), zone), -5));
  const supervisor = await staffClient(server, "supervisor");
  const text = async () => (await PlainPage.open(supervisor, `/orders/${order.id}/nights`)).text;
  expect(await text()).toMatch(/0 of 30 nights with 4 hours, [^.]*, not over yet/);
  await app.db
    .updateTable("first_nights")
    .set({ started_on: addDays(currentNight(clock.now(), zone), -40) })
    .where("order_id", "=", order.id)
    .execute();
  expect(await text()).not.toContain("not over yet");
});
