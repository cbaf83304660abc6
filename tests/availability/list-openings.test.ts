import { expect, test } from "vitest";
import { countOpeningsByDay, listOpeningRegions } from "~/availability/count-openings-by-day.server";
import {
  findOpening,
  isOpen,
  listOpenings,
  type OpeningQuery,
  openingsInBatches,
  openingView,
} from "~/availability/list-openings.server";
import { day, hour, minute } from "~/core/time";
import { aVisit } from "../support/clinic";
import { monday, scratchApp } from "../support/scratch";
import { seedSlots, seedTherapist } from "../support/seed";

const tuesdayNine = Date.parse("2026-03-03T14:00:00Z");

/** Therapists Ana and Ben in North Carolina, and Cleo in California. */
async function clinic() {
  const app = scratchApp();
  const ana = await seedTherapist(app, { name: "Ana" });
  const ben = await seedTherapist(app, { name: "Ben" });
  const cleo = await seedTherapist(app, { name: "Cleo", region: "CA", timezone: "PST" });
  const list = async (query: Partial<OpeningQuery> = {}) =>
    (await listOpenings(app.db, app.config, { now: monday, ...query })).map(
      ({ therapist, start }) => `${therapist} ${(start - tuesdayNine) / minute}`,
    );
  const book = (therapist: { id: number }, start: number, over: object = {}) =>
    aVisit(app, therapist, start, { local_date: "2026-03-03", ...over });
  return { app, ana, ben, cleo, list, book };
}

test("openings are sorted by time and name with the preferred region first, up to the limit", async () => {
  const { app, ana, ben, cleo, list } = await clinic();
  await seedSlots(app, cleo, [tuesdayNine, tuesdayNine + hour]);
  await seedSlots(app, ben, [tuesdayNine + hour, tuesdayNine]);
  await seedSlots(app, ana, [tuesdayNine]);
  const inTime = ["Ana 0", "Ben 0", "Cleo 0", "Ben 60", "Cleo 60"];
  expect(await list()).toEqual(inTime);
  const preferred = ["Cleo 0", "Cleo 60", "Ana 0", "Ben 0", "Ben 60"];
  expect(await list({ preferRegion: "CA" })).toEqual(preferred);
  expect(await list({ preferRegion: "CA", limit: 3 })).toEqual(preferred.slice(0, 3));
  expect(await list({ preferRegion: "CA", limit: 2 })).toEqual(preferred.slice(0, 2));
  expect(await list({ preferRegion: "CA", limit: 2, offset: 1 })).toEqual(preferred.slice(1, 3));
  expect(await list({ offset: 3 })).toEqual(inTime.slice(3));
  expect(await list({ preferRegion: "XX" })).toEqual(inTime);
  expect(await list({ preferRegion: "CA", region: "NC" })).toEqual(["Ana 0", "Ben 0", "Ben 60"]);
  expect(await list({ region: "XX" })).toEqual([]);
  expect(await list({ therapistId: ben.id })).toEqual(["Ben 0", "Ben 60"]);
  expect(await list({ from: tuesdayNine + 1 })).toEqual(["Ben 60", "Cleo 60"]);
  expect(await list({ to: tuesdayNine + hour })).toEqual(["Ana 0", "Ben 0", "Cleo 0"]);
});

test("openings are between two hours and sixty days from now", async () => {
  const { app, ana, list } = await clinic();
  const edges = [monday + 2 * hour, monday + 60 * day];
  await seedSlots(
    app,
    ana,
    edges.flatMap((edge) => [edge - 1, edge]),
  );
  const open = [monday + 2 * hour, monday + 60 * day - 1];
  expect(await list()).toEqual(open.map((start) => `Ana ${(start - tuesdayNine) / minute}`));
  expect(await list({ from: 0, to: monday + 99 * day })).toHaveLength(2);
});

test("thousands of slots are read in batches of 500 without losing or repeating any", async () => {
  const { app, ana, book } = await clinic();
  const starts = Array.from({ length: 1201 }, (_, nth) => tuesdayNine + nth * minute);
  await seedSlots(app, ana, starts);
  await book(ana, tuesdayNine + 10 * minute);
  const readBatches = async (limit?: number) => {
    const batches: number[][] = [];
    for await (const batch of openingsInBatches(app.db, app.config, { now: monday, limit }))
      batches.push(batch.map(({ start }) => start));
    return batches;
  };
  const batches = await readBatches();
  expect(batches.map(({ length }) => length)).toEqual([500, 500, 146]);
  const free = starts.filter((start) => start >= tuesdayNine + 55 * minute);
  expect(batches.flat()).toEqual(free);
  expect((await readBatches(500)).map(({ length }) => length)).toEqual([500]);
  expect((await readBatches(600)).flat()).toEqual(free.slice(0, 600));
});

test("a visit blocks overlapping openings unless it has ended or is being moved", async () => {
  const { app, ana, ben, list, book } = await clinic();
  const around = [-45, -44, 0, 44, 45].map((minutes) => tuesdayNine + minutes * minute);
  await seedSlots(app, ana, around);
  await seedSlots(app, ben, [tuesdayNine]);
  const { id } = await book(ana, tuesdayNine);
  await book(ben, tuesdayNine, { status: "cancelled" });
  expect(await list()).toEqual(["Ana -45", "Ben 0", "Ana 45"]);
  expect(await list({ exceptVisit: id })).toEqual(["Ana -45", "Ana -44", "Ben 0", "Ana 44", "Ana 45"]);
});

test("a day at capacity is closed unless one of its visits is being moved", async () => {
  const { app, ana, list, book } = await clinic();
  await app.db.updateTable("therapists").set({ daily_capacity: 2 }).execute();
  await seedSlots(app, ana, [tuesdayNine, tuesdayNine + day]);
  await book(ana, tuesdayNine + 4 * hour);
  expect(await list()).toEqual(["Ana 0", "Ana 1440"]);
  const { id } = await book(ana, tuesdayNine + 6 * hour);
  await book(ana, tuesdayNine + 8 * hour, { status: "cancelled" });
  expect(await list()).toEqual(["Ana 1440"]);
  expect(await list({ exceptVisit: id })).toEqual(["Ana 0", "Ana 1440"]);
});

test("openings are grouped by day in the viewer's time zone, or in each therapist's if the viewer's is unknown", async () => {
  const { app, ana, cleo, list } = await clinic();
  // 9:30 PM on Tuesday in California is 12:30 AM on Wednesday in New York.
  const lateEvening = Date.parse("2026-03-04T05:30:00Z");
  await seedSlots(app, ana, [lateEvening]);
  await seedSlots(app, cleo, [lateEvening]);
  const zone = "America/New_York";
  expect(await list({ date: "2026-03-03" })).toEqual(["Cleo 930"]);
  expect(await list({ date: "2026-03-04" })).toEqual(["Ana 930"]);
  expect(await list({ date: "2026-03-04", zone })).toEqual(["Ana 930", "Cleo 930"]);
  expect(await list({ date: "2026-03-03", zone })).toEqual([]);
  expect(await list({ part: "evening" })).toEqual(["Cleo 930"]);
  expect(await list({ part: "morning" })).toEqual(["Ana 930"]);
  expect(await list({ part: "morning", zone })).toEqual(["Ana 930", "Cleo 930"]);
  const days = (query: Partial<OpeningQuery>) =>
    countOpeningsByDay(app.db, app.config, { now: monday, zone: null, ...query });
  expect(await days({})).toEqual([
    { date: "2026-03-03", openings: 1 },
    { date: "2026-03-04", openings: 1 },
  ]);
  expect(await days({ zone })).toEqual([{ date: "2026-03-04", openings: 2 }]);
  expect(await days({ part: "evening" })).toEqual([{ date: "2026-03-03", openings: 1 }]);
  expect(await days({ region: "NC" })).toEqual([{ date: "2026-03-04", openings: 1 }]);
});

test("the afternoon begins at noon and the evening at 5 PM", async () => {
  const { app, ana, list } = await clinic();
  const at = (time: string) => Date.parse(`2026-03-03T${time}-05:00`);
  const times = ["00:00", "11:59", "12:00", "16:59", "17:00", "23:59"].map(at);
  await seedSlots(app, ana, times);
  const expected = (from: number, to: number) =>
    times.slice(from, to).map((start) => `Ana ${(start - tuesdayNine) / minute}`);
  expect(await list({ part: "morning" })).toEqual(expected(0, 2));
  expect(await list({ part: "afternoon" })).toEqual(expected(2, 4));
  expect(await list({ part: "evening" })).toEqual(expected(4, 6));
});

test("a day's count of openings stops at one hundred and doesn't include booked times", async () => {
  const { app, ana, ben, book } = await clinic();
  await app.db.updateTable("therapists").set({ daily_capacity: 1 }).where("id", "=", ben.id).execute();
  const starts = Array.from({ length: 120 }, (_, nth) => tuesdayNine + nth * minute);
  await seedSlots(app, ana, starts);
  await seedSlots(app, ben, [tuesdayNine + day]);
  const { id } = await book(ben, tuesdayNine + day + 5 * hour, { local_date: "2026-03-04" });
  const days = (exceptVisit?: number) =>
    countOpeningsByDay(app.db, app.config, { now: monday, zone: null, exceptVisit });
  expect(await days()).toEqual([{ date: "2026-03-03", openings: 100 }]);
  expect(await days(id)).toEqual([
    { date: "2026-03-03", openings: 100 },
    { date: "2026-03-04", openings: 1 },
  ]);
});

test("a time is open only if that exact time is offered", async () => {
  const { app, ana, ben, book } = await clinic();
  await seedSlots(app, ana, [tuesdayNine, tuesdayNine + 1]);
  const exactly = { now: monday, therapistId: ana.id, start: tuesdayNine };
  const found = await findOpening(app.db, app.config, exactly);
  expect(found).toEqual({
    therapistId: ana.id,
    therapist: "Ana",
    end: exactly.start + 45 * minute,
    region: "NC",
    zone: "America/New_York",
    start: tuesdayNine,
  });
  expect(found && openingView(found)).toEqual({
    start: "2026-03-03T14:00:00.000Z",
    end: "2026-03-03T14:45:00.000Z",
    therapist: "Ana",
    region: "NC",
  });
  expect(await isOpen(app.db, app.config, exactly)).toBe(true);
  expect(await isOpen(app.db, app.config, { ...exactly, start: tuesdayNine - 1 })).toBe(false);
  expect(await isOpen(app.db, app.config, { ...exactly, therapistId: ben.id })).toBe(false);
  const { id } = await book(ana, tuesdayNine);
  expect(await isOpen(app.db, app.config, exactly)).toBe(false);
  const overlapping = { ...exactly, start: tuesdayNine + 1 };
  expect(await isOpen(app.db, app.config, overlapping)).toBe(false);
  expect(await isOpen(app.db, app.config, { ...overlapping, exceptVisit: id })).toBe(true);
  expect(await isOpen(app.db, app.config, { ...exactly, exceptVisit: id })).toBe(false);
});

test("each region with bookable times is listed only once", async () => {
  const { app, ana, ben, cleo } = await clinic();
  const dora = await seedTherapist(app, { region: "AZ" });
  await seedTherapist(app, { region: "TX" });
  await seedSlots(app, dora, [monday + 2 * hour - 1]);
  for (const therapist of [ana, ben, cleo]) await seedSlots(app, therapist, [monday + 2 * hour]);
  expect(await listOpeningRegions(app.db, app.config, monday)).toEqual(["CA", "NC"]);
});

test("the same time can be offered by more therapists than fit in one batch", async () => {
  const { app, ana, list } = await clinic();
  const { timezone, region, company_id } = ana;
  const colleagues = Array.from({ length: 501 }, (_, nth) => ({
    timezone,
    region,
    company_id,
    name: `Therapist ${nth}`,
    email: `of-${nth}@clinic.example`,
  }));
  await app.db.insertInto("therapists").values(colleagues).execute();
  await app.db
    .insertInto("slots")
    .columns(["therapist_id", "start_at", "local_date"])
    .expression((rows) =>
      rows
        .selectFrom("therapists")
        .select(({ val }) => ["id", val(tuesdayNine).as("start_at"), val("2026-03-03").as("local_date")])
        .where("name", "like", "Therapist %"),
    )
    .execute();
  await seedSlots(app, ana, [tuesdayNine + hour]);
  expect((await list()).slice(-2)).toEqual(["Therapist 99 0", "Ana 60"]);
  expect(await list()).toHaveLength(502);
});
