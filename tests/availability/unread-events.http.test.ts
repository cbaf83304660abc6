import { expect, test } from "vitest";
import { day, hour, minute } from "~/core/time";
import { calendarEvent, startCalendarServer } from "../support/calendar-server";
import { Client } from "../support/client";
import { aTherapist } from "../support/clinic";
import { signInStaff } from "../support/seed";
import { startServer } from "../support/server";

test("an event that can't be read closes its own day, is named by its date, and goes once it is corrected", async () => {
  const server = await startServer();
  const app = { ...server.app, clock: server.clock };
  const { therapist, user } = await aTherapist(app);
  const client = new Client(server.url);
  await signInStaff(app, client, user.id);
  const calendar = await startCalendarServer();
  const start = app.clock.now() + 3 * day;
  const good = calendarEvent(start + 5 * day, start + 5 * day + hour, "good");
  calendar.serve(calendarEvent(start, start - hour, "bad"), good);
  const page = `/therapists/${therapist.id}/calendars`;
  const added = await client.post(`/api${page}`, { kind: "ics", url: calendar.url });
  const sentence = "can't read the end of the event on";
  expect(added.json.error).toContain(sentence);
  const busyHours = async () => {
    const rows = await app.db.selectFrom("busy_times").select(["start_at", "end_at"]).execute();
    return rows.reduce((sum, { start_at, end_at }) => sum + (end_at - start_at), 0) / hour;
  };
  expect(await busyHours()).toBe(25);
  const text = async () => (await client.get(page)).text.replaceAll("&#x27;", "'");
  expect(await text()).toContain(sentence);
  expect(await text()).not.toContain("Patients can't book with you after");

  const read = () => client.submit(page, { act: "test-calendar", calendar_id: String(added.json.id) });
  // An unchanged calendar keeps the sentence.
  server.clock.advance(6 * minute);
  await read();
  expect(await text()).toContain(sentence);
  calendar.serve(calendarEvent(start, start + hour, "bad"), good);
  await read();
  expect(await text()).not.toContain(sentence);
  expect(await busyHours()).toBe(2);
});
