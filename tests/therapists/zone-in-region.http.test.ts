import { expect, test } from "vitest";
import { seedTherapist, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const { url, app } = await startServer();
const asAdmin = await staffClient({ app, url }, "admin");

test("Arizona with a time zone that has daylight saving time is refused with the reason", async () => {
  const { id } = await seedTherapist(app, { region: "NC", timezone: "EST" });
  const path = `/api/admin/therapists/${id}`;
  const reason =
    "Arizona has no daylight saving time, but this time zone does. Choose the time zone of Arizona.";
  for (const change of [{ region: "AZ" }, { region: "Arizona", timezone: "MST" }]) {
    const refused = await asAdmin.patch(path, change);
    expect([refused.status, JSON.stringify(refused.json).includes(reason)]).toEqual([422, true]);
  }
  expect((await asAdmin.patch(path, { region: "AZ", timezone: "America/Phoenix" })).status).toBe(200);
  expect((await asAdmin.patch(path, { timezone: "MST" })).status).toBe(422);
  expect((await asAdmin.patch(path, { region: "GU", timezone: "Pacific/Guam" })).status).toBe(200);
});
