import type { Page } from "playwright";
import { expect, test } from "vitest";
import { day, hour, localDate } from "~/core/time";
import { desktop, expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { monday } from "../support/scratch";
import {
  seedClinic,
  seedOrder,
  seedSlots,
  seedTherapist,
  seedUser,
  seedVisit,
  signInStaff,
} from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
clock.set(monday);
await seedClinic(app);
const user = await seedUser(app, ["therapist"]);
const therapist = await seedTherapist(app, { user_id: user.id });
for (const [status, at] of [
  ["confirmed", -2 * hour],
  ["submitted", day],
  ["submitted", 9 * day],
  ["confirmed", 2 * hour],
] as const) {
  const order = await seedOrder(app, {});
  await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: monday + at, status });
}
await seedSlots(app, therapist, [monday + 2 * day]);
const client = new Client(url);
const cookie = await signInStaff(app, client, user.id);
for (const [days, note] of [
  [2, "Dentist"],
  [9, "Training"],
] as const) {
  const date = localDate(monday + days * day, "America/New_York");
  const off = { act: "add", fromDate: date, toDate: date, note };
  await client.submit(`/therapists/${therapist.id}/availability/days-off`, off);
}

/** The page's texts, links, and return addresses outside the calendar, which draws its own week. */
const partsOf = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector("main")?.cloneNode(true) as HTMLElement;
    main.querySelector("#calendar")?.remove();
    const addressOf = (text: string) => decodeURIComponent(text);
    return {
      text: main.textContent?.replace(/\s+/g, " "),
      links: [...main.querySelectorAll("a")].map((link) => addressOf(link.getAttribute("href") ?? "")),
      back: [...main.querySelectorAll<HTMLInputElement>("input[name=back]")].map(({ value }) => value),
    };
  });

test("after the calendar changes weeks, every part of the page belongs to the new week", async () => {
  const visitor = await openBrowser(url, { size: desktop });
  await visitor.context.addCookies([{ name: "firstnight", value: cookie, url }]);
  const { page } = visitor;
  await page.goto("/therapist");
  await expect.poll(() => page.locator("#days-off").textContent()).toContain("Dentist");
  await page.locator("#calendar").getByText("Next", { exact: true }).click();
  await expect.poll(() => page.locator("#days-off").textContent()).toContain("Training");

  const fresh = await visitor.context.newPage();
  await fresh.goto(page.url());
  await fresh.locator("#calendar").getByText("Next", { exact: true }).waitFor();
  const parts = await partsOf(fresh);
  expect(parts.back.length).toBeGreaterThan(1);
  expect(parts.text).toContain("Training");
  await expect.poll(() => partsOf(page)).toEqual(parts);
  expectNoProblems(visitor);
});

test("a browser without Temporal loads it, and shows the same calendar", async () => {
  const visitor = await openBrowser(url, { size: desktop });
  await visitor.context.addCookies([{ name: "firstnight", value: cookie, url }]);
  const requested: string[] = [];
  visitor.context.on("request", (request) => requested.push(request.url()));
  const show = async (page: Page) => {
    await page.goto("/therapist");
    const visit = page.locator("#calendar [data-visit]");
    await visit.first().waitFor();
    return {
      ownTemporal: await page.evaluate(() => "Temporal" in globalThis),
      visits: await visit.evaluateAll((links) =>
        links.map((link) => [link.textContent, link.getBoundingClientRect().top]),
      ),
    };
  };
  const isImplementation = (address: string) => address.includes("/implementation-");
  const withOwn = await show(visitor.page);
  expect(requested.filter(isImplementation)).toEqual([]);

  const older = await visitor.context.newPage();
  await older.addInitScript(() => Reflect.deleteProperty(globalThis, "Temporal"));
  const without = await show(older);
  expect(requested.filter(isImplementation)).toHaveLength(1);
  expect(withOwn.ownTemporal).toBe(true);
  expect(without).toEqual({ ...withOwn, ownTemporal: false });
  expect(withOwn.visits.length).toBeGreaterThan(1);
  expectNoProblems(visitor);
});
