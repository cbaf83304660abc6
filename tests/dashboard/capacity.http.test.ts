import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { addDays, day, hour, instantOf, localDate, weekdayOf } from "~/core/time";
import { mostInCalendar } from "~/dashboard/calendars/month-visits.server";
import { aVisit } from "../support/clinic";
import { PlainPage, textOf } from "../support/plain-page";
import { seedClinic, seedSlots, seedTherapist, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const zone = "America/New_York";
const { app, url, clock } = await startServer();
const { therapist } = await seedClinic(app);
const west = await seedTherapist(app, { name: "Wanda West", region: "WA", daily_capacity: 2 });
const today = localDate(clock.now(), zone);
const tuesday = addDays(today, 2 - weekdayOf(today));
const at = (clockTime: string) => instantOf(tuesday, clockTime, zone) ?? 0;
await seedSlots(app, west, [at("13:00"), at("15:00"), at("17:00")]);
await aVisit(app, west, at("13:00"), { local_date: tuesday });
await aVisit(app, therapist, at("13:00"), { local_date: tuesday });
const supervisor = await staffClient({ app, url }, "supervisor");
const week = `/calendars?tab=capacity&week=${tuesday}`;

const textOfRows = async (path: string) => {
  const { html } = await PlainPage.open(supervisor, path);
  const [, table = ""] = /<table class="table capacity">(.*?)<\/table>/s.exec(html) ?? [];
  return [...table.matchAll(/<tr\b.*?<\/tr>/gs)]
    .slice(1)
    .map(([row]) =>
      [...row.matchAll(/<t[hd]\b.*?<\/t[hd]>/gs)].map(([cell]) => textOf(cell).replace(/\s+/g, " ").trim()),
    );
};

test('the capacity has totals per day and per region, and shows "closed" in place of 0%', async () => {
  const [all = [], nc = [], wa = []] = await textOfRows(week);
  const column = 1 + weekdayOf(tuesday);
  expect([all[0], nc[0], wa[0]]).toEqual(["All therapists 2 therapists", "NC 1 therapist", "WA 1 therapist"]);
  expect(wa[column]).toBe("1 of 2 (50%) 1 open");
  expect(all[column]).toMatch(/^2 of 8 \(25%\)/);
  expect(wa[7], "Saturday").toBe("closed");
  expect(wa[8], "the week").toBe("1 of 2 (50%) 1 open");
});

test("the capacity is sorted by name, or by the week's load", async () => {
  const names = async (path: string) =>
    (await textOfRows(path)).slice(3).map(([name = ""]) => name.slice(0, 5));
  expect(await names(week)).toEqual([therapist.name.slice(0, 5), "Wanda"]);
  expect(await names(`${week}&sort=load`)).toEqual(["Wanda", therapist.name.slice(0, 5)]);
});

test("the CSV has the rows of the screen in their order, and the export is in the audit log", async () => {
  const page = await PlainPage.open(supervisor, `${week}&sort=load&search=a`);
  const [, href = ""] = /href="(\/calendars\/capacity\.csv[^"]*)"/.exec(page.html) ?? [];
  const { text } = await supervisor.get(href.replaceAll("&amp;", "&"));
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
  const shown = await textOfRows(`${week}&sort=load&search=a`);
  expect(rows.length).toBe(shown.length);
  expect(rows.map((row) => row.Therapist)).toEqual([
    "All therapists",
    "All therapists",
    "All therapists",
    "Wanda West",
    therapist.name,
  ]);
  expect(rows[3]).toMatchObject({
    Region: "WA",
    "Capacity per day": "2",
    [`${tuesday} booked`]: "1",
    [`${tuesday} open`]: "1",
    "Week booked": "1",
    [`${addDays(tuesday, 4)} booked`]: "closed",
  });
  const entry = await app.db
    .selectFrom("audit_log")
    .select("details")
    .where("action", "=", "capacity.exported")
    .executeTakeFirstOrThrow();
  expect(JSON.parse(entry.details ?? "")).toMatchObject({ rows: 5, searched: true });
});

test("the sick day is linked from capacity, the calendar, and the day board", async () => {
  const capacity = await PlainPage.open(supervisor, "/calendars?tab=capacity");
  expect(capacity.html).toContain(`/therapists/${west.id}/out?date=${today}`);
  const filtered = await PlainPage.open(supervisor, `/calendars?therapist=Wanda+West&day=${tuesday}`);
  // The therapist of the calendar's filter is the one who is out.
  expect((await filtered.follow("Sick day")).text).toContain("Mark Wanda West as out");
  const all = await PlainPage.open(supervisor, `/calendars?day=${tuesday}`);
  const who = await (await all.follow("Sick day")).press("Show", { date: tuesday });
  const out = await who.follow(/^Wanda West WA, 1 visit$/);
  expect(out.path).toBe(`/therapists/${west.id}/out`);
  expect(out.text).toContain("Mark Wanda West as out");
  const onTuesday = await PlainPage.open(supervisor, `/calendars/day-board?day=${tuesday}`);
  expect(onTuesday.html).toContain(`/therapists/${west.id}/out?date=${tuesday}`);
});

test("the day board has the same numbers as the capacity", async () => {
  const board = await PlainPage.open(supervisor, `/calendars/day-board?day=${tuesday}`);
  const [all = [], , wa = []] = await textOfRows(week);
  const column = 1 + weekdayOf(tuesday);
  for (const total of [all[column], wa[column]]) expect(board.text).toContain(total?.replace(") ", "), "));
});

test("without scripts, a visit on the day board is reassigned through its sheet", async () => {
  const start = at("16:00") + day;
  await seedSlots(app, west, [start]);
  const visit = await aVisit(app, therapist, start, { local_date: addDays(tuesday, 1) });
  const board = await PlainPage.open(supervisor, `/calendars/day-board?day=${addDays(tuesday, 1)}`);
  const sheet = await PlainPage.open(supervisor, `/visits/${visit.id}`);
  expect(board.html).toContain(`href="/visits/${visit.id}"`);
  expect(sheet.html).toContain(`/visits/bulk?act=reassign&amp;visit=${visit.id}`);
});

test("the month of a large company opens on today, with the load of each day, which leads to the day board", async () => {
  const monthStart = `${today.slice(0, 7)}-01`;
  const order = (await aVisit(app, west, at("13:00") + 30 * day)).order_id;
  const dates = Array.from({ length: 28 }, (_, index) => addDays(monthStart, index));
  const rows = Array.from({ length: mostInCalendar + 1 }, (_, index) => {
    const date = dates[index % dates.length] ?? today;
    const start = Date.parse(date) + 15 * hour;
    return {
      order_id: order,
      therapist_id: west.id,
      start_at: start,
      end_at: start + hour,
      local_date: date,
      status: "completed",
      sms_consent: 1,
      uid: `large-${index}`,
      created_at: start - day,
    };
  });
  for (let from = 0; from < rows.length; from += 500) {
    await app.db
      .insertInto("visits")
      .values(rows.slice(from, from + 500))
      .execute();
  }
  const { html, text } = await PlainPage.open(supervisor, "/calendars");
  const earlier = html.indexOf('id="earlier-days"');
  if (today > monthStart) {
    expect(earlier).toBeGreaterThan(0);
    expect(html.indexOf(`id="day-${monthStart}"`)).toBeGreaterThan(earlier);
    expect(html.indexOf("</details>", earlier)).toBeLessThan(html.indexOf(`id="day-${today}"`));
  }
  expect(html).toContain(`href="/calendars/day-board?day=${today}"`);
  expect(text).toMatch(/\d+ of \d+ booked \(\d+%\)/);
});

test("a therapist who is out is on the day board, with the way to reopen the day", async () => {
  const date = addDays(tuesday, 90);
  const address = `/calendars/day-board?day=${date}`;
  const folded = await PlainPage.open(supervisor, address);
  expect(folded.html).not.toContain(`data-therapist="${west.id}"`);
  await (await PlainPage.open(supervisor, `/therapists/${west.id}/out?date=${date}`)).press("Close this day");
  const board = await PlainPage.open(supervisor, address);
  expect(board.text).toMatch(/Out: 1 therapist Wanda West .*Reopen/);
  const reopened = await (await board.follow("Reopen the day: Wanda West")).press("Reopen this day");
  expect(reopened.text).toContain("is open again.");
});
