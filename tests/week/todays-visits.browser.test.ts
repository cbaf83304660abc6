import { expect, test } from "vitest";
import { day, minute } from "~/core/time";
import { expectAccessible } from "../support/accessible";
import { boxOf, desktop, expectNoProblems, openBrowser, phone } from "../support/browser";
import { Client } from "../support/client";
import { monday } from "../support/scratch";
import { seedDatabase, seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
clock.set(monday);
await seedDatabase(app, "QHMS");
const link = "https://meet.example/room";
const user = await seedUser(app, ["therapist"]);
const therapist = await seedTherapist(app, { user_id: user.id, zoom_link: link });
const order = await seedOrder(app, { patient_name: "Priya Hendricks", phone: "+17045550142" });
await seedVisit(app, {
  order_id: order.id,
  therapist_id: therapist.id,
  start_at: monday + 25 * minute,
  status: "confirmed",
  confirmed_at: monday - day,
  meeting_link: link,
});
const value = await signInStaff(app, new Client(url), user.id);

async function open(size: { width: number; height: number }) {
  const visitor = await openBrowser(url, { size });
  await visitor.context.addCookies([{ name: "firstnight", value, url }]);
  return visitor;
}

test("the time until the next visit stays right while the page is open", async () => {
  const visitor = await open(desktop);
  const { page } = visitor;
  await page.clock.install();
  await page.goto("/therapist");
  await page.locator("#calendar [data-visit]").waitFor();
  const until = page.locator("[data-until]");
  expect(await until.textContent()).toBe("in 25 min");
  await page.clock.runFor(6 * minute);
  // An update of the page within these minutes shows the server's time, which stands still, until the next tick.
  await expect.poll(() => until.textContent(), { timeout: 15_000 }).toBe("in 19 min");
  expectNoProblems(visitor);
});

test("the link of the next visit is copied from the top of the page and from the sheet", async () => {
  const visitor = await open(desktop);
  const { page, context } = visitor;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/therapist");
  await page.locator("#today").getByRole("button", { name: "Copy link" }).click();
  await page.locator("#today").getByText("Copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.locator("#today").getByRole("link", { name: "Priya Hendricks" }).click();
  const sheet = page.locator("dialog#sheet[open]");
  await sheet.getByRole("button", { name: "Copy link" }).click();
  await sheet.getByText("Copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  expect(await sheet.getByRole("link", { name: "Join video visit" }).getAttribute("href")).toBe(link);
  await context.clearPermissions();
  expectNoProblems(visitor);
});

test("the sheet's actions fit one line, and its menu closes with Escape without closing the sheet", async () => {
  const visitor = await open({ width: 390, height: 844 });
  const { page } = visitor;
  await page.goto("/therapist");
  await page.locator("#today").getByRole("link", { name: "Priya Hendricks" }).click();
  const sheet = page.locator("dialog#sheet[open]");
  const menu = sheet.locator(".action-menu > summary");
  await menu.click();
  await sheet.getByRole("link", { name: "Move…" }).waitFor();
  await expectAccessible(visitor, "a visit's menu");
  const actions = await sheet.locator(".dialog-actions > *").all();
  const middles = await Promise.all(
    actions.map(async (action) => {
      const box = await boxOf(action);
      return box.y + box.height / 2;
    }),
  );
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(3);
  await page.keyboard.press("Escape");
  await sheet.getByRole("link", { name: "Move…" }).waitFor({ state: "hidden" });
  expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true);
  await menu.click();
  await sheet.getByRole("heading", { level: 2 }).click();
  await sheet.getByRole("link", { name: "Move…" }).waitFor({ state: "hidden" });
  expect(await sheet.isVisible()).toBe(true);
  expectNoProblems(visitor);
});

test("the calendar starts on the first screen of a desk, and a phone's cells show the patient's name", async () => {
  const desk = await open({ width: 1440, height: 900 });
  await desk.page.goto("/therapist");
  await desk.page.locator("#calendar [data-visit]").waitFor();
  expect((await boxOf(desk.page.locator("#calendar"))).y).toBeLessThan(600);
  const small = await open(phone);
  await small.page.goto("/therapist");
  await small.page.locator("#calendar [data-visit]").getByText("Priya H.").waitFor();
  expectNoProblems(desk);
  expectNoProblems(small);
});
