import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { addDays, day, hour, localDate, minute, startOfDay, weekdayOf } from "~/core/time";
import { countReports } from "~/dashboard/reports/count-reports.server";
import { lastWeeks, reportPeriod, weeksOf } from "~/dashboard/reports/report-schema";
import { noShowDefinition } from "~/dashboard/reports/report-strings";
import { aVisit } from "../support/clinic";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedUser, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const zone = "America/New_York";
const { app, url, clock } = await startServer();
const { therapist } = await seedClinic(app);
const { id: author } = await seedUser(app, ["supervisor"]);
const supervisor = await staffClient({ app, url }, "supervisor");
const today = localDate(clock.now(), zone);
/** The Monday two weeks ago, at noon. */
const monday = addDays(today, 1 - weekdayOf(today) - 14);
const noon = startOfDay(monday, zone) + 12 * hour;

async function ended(status: string, start: number, waited: number | null = null) {
  const order = await seedOrder(app, { referral_at: waited === null ? null : start - waited * day });
  return aVisit(app, therapist, start, {
    order_id: order.id,
    status,
    visit_type: "Setup",
    local_date: localDate(start, zone),
  });
}
for (let index = 0; index < 10; index += 1) {
  await ended("completed", noon + (index % 5) * day + index * hour, index + 1);
}
await ended("completed", noon + 3 * hour, null);
await ended("no show", noon + 4 * hour, 50);
await ended("cancelled", noon + 5 * hour);
await ended("no show", noon + 7 * day);

let phones = 0;
/** Adds a conversation. A message is an author, or null for the patient and 0 for an automatic text, and a time. */
async function conversation(...messages: [from: number | null, after: number][]) {
  phones += 1;
  const { id } = await app.db
    .insertInto("threads")
    .values({ phone: `+1919555${1000 + phones}`, created_at: noon })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const [from, after] of messages) {
    await app.db
      .insertInto("messages")
      .values({
        thread_id: id,
        direction: from === null ? "in" : "out",
        author_user_id: from || null,
        body: "Hello",
        status: from === null ? "received" : "sent",
        created_at: noon + after,
      })
      .execute();
  }
}
await conversation([null, 0], [author, 20 * minute]);
await conversation([null, 0], [null, minute], [author, 2 * hour]);
await conversation([null, 0], [0, 10 * minute], [author, hour]);
await conversation([null, 0], [0, 1000]);
await conversation([author, 0], [null, 5 * minute]);

for (const status of ["accepted", "declined", "expired", "accepted"] as const) {
  const visit = await aVisit(app, therapist, noon + 100 * day + phones++ * day);
  await app.db
    .insertInto("offers")
    .values({
      order_id: visit.order_id,
      visit_id: visit.id,
      visit_start: visit.start_at,
      therapist_id: therapist.id,
      start_at: noon + 90 * day,
      wave: 1,
      code_hash: `hash ${phones}`,
      code_sealed: "",
      status,
      sent_at: noon,
      expires_at: noon + hour,
    })
    .execute();
}

const weekOf = (sunday: string, weeks: Awaited<ReturnType<typeof countReports>>) =>
  weeks.find(({ week }) => week === sunday);
const sunday = addDays(monday, -1);

test("each week has its no-shows, waits, texts answered within an hour, and accepted offers", async () => {
  const weeks = await countReports(app, lastWeeks(today, 4), zone);
  expect(weeks.map(({ week }) => week)).toEqual([-7, 0, 7, 14].map((days) => addDays(sunday, days)));
  expect(weekOf(sunday, weeks)).toMatchObject({
    missed: 1,
    completed: 11,
    setups: 10,
    medianDays: 5.5,
    // A text is answered after 20 minutes, one after 2 hours, one after an hour, and one never.
    texts: 4,
    answered: 2,
    offers: 4,
    accepted: 2,
  });
  expect(weekOf(sunday, weeks)?.p90Days).toBeCloseTo(9.1);
  expect(weekOf(addDays(sunday, 7), weeks)).toMatchObject({ missed: 1, completed: 0, texts: 0 });
});

test("bookings and capacity are the totals of the capacity tab", async () => {
  const [week] = await countReports(app, { from: sunday, to: addDays(sunday, 6) }, zone);
  const page = await PlainPage.open(supervisor, `/calendars?tab=capacity&week=${sunday}`);
  const [, total] =
    /All therapists.*?<b>[^<]*<\/b>.*<b>(\d+ of \d+)<\/b>/s.exec(
      page.html.slice(0, page.html.indexOf(therapist.name, page.html.indexOf("All therapists"))),
    ) ?? [];
  expect(`${week?.booked} of ${week?.capacity}`).toBe(total);
});

test("only the chosen dates are counted", async () => {
  const [week, ...others] = await countReports(app, { from: monday, to: monday }, zone);
  expect(others).toEqual([]);
  expect(week).toMatchObject({ week: sunday, missed: 1, completed: 3 });
});

test("the page draws each report, defines it, and has its numbers in a table", async () => {
  const page = await PlainPage.open(supervisor, `/reports?from=${monday}&to=${addDays(monday, 4)}`);
  expect(page.html.match(/<svg[^>]*role="img"/g)).toHaveLength(6);
  expect(page.text).toContain(noShowDefinition);
  expect(page.table("No-show rate by week")).toMatchObject([
    { "No-shows": "1", Completed: "11", Rate: "8.3%" },
  ]);
  expect(page.table("Texts answered within an hour")).toMatchObject([
    { "Within an hour": "2", Texts: "4", Share: "50.0%" },
  ]);
  expect(page.table("Offers accepted")).toMatchObject([{ Accepted: "2", Offers: "4", Share: "50.0%" }]);
  expect((await PlainPage.open(supervisor, "/recovery")).text, "the same definition").toContain(
    noShowDefinition,
  );
});

test("dates are chosen in the form, and dates that can't be used are explained", async () => {
  const page = await PlainPage.open(supervisor, "/reports");
  const chosen = await page.press("Show", { from: monday, to: addDays(monday, 4) });
  expect(chosen.address).toBe(`/reports?from=${monday}&to=${addDays(monday, 4)}`);
  const refused = await page.press("Show", { from: monday, to: addDays(monday, -1) });
  expect(refused.text).toContain("The end date is before the start date. Choose a later end date.");
  expect(refused.values("from")).toEqual([monday]);
  const message = (from: string, to?: string) => reportPeriod({ from, to }, today).problem?.message;
  expect(message("yesterday")).toBe("Enter a start date, like 2026-05-01.");
  expect(message(monday, "2026-02-30")).toBe("Enter an end date, like 2026-05-31.");
  expect(message(addDays(today, 1), addDays(today, 2))).toContain("in the future");
  expect(message(addDays(today, -400))).toContain("more than a year apart");
  expect(weeksOf(lastWeeks(today, 52))).toHaveLength(52);
});

test("the CSV has the numbers of the page, and the export is in the audit log", async () => {
  const page = await PlainPage.open(supervisor, `/reports?from=${sunday}&to=${addDays(sunday, 6)}`);
  const [, href = ""] = /href="(\/reports\.csv[^"]*)"/.exec(page.html) ?? [];
  const { text } = await supervisor.get(href.replaceAll("&amp;", "&"));
  expect(parse(text, { bom: true, columns: true })).toMatchObject([
    {
      "Week of": sunday,
      "No-shows": "1",
      "Completed visits": "11",
      "No-show rate": "0.0833",
      "Texts from patients": "4",
      "Texts answered within an hour": "2",
      Offers: "4",
    },
  ]);
  const entry = await app.db
    .selectFrom("audit_log")
    .select("details")
    .where("action", "=", "reports.exported")
    .executeTakeFirstOrThrow();
  expect(JSON.parse(entry.details ?? "")).toEqual({ from: sunday, to: addDays(sunday, 6), rows: 1 });
  expect((await supervisor.get("/reports.csv?from=2026-02-01&to=2026-01-01")).status).toBe(422);
});
