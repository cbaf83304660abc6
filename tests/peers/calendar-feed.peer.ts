import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { day, iso, minute } from "~/core/time";
import { Client } from "../support/client";
import { aTherapist, aVisit } from "../support/clinic";
import { scratchFolder } from "../support/scratch";
import { staffClient } from "../support/seed";
import { startServer } from "../support/server";

const program = `
import sys, json, datetime, icalendar
calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
utc = lambda time: time.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
print(json.dumps([[str(e["UID"]), utc(e["DTSTART"].dt), utc(e["DTEND"].dt), str(e["STATUS"])] for e in calendar.walk("VEVENT")]))
`;

test("python3-icalendar reads the feed", async () => {
  const server = await startServer();
  const app = { ...server.app, clock: server.clock };
  const { therapist } = await aTherapist(app);
  const visits = await Promise.all(
    [2, 8, 100, 170].map((days) =>
      aVisit(app, therapist, app.clock.now() + days * day, {
        status: days === 8 ? "cancelled" : "confirmed",
      }),
    ),
  );
  const admin = await staffClient(server, "admin");
  const { url } = (await admin.post(`/api/therapists/${therapist.id}/feed`)).json;
  const input = (await new Client(server.url).get(new URL(url).pathname)).text;
  const read = JSON.parse(execFileSync("/usr/bin/python3", ["-c", program], { input }).toString());
  expect(read).toEqual(
    visits.map(({ uid, start_at, end_at, status }) => [
      uid,
      iso(start_at),
      iso(end_at),
      status.toUpperCase(),
    ]),
  );
});

test("vdirsyncer subscribes to the feed, and khal shows it", async () => {
  const server = await startServer();
  const app = { ...server.app, clock: server.clock };
  const { therapist } = await aTherapist(app);
  const start = Date.parse(`${dateOf(app.clock.now() + 5 * day)}T15:00:00Z`);
  const visit = await aVisit(app, therapist, start, { status: "confirmed" });
  const admin = await staffClient(server, "admin");
  const { url } = (await admin.post(`/api/therapists/${therapist.id}/feed`)).json;
  const subscription = await subscribe(url);
  expect(await subscription.entriesOn(dateOf(start))).toEqual([`${iso(start)} CONFIRMED`]);
  await app.db
    .updateTable("visits")
    .set({ start_at: start + day, end_at: start + day + 45 * minute })
    .where("id", "=", visit.id)
    .execute();
  expect(await subscription.entriesOn(dateOf(start))).toEqual([]);
  expect(await subscription.entriesOn(dateOf(start + day))).toEqual([`${iso(start + day)} CONFIRMED`]);
});

const dateOf = (at: number) => iso(at).slice(0, 10);

/** Sets up vdirsyncer and khal to keep a copy of the feed. */
async function subscribe(url: string) {
  const folder = scratchFolder();
  const events = join(folder, "events");
  mkdirSync(events);
  const env = { ...process.env, HOME: folder, TZ: "UTC", LC_ALL: "C.UTF-8" };
  const vdirsyncer = join(folder, "vdirsyncer");
  writeFileSync(
    vdirsyncer,
    [
      `[general]\nstatus_path = "${folder}/status"`,
      '[pair visits]\na = "feed"\nb = "copy"\ncollections = null\nconflict_resolution = "a wins"',
      `[storage feed]\ntype = "http"\nurl = "${url}"`,
      `[storage copy]\ntype = "filesystem"\npath = "${events}"\nfileext = ".ics"`,
    ].join("\n"),
  );
  const khal = join(folder, "khal");
  writeFileSync(
    khal,
    [
      `[calendars]\n[[visits]]\npath = ${events}`,
      `[sqlite]\npath = ${folder}/khal.db`,
      "[locale]\nlocal_timezone = UTC\ndefault_timezone = UTC\ntimeformat = %H:%M\ndateformat = %Y-%m-%d\nlongdateformat = %Y-%m-%d\ndatetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M",
      "[default]\ndefault_calendar = visits",
    ].join("\n"),
  );
  // Runs programs asynchronously, because the server runs in this process.
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(program, args, { env, timeout: 20_000 });
  await run("vdirsyncer", "--config", vdirsyncer, "discover");
  return {
    /** Syncs the calendar and returns the day's entries. */
    async entriesOn(date: string): Promise<string[]> {
      await run("vdirsyncer", "--config", vdirsyncer, "sync");
      const format = "{start-date-long}T{start-time}:00.000Z {status}";
      const list = ["list", "--day-format", "", "--format", format, date, "1d"];
      const { stdout } = await run("khal", "--config", khal, ...list);
      return stdout
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
    },
  };
}
