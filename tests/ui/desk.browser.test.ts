import { afterAll, expect, test } from "vitest";
import { minute } from "~/core/time";
import { openClinic } from "../journeys/journey-clinic";
import { desktop, expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { seedOrder, seedVisit, signInStaff } from "../support/seed";

// Counts the requests and bytes of a desktop browser.
const { app, url, therapist, supervisor } = await openClinic();
const now = app.clock.now();
await seedVisit(app, {
  order_id: (await seedOrder(app)).id,
  therapist_id: therapist.id,
  start_at: now + minute,
});
await app.db
  .insertInto("threads")
  .values(
    Array.from({ length: 170 }, (_, nth) => ({
      phone: `+1828555${String(nth).padStart(4, "0")}`,
      patient_name: `Patient ${nth}`,
      last_body: "Until Thursday",
      last_dir: "out" as const,
      last_msg_at: now - nth * minute,
      created_at: now,
    })),
  )
  .execute();

const browser = await openBrowser(url, { size: desktop });
const { page, context } = browser;
const value = await signInStaff(app, new Client(url), supervisor.id);
await context.addCookies([{ name: "firstnight", value, url }]);
afterAll(() => expectNoProblems(browser));

const tabs = ["/supervisordashboard", "/appointments", "/calendars", "/users", "/messages"];

const streams = ["/api/sms/stream", "/api/changes"];
const devtools = await context.newCDPSession(page);
await devtools.send("Network.enable");
const sentRequests = new Map<string, { path: string; bytes: number; isMissing: boolean }>();
devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
  const path = new URL(request.url).pathname;
  sentRequests.set(requestId, { path, bytes: 0, isMissing: !streams.includes(path) });
});
devtools.on("Network.loadingFailed", ({ requestId }) => sentRequests.delete(requestId));
devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
  const request = sentRequests.get(requestId);
  if (request) Object.assign(request, { bytes: encodedDataLength, isMissing: false });
});

/** Requests sent until the page is idle, without cached files and event streams. */
async function requestsDuring(go: () => Promise<unknown>) {
  sentRequests.clear();
  await go();
  // The page is idle when deferred work is done and every response has arrived.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect.poll(() => [...sentRequests.values()].filter(({ isMissing }) => isMissing)).toEqual([]);
  return [...sentRequests.values()].filter(({ bytes }) => bytes > 0);
}

test("a first visit to the calendar transfers less than 190 KB", async () => {
  const requests = await requestsDuring(async () => {
    await page.goto("/calendars");
    await page.locator("#setup-calendar .title").waitFor();
  });
  const bytes = requests.reduce((sum, request) => sum + request.bytes, 0);
  expect(bytes).toBeGreaterThan(100 * 1024);
  expect(bytes).toBeLessThan(190 * 1024);
});

test("switching tabs as a supervisor sends one request", async () => {
  const hasStyleCookie = async () => (await context.cookies()).some(({ name }) => name === "style");
  for (const tab of tabs) {
    await page.goto(tab, { waitUntil: "load" });
    // The dashboard caches the style sheet when the browser is idle.
    await expect.poll(hasStyleCookie, { timeout: 15_000 }).toBe(true);
  }
  for (const tab of tabs) {
    const link = page.locator(`.side-nav a[href="${tab}"]`);
    const requests = await requestsDuring(() => link.click());
    expect(requests.map(({ path }) => path)).toEqual([tab]);
    if (tab === "/calendars") await page.locator("#setup-calendar .title").waitFor();
  }
});

test("the inbox loads more threads while scrolling and keeps them when one is opened", async () => {
  await page.goto("/messages");
  const rows = page.locator(".thread");
  const down = () =>
    page.locator("#threads-scroll").evaluate((list) => {
      list.scrollTop = list.scrollHeight;
    });
  await expect.poll(() => down().then(() => rows.count()), { timeout: 15_000 }).toBe(170);
  await rows.last().click();
  await page.waitForURL(/messages\/\d+$/);
  expect(await rows.count()).toBe(170);
  expect(await rows.last().locator("[aria-current]").count()).toBe(1);
  expect(await rows.locator("[aria-current]").count()).toBe(1);
  expect(await rows.last().isVisible()).toBe(true);
  const names = await rows.locator(".thread-title").allTextContents();
  expect(names).toEqual(Array.from({ length: 170 }, (_, nth) => `Patient ${nth}`));
});

test("a thread that moves to the top is listed once", async () => {
  const { id } = await app.db
    .updateTable("threads")
    .set({ last_body: "News", last_msg_at: app.clock.now() + minute })
    .where("patient_name", "=", "Patient 120")
    .returning("id")
    .executeTakeFirstOrThrow();
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.locator(`.thread[data-id="${id}"]`, { hasText: "News" }).waitFor();
  expect(await page.locator(`.thread[data-id="${id}"]`).count()).toBe(1);
  expect(await page.locator(".thread").count()).toBe(170);
  expect(await page.locator(".thread").first().getAttribute("data-id")).toBe(String(id));
});
