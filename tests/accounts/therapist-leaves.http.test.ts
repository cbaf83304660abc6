import { expect, test } from "vitest";
import { minute } from "~/core/time";
import { startReadingCalendars } from "~/therapists/calendars/start-reading-calendars.server";
import { calendarEvent, startCalendarServer } from "../support/calendar-server";
import { Client } from "../support/client";
import { aTherapist } from "../support/clinic";
import { eventually } from "../support/eventually";
import { seedTherapist, signInStaff, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { url, clock } = server;
const app = { ...server.app, clock };
const admin = await staffClient(server, "admin");
const reader = new Client(url);

/** A therapist with a calendar feed and a connected calendar that has a password. */
async function aConnectedTherapist() {
  const { therapist, user } = await aTherapist(app);
  const client = new Client(url);
  await signInStaff(app, client, user.id);
  const feed = new URL((await client.post(`/api/therapists/${therapist.id}/feed`)).json.url).pathname;
  const calendar = await startCalendarServer();
  calendar.serve(calendarEvent(clock.now() + 60 * minute, clock.now() + 90 * minute));
  const path = `/api/therapists/${therapist.id}/calendars`;
  const added = await client.post(path, { kind: "ics", url: calendar.url, user: "tess", password: "secret" });
  expect(added.json.error).toBeNull();
  expect((await reader.get(feed)).status).toBe(200);
  return { therapist, user, feed, calendar };
}

const countOf = async (table: "calendars" | "calendar_feeds" | "busy_times", therapistId: number) =>
  (await app.db.selectFrom(table).select("therapist_id").where("therapist_id", "=", therapistId).execute())
    .length;

const changes: [string, (user: number) => ReturnType<Client["patch"]>][] = [
  ["loses the therapist role", (user) => admin.patch(`/api/admin/users/${user}`, { roles: ["supervisor"] })],
  [
    "is no longer linked to the profile",
    (user) => admin.patch(`/api/admin/users/${user}`, { therapist_id: "0" }),
  ],
  ["is deleted", (user) => admin.delete(`/api/admin/users/${user}`)],
];

test.each(changes)("when the user %s, the feed and the connected calendars end", async (_, change) => {
  const { therapist, user, feed } = await aConnectedTherapist();
  expect((await change(user.id)).status).toBeLessThan(300);
  expect((await reader.get(feed)).status).toBe(404);
  for (const table of ["calendar_feeds", "calendars", "busy_times"] as const) {
    expect(await countOf(table, therapist.id), table).toBe(0);
  }
  const entries = await app.db
    .selectFrom("audit_log")
    .select("action")
    .where("subject", "=", `therapist ${therapist.id}`)
    .where("action", "in", ["feed.revoked", "calendar.removed"])
    .execute();
  expect(entries).toHaveLength(2);
});

test("another change to the user keeps the feed and the calendars", async () => {
  const { therapist, user, feed } = await aConnectedTherapist();
  expect(
    (await admin.patch(`/api/admin/users/${user.id}`, { roles: ["therapist", "supervisor"] })).status,
  ).toBe(200);
  expect((await reader.get(feed)).status).toBe(200);
  expect(await countOf("calendars", therapist.id)).toBe(1);
});

test("a feed doesn't respond without the therapist role, even if its row is still there", async () => {
  const { user, feed } = await aConnectedTherapist();
  await app.db.deleteFrom("user_roles").where("user_id", "=", user.id).execute();
  expect((await reader.get(feed)).status).toBe(404);
});

test("the calendars of a closed account aren't read until it is reopened", async () => {
  const { user, calendar } = await aConnectedTherapist();
  expect((await admin.patch(`/api/admin/users/${user.id}`, { disabled: true })).status).toBe(200);
  const before = calendar.requests.length;
  const other = await aConnectedTherapist();
  const otherBefore = other.calendar.requests.length;
  const stop = startReadingCalendars(app, 20);
  clock.advance(6 * minute);
  await eventually(
    () => other.calendar.requests.length,
    (count) => count > otherBefore,
  );
  expect(calendar.requests).toHaveLength(before);
  // The admin's session expires when the clock advances far.
  await app.db.updateTable("users").set({ disabled_at: null }).where("id", "=", user.id).execute();
  await eventually(
    () => calendar.requests.length,
    (count) => count > before,
  );
  await stop();
});

test("nothing can be connected for a therapist without an account", async () => {
  const supervisor = await staffClient(server, "supervisor");
  const { id } = await seedTherapist(app);
  const refused = "Only a therapist with an open account can connect calendars.";
  const feed = await supervisor.post(`/api/therapists/${id}/feed`);
  expect([feed.status, feed.json.error]).toEqual([409, expect.stringContaining(refused)]);
  const calendar = await startCalendarServer();
  const added = await supervisor.post(`/api/therapists/${id}/calendars`, { kind: "ics", url: calendar.url });
  expect([added.status, added.json.error]).toEqual([409, expect.stringContaining(refused)]);
  const page = await supervisor.submit(`/therapists/${id}/calendars`, { act: "create-feed" });
  expect(page.status).toBe(409);
  expect(page.text).toContain(refused);
});
