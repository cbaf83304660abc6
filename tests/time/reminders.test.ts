import { beforeEach, describe, expect, test } from "vitest";
import { addDays, hour, instantOf, localHour, minute, wallTime, zoneOrUtc } from "~/core/time";
import { zonesOfState } from "~/core/zones/state-zones";
import { remindOfVisits } from "~/visits/notices/reminders.server";
import { agree } from "../support/http-actions";
import { scratchApp } from "../support/scratch";
import { seedOrder, seedTherapist, seedVisit } from "../support/seed";
import { everywhere } from "./odd-days";

const app = scratchApp();
/** One state per time zone. */
const states: Record<string, string> = {
  EST: "NC",
  CST: "IL",
  MST: "CO",
  PST: "CA",
  AKST: "AK",
  HST: "HI",
  "America/Phoenix": "AZ",
};

beforeEach(async () => {
  await app.db.updateTable("visits").set({ status: "completed" }).execute();
});

/** Creates a confirmed visit at a local time shared by its patient and therapist. */
async function confirmed(code: string, date: string, time: string) {
  const zone = zoneOrUtc(code);
  const start = instantOf(date, time, zone) ?? 0;
  app.clock.set(instantOf(addDays(date, -6), "12:00", zone) ?? 0);
  const therapist = await seedTherapist(app, { timezone: code });
  const order = await seedOrder(app, { state: states[code] ?? null });
  await agree(app, order.phone ?? "");
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: start,
    status: "confirmed",
    confirmed_at: app.clock.now(),
    meeting_link: "https://meet.example/abc",
  });
  const sent = async () =>
    (
      await app.db
        .selectFrom("outbox")
        .select(["kind", "channel", "not_before"])
        .where("visit_id", "=", visit.id)
        .orderBy("id")
        .execute()
    ).filter(({ kind }) => kind.startsWith("reminder"));
  return { zone, start, sent };
}

describe.each(everywhere)("in %s on %s", (code, date) => {
  test("a visit gets one reminder at the same local time the day before, and one two hours before", async () => {
    const { zone, start, sent } = await confirmed(code, date, "13:00");
    const dayBefore = instantOf(addDays(date, -1), "13:00", zone) ?? 0;
    for (const [at, count] of [
      [dayBefore - minute, 0],
      [dayBefore, 2],
      [dayBefore + 20 * minute, 2],
      [start - 2 * hour - minute, 2],
      [start - 2 * hour, 4],
      [start - hour, 4],
    ] as const) {
      app.clock.set(at);
      await remindOfVisits(app);
      expect(await sent(), wallTime(at, zone)).toHaveLength(count);
    }
  });

  test("reminder texts respect quiet hours and are skipped if it is too late", async () => {
    const { zone, start, sent } = await confirmed(code, date, "07:00");
    app.clock.set(instantOf(addDays(date, -1), "07:00", zone) ?? 0);
    await remindOfVisits(app);
    app.clock.set(start - 2 * hour);
    await remindOfVisits(app);
    const [text, ...others] = await sent();
    expect(text).toMatchObject({ kind: "reminder-day", channel: "sms" });
    expect(others.map(({ kind, channel }) => `${kind} ${channel}`)).toEqual([
      "reminder-day email",
      "reminder-hours email",
    ]);
    for (const clock of zonesOfState(states[code])) {
      expect(localHour(text?.not_before ?? 0, clock)).toBeGreaterThanOrEqual(9);
      expect(localHour(text?.not_before ?? 0, clock)).toBeLessThan(20);
    }
    expect(text?.not_before).toBeLessThan(start - 15 * minute);
  });
});
