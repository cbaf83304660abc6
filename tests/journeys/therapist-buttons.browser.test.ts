import { afterEach, expect, test } from "vitest";
import { addDays, day, localDate } from "~/core/time";
import { desktop, expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { aVisit } from "../support/clinic";
import { PlainPage } from "../support/plain-page";
import { seedSlots, seedTherapist, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
const user = await seedUser(app, ["therapist"]);
const therapist = await seedTherapist(app, { user_id: user.id });
const now = clock.now();
const today = localDate(now, "America/New_York");
const client = new Client(url);
const value = await signInStaff(app, client, user.id);
const visitor = await openBrowser(url, { size: desktop });
await visitor.context.addCookies([{ name: "firstnight", value, url }]);
const { page } = visitor;
afterEach(() => expectNoProblems(visitor));

const home = `/therapists/${therapist.id}`;
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const sheet = page.locator("dialog#sheet[open]");

test("availability is previewed with the button and removed in a range", async () => {
  await seedSlots(app, therapist, [now + 30 * day, now + 31 * day]);
  await page.goto(`${home}/availability`);
  await page.getByLabel("Date From").fill(addDays(today, 29));
  await page.getByLabel("Date To").fill(addDays(today, 32));
  await button("Preview").click();
  await page
    .getByText(/Will add \d+/)
    .first()
    .waitFor();
  await button("Remove in Range").click();
  await expect
    .poll(async () => (await app.db.selectFrom("slots").select("start_at").execute()).length)
    .toBe(0);
});

test("the times on file are shown and hidden on each page that lists them", async () => {
  await seedSlots(app, therapist, [now + 3 * day]);
  for (const path of ["/therapist", `${home}/availability`]) {
    await page.goto(path);
    await page.evaluate(() => {
      for (const part of document.querySelectorAll("main details")) part.setAttribute("open", "");
    });
    const details = page.locator("main");
    await details.getByRole("button", { name: "Hide", exact: true }).click();
    await details.getByRole("button", { name: "Show", exact: true }).click();
    await details.getByRole("button", { name: "Hide", exact: true }).waitFor();
  }
});

test("the private calendar link is copied with its button", async () => {
  const created = await (await PlainPage.open(client, `${home}/calendars`)).press("Create link");
  expect(created.status).toBe(200);
  await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${home}/calendars`);
  await page.locator("button[data-copy]").first().click();
  await page.getByText("Copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^http.*\/calendar\//);
  await visitor.context.clearPermissions();
});

test("a visit opens from the list of the week, and its sheet closes with the Close button", async () => {
  await aVisit(app, therapist, now + day);
  await page.goto("/therapist");
  await page.locator("#pending summary").click();
  await page.locator("#pending a.num").first().click();
  await sheet.waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await page.waitForURL((address) => address.pathname === "/therapist" && !address.search.includes("visit="));
  await page.locator("#calendar [data-visit]").first().click();
  await sheet.getByRole("link", { name: "Close" }).click();
  await sheet.waitFor({ state: "detached" });
  await page.waitForURL((address) => address.pathname === "/therapist");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page.getByLabel("List view").click();
  await page.getByLabel("Next week").click();
  await page.getByLabel("Prev week").click();
  await page.setViewportSize(desktop);
});

test("days off and weekly hours are previewed and removed without scripts", async () => {
  const date = addDays(today, 50);
  const days = { fromDate: date, toDate: date };
  const off = await PlainPage.open(client, `${home}/availability/days-off`);
  expect((await off.press("Preview", days)).status).toBe(200);
  const added = await off.press("Add days off", days);
  const removed = await added.press(/^Remove /);
  expect(removed.text).toContain("No days off.");
  const week = await PlainPage.open(client, `${home}/availability/week`);
  const kept = await week.press("Add hours");
  const dropped = await kept.press("Remove hours");
  expect(dropped.buttons("Remove hours")).toEqual([]);
});
