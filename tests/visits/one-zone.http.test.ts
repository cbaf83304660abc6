import fc from "fast-check";
import { expect, test } from "vitest";
import { day, hour, iso, minute, zoneOrUtc } from "~/core/time";
import { operator } from "~/core/who";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { confirmVisit } from "~/visits/confirm-visit.server";
import { remindOfVisits } from "~/visits/notices/reminders.server";
import { Client } from "../support/client";
import { agree, outboxOf } from "../support/http-actions";
import { PlainPage } from "../support/plain-page";
import { seedOrder, seedSlots, seedTherapist, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer({ QUIET_HOURS: "off" });
const { app, url, clock } = server;

// In a state with two time zones, pages default to the zone where most people live.
const zones = {
  FL: "America/New_York",
  ID: "America/Boise",
  NC: "America/New_York",
  AL: "America/Chicago",
  AZ: "America/Phoenix",
  "new mexico": "America/Denver",
  CA: "America/Los_Angeles",
  HI: "Pacific/Honolulu",
  PR: "America/Puerto_Rico",
};
const states = [...Object.keys(zones), "Ontario", null];

// Two days with a DST change and one without.
const dates = ["2026-03-08", "2026-11-01", "2026-07-14"];

const visits = fc.record({
  byScript: fc.boolean(),
  viewer: fc.constantFrom(null, "America/Boise", "America/Anchorage", "Asia/Tokyo", "America/New_York"),
  state: fc.constantFrom(...states),
  therapist: fc.constantFrom("EST", "CST", "MST", "PST", "AKST", "HST"),
  start: fc
    .tuple(fc.constantFrom(...dates), fc.integer({ min: -4, max: 76 }))
    .map(([date, quarters]) => Date.parse(`${date}T06:00:00Z`) + quarters * 15 * minute),
});

/** Formats a time like "9:00 AM EDT", using only Intl. */
const clockOf = (at: number, timeZone: string) =>
  new Intl.DateTimeFormat("en-US", {
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  })
    .format(at)
    .replace(/\s/g, " ");

const clocksIn = (text: string) =>
  [...text.matchAll(/\d{1,2}:\d\d [AP]M [A-Z][\w+-]*/g)].map(([found]) => found);

async function open({
  viewer,
  state,
  therapist: timezone,
  start,
}: typeof visits extends fc.Arbitrary<infer V> ? V : never) {
  clock.set(start - 3 * day);
  const therapist = await seedTherapist(app, { timezone });
  const order = await seedOrder(app, { state });
  await seedSlots(app, therapist, [start, start + hour]);
  await agree(app, order.phone ?? "");
  const code = await linkCodeOf({ trx: app.db, app }, order.id);
  const client = new Client(url);
  if (viewer) client.cookies.set("tz", encodeURIComponent(viewer));
  await signInPatient(app, client, order.id, "link");
  const pick = `/schedule?at=${encodeURIComponent(iso(start))}&with=${therapist.id}`;
  const screen = await PlainPage.open(client, pick);
  const known = state && state in zones ? zones[state as keyof typeof zones] : screen.hidden.zone;
  const zone = viewer ?? known ?? zoneOrUtc(timezone);
  const book = (datetime: number) =>
    client.post("/api/schedule-appointment", {
      patient_id: order.patient_id,
      brightree_db: order.brightree_db,
      therapist: therapist.name,
      datetime: iso(datetime),
      sms_consent: true,
    });
  const written = async (kind: string) => {
    const rows = (await outboxOf(app)).filter(
      (row) => row.order_id === order.id && row.kind === kind && row.recipient !== therapist.email,
    );
    return rows.map(({ channel, body_sealed, calendar }) => ({
      channel,
      clocks: clocksIn(app.secrets.open(body_sealed)),
      calendar: calendar && clocksIn(calendar.replace(/\r\n /g, "")),
    }));
  };
  const bookByForm = () => client.submit("/schedule", { ...screen.hidden, sms_consent: "on" });
  return { code, client, zone, screen, book, bookByForm, written };
}

test("pages, messages, errors, and calendar entries show the same time for a visit", async () => {
  const property = fc.asyncProperty(visits, async (given) => {
    const { start } = given;
    const { code, client, zone, screen, book, bookByForm, written } = await open(given);
    const clockText = clockOf(start, zone);
    expect(screen.times(iso(start)).join(), "screen").toContain(clockText);
    await (given.viewer && given.byScript ? book(start) : bookByForm());
    const { appointment } = (await client.get("/api/my-appointment")).json;
    expect(appointment.patient_zone).toBe(zone);
    const once = { clocks: [clockText], calendar: null };
    const both = [
      { ...once, channel: "sms" },
      { ...once, channel: "email" },
    ];
    expect(await written("visit-submitted"), "receipt").toEqual(both);
    const refused = await book(start + hour);
    expect([refused.status, clocksIn(refused.json.error)]).toEqual([409, [clockText]]);
    await confirmVisit(app, operator, {
      appointment_id: appointment.id,
      meeting_link: "https://meet.example/abc",
    });
    expect(await written("visit-confirmed"), "confirmation").toEqual([
      { ...once, channel: "sms" },
      { channel: "email", clocks: [clockText], calendar: [clockText] },
    ]);
    for (const viewer of [given.viewer, "Europe/Paris"]) {
      if (viewer) client.cookies.set("tz", encodeURIComponent(viewer));
      for (const path of ["/my-visit", `/track/${code}`]) {
        const page = await PlainPage.open(client, path);
        const shown = page.times(iso(start));
        expect(shown.length, path).toBeGreaterThan(0);
        expect(
          shown.map((text) => clocksIn(text)),
          path,
        ).toEqual(shown.map(() => [clockText]));
        expect(page.text.includes("You're now in Central European"), path).toBe(viewer === "Europe/Paris");
      }
      const file = await client.get("/my-visit.ics");
      expect(clocksIn(file.text.replace(/\r\n /g, "")), "file").toEqual([clockText]);
    }
    clock.set(start - 2 * hour);
    await remindOfVisits(app);
    expect(await written("reminder-hours"), "reminder").toEqual(both);
  });
  await fc.assert(property, { numRuns: 20 });
});
