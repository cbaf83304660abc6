import ICAL from "ical.js";
import ical from "node-ical";
import { expect, test } from "vitest";
import { day, hour, minute } from "~/core/time";
import { operator } from "~/core/who";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { moveVisit } from "~/visits/move-visit.server";
import { Client } from "../support/client";
import { aTherapist, aVisit } from "../support/clinic";
import { propertyOf } from "../support/mail-server";
import { signInStaff, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { url } = server;
const app = { ...server.app, clock: server.clock };
const reader = new Client(url);
const now = app.clock.now();

async function aFeed() {
  const { therapist, user } = await aTherapist(app, { zoom_link: "https://meet.example/a,b;c" });
  const client = new Client(url);
  await signInStaff(app, client, user.id);
  const made = await client.post(`/api/therapists/${therapist.id}/feed`);
  expect(made.status).toBe(200);
  return { therapist, client, path: new URL(made.json.url).pathname, address: made.json.url as string };
}

const read = async (path: string) => {
  const reply = await reader.get(path);
  expect(reply.status).toBe(200);
  return reply.text;
};
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((each) => new ICAL.Event(each));

test("a feed has only the therapist's visits from 30 days ago to 180 days ahead", async () => {
  const { therapist, path } = await aFeed();
  const other = await aTherapist(app);
  const inRange = [-29, 1, 179].map((days) => now + days * day);
  for (const start of [...inRange, now - 32 * day, now + 183 * day]) {
    await aVisit(app, therapist, start, { status: start < now ? "completed" : "confirmed" });
  }
  await aVisit(app, other.therapist, now + day);
  const starts = eventsOf(await read(path)).map((event) => event.startDate.toUnixTime() * 1000);
  expect(starts).toEqual(inRange);
});

test("ical.js and node-ical read the same times, statuses, and text across DST changes", async () => {
  const { therapist, path, address } = await aFeed();
  const states = {
    submitted: "TENTATIVE",
    confirmed: "CONFIRMED",
    completed: "CONFIRMED",
    "no show": "CONFIRMED",
    cancelled: "CANCELLED",
  };
  // DST starts in New York on March 8, 2026.
  const firstDay = Date.parse("2026-03-07T14:00:00Z");
  const visits = await Promise.all(
    Object.keys(states).map((status, index) =>
      aVisit(app, therapist, firstDay + index * day, {
        status,
        sequence: index,
        meeting_link: "https://meet.example/a,b;c",
        patient_zone: "America/Los_Angeles",
      }),
    ),
  );
  const text = await read(path);
  expect(text).toMatch(/^(?:[^\r\n]{1,75}\r\n)+$/);
  expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1);
  expect(text).toMatch(/DTSTART;TZID=America\/New_York:20260307T090000\r\n/);
  expect(text).toMatch(/DTSTART;TZID=America\/New_York:20260308T100000\r\n/);
  const byIcalJs = eventsOf(text);
  const byNodeIcal = await ical.async.fromURL(address);
  for (const [index, visit] of visits.entries()) {
    const event = byIcalJs.find(({ uid }) => uid === visit.uid);
    expect(event?.startDate.toUnixTime()).toBe(visit.start_at / 1000);
    expect(event?.endDate.toUnixTime()).toBe(visit.end_at / 1000);
    expect(event?.sequence).toBe(index);
    expect(event?.component.getFirstPropertyValue("status")).toBe(Object.values(states)[index]);
    const other = byNodeIcal[visit.uid];
    if (other?.type !== "VEVENT") throw new Error("node-ical found no such event.");
    expect(other.start.getTime()).toBe(visit.start_at);
    expect(other.end?.getTime()).toBe(visit.end_at);
    expect(other.status).toBe(Object.values(states)[index]);
    expect(other.location).toBe("https://meet.example/a,b;c");
    expect(other.description).toContain("Patient's time: ");
    expect(other.description).toContain(`${url}/visits/${visit.id}`);
  }
});

test("ical.js reads the times using the feed's time zone definition", async () => {
  const { therapist, path } = await aFeed();
  const starts = [2, 8, 100, 170].map((days) => now + days * day);
  for (const start of starts) await aVisit(app, therapist, start);
  const root = new ICAL.Component(ICAL.parse(await read(path)));
  const zone = new ICAL.Timezone(root.getFirstSubcomponent("vtimezone") ?? "");
  const times = root.getAllSubcomponents("vevent").map((event) => {
    const time = event.getFirstPropertyValue("dtstart") as ICAL.Time;
    time.zone = zone;
    return time.toUnixTime() * 1000;
  });
  expect(times).toEqual(starts);
});

test("a moved visit keeps its UID with a higher sequence, and a canceled one is marked", async () => {
  const { therapist, path } = await aFeed();
  const visit = await aVisit(app, therapist, now + 3 * day);
  const before = await read(path);
  await moveVisit(app, operator, { id: visit.id, datetime: now + 4 * day });
  const moved = await read(path);
  expect(propertyOf(moved, "UID")).toBe(visit.uid);
  expect(Number(propertyOf(moved, "SEQUENCE"))).toBeGreaterThan(Number(propertyOf(before, "SEQUENCE")));
  await cancelVisit(app, operator, visit.id, null);
  const canceled = await read(path);
  expect(propertyOf(canceled, "STATUS")).toBe("CANCELLED");
  expect(Number(propertyOf(canceled, "SEQUENCE"))).toBeGreaterThan(Number(propertyOf(moved, "SEQUENCE")));
});

test("an unchanged feed returns 304, and a changed feed is sent in full", async () => {
  const { therapist, path } = await aFeed();
  const visit = await aVisit(app, therapist, now + 3 * day);
  const first = await reader.get(path);
  const tag = first.headers.get("etag") ?? "";
  expect(first.headers.get("cache-control")).toBe("private, no-store");
  expect(first.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
  const again = await reader.get(path, { "if-none-match": tag });
  expect([again.status, again.text]).toEqual([304, ""]);
  await app.db.updateTable("visits").set({ status: "confirmed" }).where("id", "=", visit.id).execute();
  const changed = await reader.get(path, { "if-none-match": tag });
  expect(changed.status).toBe(200);
  expect(changed.headers.get("etag")).not.toBe(tag);
});

test("a feed names patients only if the company allows it", async () => {
  const { therapist, path } = await aFeed();
  const visit = await aVisit(app, therapist, now + 3 * day);
  await app.db
    .updateTable("orders")
    .set({ patient_name: "Grace Hopper" })
    .where("id", "=", visit.order_id)
    .execute();
  expect(await read(path)).not.toContain("Hopper");
  const admin = await staffClient(server, "admin");
  expect((await admin.patch("/api/company", { feed_names: true })).json.feed_names).toBe(true);
  expect(await read(path)).toContain("Grace Hopper");
  await admin.submit("/admin/company", { feed_names: "false" });
  expect(await read(path)).not.toContain("Hopper");
});

test("a feed stops working immediately when it is replaced or revoked, or when its user is deactivated", async () => {
  const { therapist, client, path } = await aFeed();
  const api = `/api/therapists/${therapist.id}/feed`;
  const replaced = new URL((await client.post(api)).json.url).pathname;
  expect((await reader.get(path)).status).toBe(404);
  expect((await reader.get(replaced)).status).toBe(200);
  const disabled = { disabled_at: now };
  await app.db.updateTable("users").set(disabled).where("id", "=", therapist.user_id).execute();
  expect((await reader.get(replaced)).status).toBe(404);
  await app.db.updateTable("users").set({ disabled_at: null }).where("id", "=", therapist.user_id).execute();
  expect((await client.delete(api)).status).toBe(204);
  expect((await reader.get(replaced)).status).toBe(404);
  expect((await client.delete(api)).status).toBe(204);
});

test("the database doesn't store feed tokens in clear text", async () => {
  const { therapist, path } = await aFeed();
  const row = await app.reads
    .selectFrom("calendar_feeds")
    .selectAll()
    .where("therapist_id", "=", therapist.id)
    .executeTakeFirstOrThrow();
  const token = path.slice("/calendar/".length, -".ics".length);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(row)).not.toContain(token);
});

test("a therapist connects a calendar app from the page, and another therapist can't", async () => {
  const { therapist, client, address } = await aFeed();
  const page = `/therapists/${therapist.id}/calendars`;
  expect((await client.get(page)).text).toContain(address);
  const replaced = await client.submit(page, { act: "create-feed" });
  expect([replaced.status, replaced.location]).toEqual([303, page]);
  const shown = (await client.get(page)).text;
  expect(shown).toContain("Link replaced");
  expect(shown).not.toContain(address);
  await client.submit(page, { act: "revoke-feed" });
  expect((await client.get(page)).text).toContain("Create link");
  const otherTherapist = (await aFeed()).client;
  expect((await otherTherapist.get(page)).status).toBe(404);
  expect((await otherTherapist.post(`/api/therapists/${therapist.id}/feed`)).status).toBe(404);
});

test("back-to-back visits don't overlap in the feed", async () => {
  const { therapist, path } = await aFeed();
  await aVisit(app, therapist, now + day);
  await aVisit(app, therapist, now + day + 45 * minute);
  const [one, next] = eventsOf(await read(path));
  expect(one?.endDate.toUnixTime()).toBe(next?.startDate.toUnixTime());
  expect((next?.duration.toSeconds() ?? 0) * 1000).toBe(0.75 * hour);
});

test("a feed with more than one batch of visits is a single calendar", async () => {
  const { therapist, path } = await aFeed();
  const visits = Array.from({ length: 201 }, (_, index) => now + index * hour);
  for (const start of visits) await aVisit(app, therapist, start);
  const text = await read(path);
  expect(text.match(/^BEGIN:VCALENDAR\r$|^BEGIN:VTIMEZONE\r$/gm)).toHaveLength(2);
  expect(eventsOf(text).map((event) => event.startDate.toUnixTime() * 1000)).toEqual(visits);
});
