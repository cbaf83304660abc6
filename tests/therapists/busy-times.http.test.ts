import { expect, test } from "vitest";
import { day, hour, iso, minute } from "~/core/time";
import { startReadingCalendars } from "~/therapists/calendars/start-reading-calendars.server";
import { warnOfStaleCalendars } from "~/therapists/calendars/warn-of-stale-calendars.server";
import { calendarEvent, startCalendarServer } from "../support/calendar-server";
import { Client } from "../support/client";
import { aTherapist, aVisit } from "../support/clinic";
import { eventually } from "../support/eventually";
import {
  morningStarts,
  seedOrder,
  seedSlots,
  signInPatient,
  signInStaff,
  staffClient,
} from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { url, clock } = server;
const app = { ...server.app, clock };

async function aCalendar() {
  const { therapist, user } = await aTherapist(app);
  const starts = morningStarts(app, 2);
  await seedSlots(app, therapist, starts);
  const client = new Client(url);
  const signIn = () => signInStaff(app, client, user.id);
  await signIn();
  const calendar = await startCalendarServer();
  const path = `/api/therapists/${therapist.id}/calendars`;
  const add = async (body: object = {}) => client.post(path, { kind: "ics", url: calendar.url, ...body });
  const openings = async (): Promise<string[]> => {
    const admin = await staffClient(server, "admin");
    return (await admin.get("/api/availability")).json
      .filter((each: { therapist: string }) => each.therapist === therapist.name)
      .map((each: { start: string }) => each.start);
  };
  const [start = 0] = starts;
  const page = `/therapists/${therapist.id}/calendars`;
  /** Presses the Test button, which reads the calendar again. */
  const readAgain = async (id: number) => {
    clock.advance(6 * minute);
    expect((await client.submit(page, { act: "test-calendar", calendar_id: String(id) })).status).toBe(303);
    return rowOf(id);
  };
  return { therapist, client, signIn, calendar, path, page, add, readAgain, openings, starts, start };
}

const rowOf = (id: number) =>
  app.db.selectFrom("calendars").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const busyOf = (id: number) =>
  app.db.selectFrom("busy_times").select(["start_at", "end_at"]).where("calendar_id", "=", id).execute();

test("a new calendar is read immediately, its events hide open times, and event titles aren't stored", async () => {
  const { calendar, add, openings, start, starts, path, client } = await aCalendar();
  calendar.serve(calendarEvent(start, start + hour, "private", "SUMMARY:Dentist"));
  expect(await openings()).toHaveLength(starts.length);
  const added = await add();
  expect(added.status).toBe(200);
  expect(added.json).toEqual({
    id: added.json.id,
    kind: "ics",
    url: calendar.url,
    last_read_at: iso(clock.now()),
    error: null,
  });
  expect((await client.get(path)).json).toEqual([added.json]);
  // Visits last 45 minutes, so those at 9:00 and 9:30 would overlap the event.
  expect(await openings()).toEqual(starts.slice(2).map(iso));
  expect(await busyOf(added.json.id)).toEqual([{ start_at: start, end_at: start + hour }]);
  const stored = JSON.stringify(await app.db.selectFrom("calendars").selectAll().execute());
  expect(stored).not.toContain("Dentist");
  expect(stored).not.toContain(calendar.url);
});

test("calendar events for this clinic's visits are ignored", async () => {
  const { calendar, add, therapist, start } = await aCalendar();
  const visit = await aVisit(app, therapist, start);
  calendar.serve(
    calendarEvent(start, start + hour, visit.uid),
    calendarEvent(start + day, start + day + hour),
  );
  const { id } = (await add()).json;
  expect(await busyOf(id)).toEqual([{ start_at: start + day, end_at: start + day + hour }]);
});

test("if a time became busy after it was listed, booking it is refused and other times are suggested", async () => {
  const { calendar, add, readAgain, therapist, start } = await aCalendar();
  calendar.serve();
  const { id } = (await add()).json;
  const order = await seedOrder(app);
  const patient = new Client(url);
  await signInPatient(app, patient, order.id);
  const booking = {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    therapist: therapist.name,
    datetime: iso(start),
    sms_consent: true,
  };
  calendar.serve(calendarEvent(start, start + hour));
  await readAgain(id);
  const refused = await patient.post("/api/schedule-appointment", booking);
  expect(refused.status).toBe(409);
  expect(refused.json.alternatives.length).toBeGreaterThan(0);
  const [next] = refused.json.alternatives;
  expect((await patient.post("/api/schedule-appointment", { ...booking, datetime: next.start })).status).toBe(
    201,
  );
});

test("staff can book during a busy time after a warning", async () => {
  const { calendar, add, therapist, client, start } = await aCalendar();
  calendar.serve(calendarEvent(start, start + hour));
  await add();
  const visit = await aVisit(app, therapist, start + 2 * hour);
  const move = { datetime: iso(start), accept: false };
  const warned = await client.patch(`/api/appointments/${visit.id}`, move);
  expect(warned.status).toBe(422);
  expect(warned.json.warnings).toEqual([
    `${therapist.name} is busy at this time, according to another calendar.`,
  ]);
  expect((await client.patch(`/api/appointments/${visit.id}`, { ...move, accept: true })).status).toBe(200);
});

test("if a calendar can't be read for an hour, all times are closed until it can be read again", async () => {
  const { calendar, add, readAgain, therapist, openings, client, signIn, page } = await aCalendar();
  const { id } = (await add()).json;
  const open = await openings();
  expect(open.length).toBeGreaterThan(0);
  calendar.respondWith((_, response) => response.writeHead(503).end());
  expect((await readAgain(id)).error).toContain("503");
  expect(await openings()).toEqual(open);
  clock.advance(hour);
  expect(await openings()).toEqual([]);
  const mail = () =>
    app.db
      .selectFrom("outbox")
      .selectAll()
      .where("recipient", "=", therapist.email)
      .where("kind", "=", "calendar-stale")
      .execute();
  await warnOfStaleCalendars(app);
  await warnOfStaleCalendars(app);
  expect(await mail()).toHaveLength(1);
  // The session expired during that hour.
  await signIn();
  const admin = await staffClient(server, "admin");
  const health = await admin.get("/admin/health");
  expect(health.text).toContain(
    `<a href="/therapists/${therapist.id}/calendars#calendar-${id}">${therapist.name}&#x27;s calendar</a>`,
  );
  expect(health.text).toContain(`Patients can&#x27;t book with ${therapist.name}.`);
  expect((await client.get(page)).text).toContain("because a calendar can&#x27;t be read");
  expect((await client.get("/therapist")).text).toContain("a connected calendar can&#x27;t be read");
  calendar.serve();
  expect((await readAgain(id)).error).toBeNull();
  expect((await openings()).length).toBeGreaterThan(0);
});

test("if a calendar can't be read, the reason is shown and the last known busy times are kept", async () => {
  const { calendar, add, readAgain, start } = await aCalendar();
  calendar.serve(calendarEvent(start + day, start + day + hour));
  const { id } = (await add()).json;
  const answers: [Parameters<typeof calendar.respondWith>[0], string][] = [
    [(_, response) => response.writeHead(401).end(), "refused access"],
    [(_, response) => response.writeHead(404).end(), "no calendar at this address"],
    [(_, response) => response.end("<html>Sign in</html>"), "opens a web page"],
    [(_, response) => response.end(), "a calendar that Firstnight can read"],
    [(request) => request.socket.destroy(), "can't be reached"],
    [(_, response) => response.writeHead(302, { location: "/busy.ics" }).end(), "redirects too many times"],
    [(_, response) => response.writeHead(302, { location: "http://localhost/" }).end(), "private network"],
    [
      (_, response) => response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
      "private network",
    ],
    [(_, response) => response.end(Buffer.alloc(10_000_001, "x")), "too large to read"],
  ];
  for (const [answer, words] of answers) {
    calendar.respondWith(answer);
    expect((await readAgain(id)).error).toContain(words);
    await app.db.updateTable("calendars").set({ error: null }).where("id", "=", id).execute();
  }
  expect(await busyOf(id)).toHaveLength(1);
});

test("a redirect is followed without sending the password to another server", async () => {
  const { calendar, add } = await aCalendar();
  const other = await startCalendarServer();
  calendar.respondWith((_, response) => response.writeHead(302, { location: other.url }).end());
  const added = await add({ user: "tess", password: "s3cret-app-password" });
  expect(added.json.error).toBeNull();
  expect(JSON.stringify(added.json)).not.toContain("s3cret");
  expect(calendar.requests[0]?.headers.authorization).toMatch(/^Basic /);
  expect(other.requests[0]?.headers.authorization).toBeUndefined();
  const stored = JSON.stringify(await app.db.selectFrom("calendars").selectAll().execute());
  expect(stored).not.toContain("s3cret");
});

test("private network URLs and incomplete credentials are refused", async () => {
  const { add, client, path } = await aCalendar();
  for (const [body, field] of [
    [{ url: "http://10.1.2.3/busy.ics" }, "url"],
    [{ url: "http://[::1]/busy.ics" }, "url"],
    [{ url: "file:///etc/passwd" }, "url"],
    [{ kind: "caldav", url: "https://dav.example", password: "x" }, "user"],
    [{ kind: "caldav", url: "http://dav.example", user: "tess", password: "x" }, "url"],
  ] as const) {
    const reply = await add(body);
    expect([reply.status, Object.keys(reply.json.fields ?? {})], JSON.stringify(body)).toEqual([
      422,
      [field],
    ]);
  }
  expect((await add({ other: 1 })).status).toBe(422);
  expect((await client.get(path)).json).toEqual([]);
});

test("removing a calendar immediately reopens the times it blocked", async () => {
  const { calendar, add, openings, client, path, start, starts } = await aCalendar();
  calendar.serve(calendarEvent(start, start + hour));
  const { id } = (await add()).json;
  expect((await openings()).length).toBeLessThan(starts.length);
  expect((await client.delete(`${path}/${id}`)).status).toBe(204);
  expect((await openings()).length).toBe(starts.length);
  expect((await client.delete(`${path}/${id}`)).status).toBe(404);
});

test("a calendar with ten thousand events is read without delaying other requests", async () => {
  const { calendar, add, start } = await aCalendar();
  calendar.serve(
    ...Array.from({ length: 10_000 }, (_, index) =>
      calendarEvent(start + index * 20 * minute, start + (index * 20 + 10) * minute, `event ${index}`),
    ),
  );
  const { id } = (await add()).json;
  expect(await rowOf(id)).toMatchObject({ error: null, events: 10_000 });
  expect((await busyOf(id)).length).toBeGreaterThan(9_000);
});

test("calendars are read every five minutes until they are removed", async () => {
  const { calendar, add, client, path } = await aCalendar();
  const { id } = (await add()).json;
  const stop = startReadingCalendars(app, 20);
  clock.advance(6 * minute);
  await eventually(
    () => rowOf(id),
    (row) => row.last_read_at === clock.now(),
  );
  await client.delete(`${path}/${id}`);
  const before = calendar.requests.length;
  clock.advance(6 * minute);
  await stop();
  expect(calendar.requests).toHaveLength(before);
});

test("the page shows the result of a test and explains what is wrong with a URL", async () => {
  const { calendar, client, page, start } = await aCalendar();
  calendar.serve(
    calendarEvent(start, start + hour),
    calendarEvent(start + day, start + day + hour, "free", "TRANSP:TRANSPARENT"),
  );
  const added = await client.submit(page, { act: "add-calendar", kind: "ics", url: calendar.url });
  expect([added.status, added.location]).toEqual([303, page]);
  expect((await client.get(page)).text).toContain("Read 2 events, 1 busy time in the next 180 days.");
  const wrong = await client.submit(page, { act: "add-calendar", kind: "ics", url: "http://10.0.0.1/x.ics" });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain("private network");
});

test("the page doesn't add a calendar that can't be read, but keeps an existing one", async () => {
  const { calendar, client, page, path } = await aCalendar();
  const send = () => client.submit(page, { act: "add-calendar", kind: "ics", url: calendar.url });
  calendar.respondWith((_, response) => response.writeHead(503).end());
  const refused = await send();
  expect(refused.status).toBe(422);
  expect(refused.text).toMatch(/The calendar wasn&#x27;t added\. .*503/);
  expect((await client.get(path)).json).toEqual([]);
  calendar.serve();
  expect((await send()).status).toBe(303);
  calendar.respondWith((_, response) => response.writeHead(503).end());
  expect((await send()).status).toBe(303);
  const response = await client.get(page);
  expect(response.text).toContain("The calendar couldn&#x27;t be read. See the reason below.");
  expect((await client.get(path)).json).toMatchObject([{ error: expect.stringContaining("503") }]);
});

test("adding a calendar whose URL already exists replaces it, with or without a trailing slash", async () => {
  const { calendar, add, client, path } = await aCalendar();
  const { origin } = new URL(calendar.url);
  for (const address of [origin, `${origin}/`, origin]) {
    expect((await add({ url: address })).json.url).toBe(`${origin}/`);
    expect((await client.get(path)).json).toHaveLength(1);
  }
});
