import type { ServerResponse } from "node:http";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { recountOpenSlots } from "~/availability/recount-open-slots.server";
import { day, hour, minute } from "~/core/time";
import { operator } from "~/core/who";
import { removeCalendar } from "~/therapists/calendars/remove-calendar.server";
import { storeBusyTimes } from "~/therapists/calendars/store-busy-times.server";
import { calendarText, startCalendarServer } from "../support/calendar-server";
import { Client } from "../support/client";
import { aTherapist } from "../support/clinic";
import { eventually } from "../support/eventually";
import { morningStarts, seedSlots, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { url, clock } = server;
const app = { ...server.app, clock };

async function aSignedInTherapist() {
  const { therapist, user } = await aTherapist(app);
  const client = new Client(url);
  const token = await signInStaff(app, client, user.id);
  return { therapist, client, token, path: `/api/therapists/${therapist.id}/calendars` };
}

/** A calendar server that responds only when it is released. */
async function aSlowServer() {
  const calendars = await startCalendarServer();
  const waiting: ServerResponse[] = [];
  let left = 0;
  calendars.respondWith((_, response) => {
    waiting.push(response);
    response.once("close", () => {
      if (!response.writableFinished) left++;
    });
  });
  return {
    url: calendars.url,
    requests: calendars.requests,
    left: () => left,
    releaseOne: () => void waiting.shift()?.end(calendarText()),
  };
}

test("at most two calendars are read at a time", async () => {
  const slow = await aSlowServer();
  const clients = await Promise.all(Array.from({ length: 5 }, aSignedInTherapist));
  const adding = clients.map(({ client, path }) => client.post(path, { kind: "ics", url: slow.url }));
  const ids = clients.map(({ therapist }) => therapist.id);
  await eventually(
    () => app.db.selectFrom("calendars").select("id").where("therapist_id", "in", ids).execute(),
    (calendars) => calendars.length === 5,
  );
  for (const expected of [2, 3, 4, 5]) {
    await eventually(
      () => slow.requests.length,
      (count) => count === expected,
      5,
    );
    slow.releaseOne();
  }
  slow.releaseOne();
  expect((await Promise.all(adding)).map(({ json }) => json.error)).toEqual(Array(5).fill(null));
});

test("while a therapist's calendar is being read, a second request is refused and adds nothing", async () => {
  const slow = await aSlowServer();
  const { client, path, therapist } = await aSignedInTherapist();
  const first = client.post(path, { kind: "ics", url: slow.url });
  await eventually(
    () => slow.requests.length,
    (count) => count === 1,
  );
  const second = await client.post(path, { kind: "ics", url: `${slow.url}?second` });
  expect([second.status, second.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(second.json.error).toContain("is still being read");
  const byForm = await client.submit(`/therapists/${therapist.id}/calendars`, {
    act: "test-calendar",
    calendar_id: String((await client.get(path)).json[0].id),
  });
  expect(byForm.status).toBe(429);
  expect(byForm.text).toContain("is still being read");
  slow.releaseOne();
  expect((await first).json.error).toBeNull();
  expect((await client.get(path)).json).toHaveLength(1);
});

test("if the client leaves, the read stops and the new calendar is removed", async () => {
  const slow = await aSlowServer();
  const { client, path, token } = await aSignedInTherapist();
  const leaving = new AbortController();
  const adding = fetch(`${url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ kind: "ics", url: slow.url }),
    signal: leaving.signal,
  });
  await eventually(
    () => slow.requests.length,
    (count) => count === 1,
  );
  leaving.abort();
  await expect(adding).rejects.toThrow();
  await eventually(slow.left, (left) => left === 1);
  await eventually(
    async () => (await client.get(path)).json,
    (calendars) => calendars.length === 0,
  );
});

test("a therapist's calendars are read at most 30 times an hour by request", async () => {
  const { client, path } = await aSignedInTherapist();
  const calendar = await startCalendarServer();
  for (let nth = 0; nth < 30; nth++) {
    expect((await client.post(path, { kind: "ics", url: calendar.url })).status).toBe(200);
  }
  const refused = await client.post(path, { kind: "ics", url: calendar.url });
  expect(refused.status).toBe(429);
  expect(refused.json.error).toMatch(/^Too many attempts\. Please wait \d+ minutes/);
  clock.advance(hour);
});

test("a replaced password keeps the calendar's busy times until it has been read", async () => {
  const { client, path } = await aSignedInTherapist();
  const calendar = await startCalendarServer();
  const add = (password: string) =>
    client.post(path, { kind: "ics", url: calendar.url, user: "tess", password });
  const first = (await add("one")).json;
  calendar.respondWith((_, response) => response.writeHead(401).end());
  const second = (await add("two")).json;
  expect(second).toMatchObject({ id: first.id, error: expect.stringContaining("refused access") });
  expect(second.last_read_at).toBe(first.last_read_at);
  expect(calendar.requests.at(-1)?.headers.authorization).toBe(
    `Basic ${Buffer.from("tess:two").toString("base64")}`,
  );
});

// A database server allows no temporary triggers.
test.skipIf(process.env.TEST_DATABASE_SERVER)(
  "adding or removing many busy times refreshes the open times once",
  async () => {
    const { therapist } = await aTherapist(app);
    const [start = 0] = morningStarts(app, 1);
    const starts = Array.from(
      { length: 2000 },
      (_, nth) => start + Math.floor(nth / 20) * day + (nth % 20) * 30 * minute,
    );
    await seedSlots(app, therapist, starts);
    const spans = Array.from({ length: 20_000 }, (_, nth) => ({
      start: start + nth * 10 * minute,
      end: start + nth * 10 * minute + 5 * minute,
    }));
    const openCount = async () =>
      (
        await app.db
          .selectFrom("open_slots")
          .select("start_at")
          .where("therapist_id", "=", therapist.id)
          .execute()
      ).length;
    const addFilled = async () => {
      const { id } = await app.db
        .insertInto("calendars")
        .values({
          therapist_id: therapist.id,
          kind: "ics",
          url_sealed: "",
          created_at: clock.now(),
          due_at: 0,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await app.db
        .transaction()
        .execute((trx) => storeBusyTimes(trx, { id, therapist_id: therapist.id }, spans));
      expect(await openCount()).toBe(0);
      return id;
    };
    await sql`create temp table refreshes (start_at)`.execute(app.db);
    await sql`create temp trigger count_refreshes instead of insert on main.refreshed_open_slots
    begin insert into refreshes values (new.start_at); end`.execute(app.db);
    const countRefreshes = async () =>
      (await sql<{ count: number }>`select count(*) as count from refreshes`.execute(app.db)).rows[0]?.count;
    const id = await addFilled();
    expect(await countRefreshes()).toBe(1);
    await removeCalendar(app, operator, { id: therapist.id, calendar_id: id });
    expect(await countRefreshes()).toBe(2);
    expect(await openCount()).toBe(starts.length);
    expect(await recountOpenSlots(app)).toBe(0);
  },
);
