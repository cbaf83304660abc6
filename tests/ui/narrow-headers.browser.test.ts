import { beforeAll, expect, test } from "vitest";
import type { Visitor } from "../support/browser";
import { openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { seedClinic, seedOrder, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

let server: Awaited<ReturnType<typeof startServer>>;
let cookie: string;

beforeAll(async () => {
  server = await startServer();
  await seedClinic(server.app);
  const supervisor = await seedUser(server.app, ["supervisor"]);
  cookie = await signInStaff(server.app, new Client(server.url), supervisor.id);
});

async function open(width: number): Promise<Visitor> {
  const visitor = await openBrowser(server.url, { size: { width, height: 844 } });
  await visitor.context.addCookies([{ name: "firstnight", value: cookie, url: server.url }]);
  return visitor;
}

/** The tops of the visible buttons in a row of buttons, which are equal if it has one line of equal buttons. */
const topsIn = async ({ page }: Visitor, selector: string) =>
  new Set(
    await page
      .locator(selector)
      .evaluateAll((buttons) =>
        buttons
          .filter((button) => button.checkVisibility({ contentVisibilityAuto: true }))
          .map((button) => Math.round(button.getBoundingClientRect().top)),
      ),
  );

test.each([390, 1024])("the dashboard's header has one line of buttons at %i pixels", async (width) => {
  const visitor = await open(width);
  await visitor.page.goto("/supervisordashboard");
  expect((await topsIn(visitor, ".headline .buttons > .button, .headline summary")).size).toBe(1);
  await visitor.page.getByText("More", { exact: true }).click();
  const link = visitor.page.getByRole("link", { name: "Capacity forecast" });
  const { x = -1, width: wide = 0 } = (await link.boundingBox()) ?? {};
  expect([x >= 0, x + wide <= width]).toEqual([true, true]);
  await link.click();
  await visitor.page.waitForURL(/\/capacity/);
});

test.each([320, 390])("an order's actions are in one line at %i pixels, and none breaks", async (width) => {
  const order = await seedOrder(server.app);
  const visitor = await open(width);
  await visitor.page.goto("/orders");
  await visitor.page.locator(`a[href^="/orders/${order.id}"]`).first().click();
  await visitor.page.locator("#sheet .dialog-actions").waitFor();
  expect(
    (await topsIn(visitor, "#sheet .dialog-actions > .button, #sheet .dialog-actions summary")).size,
  ).toBe(1);
  const heights = await visitor.page
    .locator("#sheet .dialog-actions > .button, #sheet .dialog-actions summary")
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(48);
});

const withOneHeader = [
  "/supervisordashboard",
  "/supervisordashboard/unconfirmed",
  "/supervisordashboard/steps/4",
  "/calendars",
  "/calendars/day-board",
  "/orders",
  "/reports",
  "/capacity",
  "/recovery",
  "/recovery/visits",
  "/views",
];

test("on a phone, each list begins within the first 210 pixels, and the header's other actions fold", async () => {
  const visitor = await open(390);
  const { page } = visitor;
  for (const path of withOneHeader) {
    await page.goto(path);
    const top = await page.locator("main").evaluate((main) => {
      const controls = ".shell-note, .headline, #live, .tabs, .chips, .filter-line, search, .toolbar";
      const tops = [...main.children]
        .filter((part) => !part.matches(controls) && part.getBoundingClientRect().height > 1)
        .map((part) => part.getBoundingClientRect().top);
      const note = main.querySelector(".shell-note")?.getBoundingClientRect().height ?? 0;
      return Math.min(...tops) - (note && note + 12);
    });
    expect(top, path).toBeLessThanOrEqual(210);
  }
  await page.goto("/calendars");
  await page.locator(".headline summary").click();
  await page.locator(".headline").getByRole("link", { name: "Sick day" }).click();
  await page.waitForURL(/\/therapists\/out/);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/calendars");
  expect(await page.locator(".headline summary").isVisible()).toBe(false);
  const desk = await topsIn(visitor, ".headline .button");
  expect(desk.size, "on a desk, all actions are buttons in one line").toBe(1);
  expect(await page.locator(".headline").getByRole("link", { name: "Sick day" }).isVisible()).toBe(true);
});
