import { expect, test } from "vitest";
import { addDays, day, hour, localDate } from "~/core/time";
import { aVisit } from "../support/clinic";
import { PlainPage } from "../support/plain-page";
import { seedClinic, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const zone = "America/New_York";
const { app, url, clock } = await startServer();
const { therapist } = await seedClinic(app);
clock.set(clock.now() + 14 * day);
const now = clock.now();
const today = localDate(now, zone);
for (let index = 0; index < 60; index += 1) {
  const start = now - 12 * day + index * 8 * hour;
  await aVisit(app, therapist, start, { local_date: localDate(start, zone), status: "confirmed" });
}
const supervisor = await staffClient({ app, url }, "supervisor");

test("today's visits are marked in the dashboard's list, and no others", async () => {
  const { html } = await PlainPage.open(supervisor, "/supervisordashboard");
  const rows = html.match(/<tr id="This-month-.*?<\/tr>/gs) ?? [];
  const marked = rows.filter((row) => row.includes(">Today<"));
  expect(marked).toHaveLength(3);
  expect(rows.length).toBeGreaterThan(3);
});

test.each(["/supervisordashboard", `/appointments?from=${addDays(today, -20)}`])(
  "%s has one control for the previous page",
  async (path) => {
    const page = await PlainPage.open(supervisor, path);
    expect(page.links("Previous page")).toHaveLength(1);
    expect(page.text).not.toContain("Show earlier");
    const earlier = await page.follow("Previous page");
    expect(earlier.links("Next page")).toHaveLength(1);
  },
);

test("numbers that differ between screens show their range", async () => {
  const dashboard = await PlainPage.open(supervisor, "/supervisordashboard");
  expect(dashboard.text).toContain("visits of all dates");
  expect((await PlainPage.open(supervisor, "/calendars")).text).toContain("to confirm in March 2026");
  expect((await PlainPage.open(supervisor, "/capacity")).text).toContain("also counts completed visits");
});
