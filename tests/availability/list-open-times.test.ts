import { expect, test } from "vitest";
import { listOpenTimes, type OpenTimeQuery } from "~/availability/list-open-times.server";
import { listOpenings } from "~/availability/list-openings.server";
import { day, hour, localDate, minute } from "~/core/time";
import { aVisit } from "../support/clinic";
import { monday, scratchApp } from "../support/scratch";
import { seedSlots, seedTherapist } from "../support/seed";

const tuesdayNine = Date.parse("2026-03-03T14:00:00Z");
const newYork = "America/New_York";

async function clinic() {
  const app = scratchApp();
  const ana = await seedTherapist(app, { name: "Ana" });
  const ben = await seedTherapist(app, { name: "Ben" });
  const cleo = await seedTherapist(app, { name: "Cleo", region: "CA", timezone: "PST" });
  const list = async (changes: Partial<OpenTimeQuery> = {}) => {
    const query = { now: monday, zone: newYork, date: "2026-03-03", limit: 20, offset: 0, therapists: 3 };
    const times = await listOpenTimes(app.db, app.config, { ...query, ...changes });
    return times.map(({ start, openings, more }) =>
      [
        (start - tuesdayNine) / minute,
        ...openings.map(({ therapist }) => therapist),
        ...(more ? ["…"] : []),
      ].join(" "),
    );
  };
  return { app, ana, ben, cleo, list };
}

test("each time of day is listed only once, in order, with the therapists who are available", async () => {
  const { app, ana, ben, cleo, list } = await clinic();
  await seedSlots(app, cleo, [tuesdayNine, tuesdayNine + hour]);
  await seedSlots(app, ben, [tuesdayNine + 2 * hour, tuesdayNine, tuesdayNine + day]);
  await seedSlots(app, ana, [tuesdayNine]);
  expect(await list()).toEqual(["0 Ana Ben Cleo", "60 Cleo", "120 Ben"]);
  expect(await list({ preferRegion: "CA" })).toEqual(["0 Cleo Ana Ben", "60 Cleo", "120 Ben"]);
  expect(await list({ preferRegion: "CA", therapists: 1 })).toEqual(["0 Cleo …", "60 Cleo", "120 Ben"]);
  expect(await list({ therapists: 2 })).toEqual(["0 Ana Ben …", "60 Cleo", "120 Ben"]);
  expect(await list({ region: "NC" })).toEqual(["0 Ana Ben", "120 Ben"]);
  expect(await list({ part: "afternoon" })).toEqual([]);
  expect(await list({ part: "morning", region: "CA" })).toEqual(["0 Cleo", "60 Cleo"]);
  expect(await list({ at: tuesdayNine + hour })).toEqual(["60 Cleo"]);
  expect(await list({ limit: 1, offset: 1 })).toEqual(["60 Cleo"]);
  expect(await list({ offset: 3 })).toEqual([]);
});

test("a day's times use the viewer's time zone and the booking window", async () => {
  const { app, ana, list } = await clinic();
  const late = Date.parse("2026-03-04T05:30:00Z");
  await seedSlots(app, ana, [late, monday + 2 * hour - 1]);
  expect(await list()).toEqual([]);
  expect(await list({ date: "2026-03-02" })).toEqual([]);
  expect(await list({ zone: "America/Los_Angeles" })).toEqual([`${(late - tuesdayNine) / minute} Ana`]);
});

test("booked therapists and full days are skipped, but the visit being moved doesn't count", async () => {
  const { app, ana, ben, list } = await clinic();
  await seedSlots(app, ana, [tuesdayNine, tuesdayNine + 15 * minute, tuesdayNine + hour]);
  await seedSlots(app, ben, [tuesdayNine]);
  const { id } = await aVisit(app, ana, tuesdayNine, { local_date: "2026-03-03" });
  expect(await list()).toEqual(["0 Ben", "60 Ana"]);
  // The visit can't be moved to its current time.
  expect(await list({ exceptVisit: id })).toEqual(["0 Ben", "15 Ana", "60 Ana"]);
});

test("the times of all days match the list of openings", async () => {
  const { app, ana, cleo } = await clinic();
  const starts = Array.from({ length: 60 }, (_, nth) => monday + 3 * hour + nth * 95 * minute);
  await seedSlots(app, ana, starts);
  await seedSlots(
    app,
    cleo,
    starts.filter((_, nth) => nth % 3 === 0),
  );
  const all = await listOpenings(app.db, app.config, { now: monday });
  const expected = new Set(all.map(({ start }) => start));
  const dates = new Set([...expected].map((start) => localDate(start, newYork)));
  const found: number[] = [];
  for (const date of dates) {
    const query = { now: monday, zone: newYork, date, limit: 99, offset: 0, therapists: 3 };
    found.push(...(await listOpenTimes(app.db, app.config, query)).map(({ start }) => start));
  }
  expect(found).toEqual([...expected]);
});
