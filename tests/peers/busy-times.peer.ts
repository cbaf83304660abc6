import { describe, expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { calendarEvent, calendarText } from "../support/calendar-server";
import { Client } from "../support/client";
import { aTherapist } from "../support/clinic";
import { signInStaff } from "../support/seed";
import { startServer } from "../support/server";
import { startRadicale } from "./radicale";

describe("Radicale", async () => {
  const server = await startServer();
  const app = { ...server.app, clock: server.clock };
  const now = app.clock.now();

  async function connected(path = "") {
    const { therapist, user } = await aTherapist(app);
    const client = new Client(server.url);
    await signInStaff(app, client, user.id);
    const radicale = await startRadicale();
    await radicale.addCalendar("work");
    await radicale.put("work/one.ics", calendarText(calendarEvent(now + day, now + day + hour, "one")));
    const body = { kind: "caldav", url: radicale.url + path, user: "tess", password: "an app password" };
    const add = () => client.post(`/api/therapists/${therapist.id}/calendars`, body);
    const test = (id: number) =>
      client.submit(`/therapists/${therapist.id}/calendars`, {
        act: "test-calendar",
        calendar_id: String(id),
      });
    const row = (id: number) =>
      app.db.selectFrom("calendars").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const busy = async () => {
      const rows = await app.db
        .selectFrom("busy_times")
        .select("start_at")
        .where("therapist_id", "=", therapist.id)
        .orderBy("start_at")
        .execute();
      return rows.map(({ start_at }) => start_at - now);
    };
    return { radicale, add, test, row, busy };
  }

  test("reads all calendars of an account and picks up changes", async () => {
    const { radicale, add, test, busy } = await connected();
    await radicale.addCalendar("private");
    const recurring = calendarEvent(now + 2 * day, now + 2 * day + hour, "two", "RRULE:FREQ=DAILY;COUNT=3");
    await radicale.put("private/two.ics", calendarText(recurring));
    const added = await add();
    expect(added.json).toMatchObject({ kind: "caldav", url: radicale.url, error: null });
    expect(await busy()).toEqual([day, 2 * day, 3 * day, 4 * day]);
    await radicale.remove("private/two.ics");
    await radicale.put(
      "work/one.ics",
      calendarText(calendarEvent(now + 5 * day, now + 5 * day + hour, "one")),
    );
    await test(added.json.id);
    expect(await busy()).toEqual([5 * day]);
  });

  test("reads only the calendar at the given URL", async () => {
    const { radicale, add, busy } = await connected("tess/work/");
    await radicale.addCalendar("private");
    await radicale.put(
      "private/two.ics",
      calendarText(calendarEvent(now + 2 * day, now + 2 * day + hour, "two")),
    );
    expect((await add()).json.error).toBeNull();
    expect(await busy()).toEqual([day]);
  });

  test("reads events whose URL doesn't end in .ics", async () => {
    const { radicale, add, busy } = await connected();
    await radicale.put("work/two", calendarText(calendarEvent(now + 2 * day, now + 2 * day + hour, "two")));
    expect((await add()).json.error).toBeNull();
    expect(await busy()).toEqual([day, 2 * day]);
  });

  test("keeps busy times after the password is revoked", async () => {
    const { radicale, add, test, row, busy } = await connected();
    const { id } = (await add()).json;
    radicale.setPassword("another");
    await test(id);
    expect((await row(id)).error).toContain("refused access");
    expect(await busy()).toEqual([day]);
  });

  test("keeps busy times while the calendar server is down", async () => {
    const { radicale, add, test, row, busy } = await connected();
    const { id } = (await add()).json;
    await radicale.stop();
    await test(id);
    expect((await row(id)).error).toBe("The calendar's server can't be reached.");
    expect(await busy()).toEqual([day]);
  });

  test("shows an error for a wrong password", async () => {
    const { radicale, add } = await connected();
    radicale.setPassword("another");
    expect((await add()).json.error).toContain("refused access");
  });
});
