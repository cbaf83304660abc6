import { expect, test } from "vitest";
import { addDays, day, hour, localDate, minute, weekdayOf } from "~/core/time";
import { countReports } from "~/dashboard/reports/count-reports.server";
import { aTherapist, aVisit } from "../support/clinic";
import { scratchApp } from "../support/scratch";

const zone = "America/New_York";

test("reports show a new outcome within five minutes, and one in an old week within an hour", async () => {
  const app = scratchApp();
  const { therapist } = await aTherapist(app);
  const today = localDate(app.clock.now(), zone);
  const sunday = addDays(today, -weekdayOf(today));
  const period = { from: addDays(sunday, -28), to: today };
  const counted = async () => {
    const weeks = await countReports(app, period, zone);
    return [weeks[0]?.completed, weeks.at(-1)?.completed];
  };
  expect(await counted()).toEqual([0, 0]);
  const now = app.clock.now();
  for (const before of [28 * day, 2 * hour]) {
    await aVisit(app, therapist, now - before, {
      status: "completed",
      local_date: localDate(now - before, zone),
    });
  }
  app.clock.set(now + 6 * minute);
  expect(await counted()).toEqual([0, 1]);
  app.clock.set(now + 61 * minute);
  expect(await counted()).toEqual([1, 1]);
});
