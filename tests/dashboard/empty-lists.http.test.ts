import { beforeAll, expect, test } from "vitest";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await seedClinic(app);
const supervisor = new Client(url);

beforeAll(async () => {
  const user = await seedUser(app, ["supervisor"]);
  await signInStaff(app, supervisor, user.id);
});

const open = (path: string) => PlainPage.open(supervisor, path);

test("an empty month explains what will be listed and leads to adding a visit", async () => {
  const page = await open("/calendars?month=2026-02");
  expect(page.text).toContain("No visit is booked in February 2026. Visits are listed here when");
  expect((await page.follow("Add a visit")).path).toBe("/new-appointment");
});

test("a month that the filters emptied leads to the month without filters", async () => {
  const page = await open("/calendars?month=2026-02&status=confirmed");
  expect(page.text).toContain("No visit in February 2026 matches the filters.");
  expect(page.html).toMatch(/<a href="\/calendars\?month=2026-02">Clear all filters<\/a>/);
  expect((await open("/calendars?month=2026-02")).text).not.toContain("matches the filters");
});

test("an empty list of codes leads to Manual Add, or to the list without filters", async () => {
  const page = await open("/supervisordashboard/codes");
  expect(page.text).toContain("No rows Codes that patients haven't used yet are listed here.");
  const filtered = await open("/supervisordashboard/codes?expires=today");
  expect(filtered.text).toContain("No rows No code matches.");
  expect((await filtered.follow("Clear all filters")).path).toBe("/supervisordashboard/codes");
});

test("lists of unconfirmed visits and open orders explain why they are empty", async () => {
  expect((await open("/supervisordashboard/unconfirmed")).text).toContain(
    "No rows No visit waits for confirmation.",
  );
  expect((await open("/supervisordashboard/unconfirmed?db=BRHC")).text).toContain(
    "No rows No visit of this database or therapist waits for confirmation.",
  );
  expect((await open("/supervisordashboard/steps/1")).text).toContain(
    "No rows No open order is in this step.",
  );
  expect((await open("/orders?step=2")).text).toContain("No rows No open order matches. Clear all filters");
});

test("the worklist's empty tables explain why they are empty", async () => {
  const { text } = await open("/calendars?tab=worklist");
  expect(text).toContain("No items No visit in the next 72 hours waits for confirmation.");
  expect(text).toContain("No items No visit is booked for today.");
  expect(text).toContain("No items Nothing to follow up.");
  const filtered = await open("/calendars?tab=worklist&search=zoe");
  expect(filtered.text).toContain("No items No visit matches the filters.");
});

test.each([
  ["", "A conversation starts when a patient texts or you do."],
  ["?filter=unanswered", "Every text is answered."],
  ["?filter=snoozed", "To set a conversation aside until a day, open it and choose Snooze."],
  ["?folder=starred", "To keep a conversation here, select its star."],
  ["?folder=assigned", "Conversations are listed here when you or others assign them to you."],
  ["?q=zoe", "No name, date of birth, number, or text matches."],
])("the empty inbox %s explains what will be listed", async (query, text) => {
  expect((await open(`/messages${query}`)).text).toContain(`No conversations. ${text}`);
});

test("the forecast speaks of openings and names from when it counts", async () => {
  const { text } = await open("/capacity");
  expect(text).toContain("First opening by region");
  expect(text).toContain("Open from today");
  expect(text).not.toMatch(/open times?\b/);
});
