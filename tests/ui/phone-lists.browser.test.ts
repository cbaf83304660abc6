import { beforeAll, expect, test } from "vitest";
import { openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { seedClinic, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

let server: Awaited<ReturnType<typeof startServer>>;
let cookie: string;

beforeAll(async () => {
  server = await startServer();
  await seedClinic(server.app);
  const supervisor = await seedUser(server.app, ["supervisor"]);
  cookie = await signInStaff(server.app, new Client(server.url), supervisor.id);
});

async function open(path: string, width: number) {
  const { context, page } = await openBrowser(server.url, { size: { width, height: 844 } });
  await context.addCookies([{ name: "firstnight", value: cookie, url: server.url }]);
  await page.goto(path);
  return page;
}

test.each([
  ["/users", 320],
  ["/users", 390],
  ["/calendars/day-board", 320],
  ["/calendars/day-board", 390],
])(
  "on %s at %i pixels, the search and its label share a line, and the list begins higher",
  async (path, width) => {
    const page = await open(path, width);
    const label = await page.locator(".filters label").first().boundingBox();
    const search = await page.locator(".filters [type=search]").boundingBox();
    const note = page.locator(".shell-note");
    const noted = (await note.count()) ? ((await note.boundingBox())?.height ?? 0) + 12 : 0;
    const list = await page.locator(".filter-line + *").boundingBox();
    if (!label || !search || !list) throw new Error("The page shows no search, or no list.");
    expect(Math.abs(label.y + label.height / 2 - search.y - search.height / 2)).toBeLessThan(4);
    expect(search.width).toBeGreaterThan(90);
    expect(list.y - noted).toBeLessThanOrEqual(200);
  },
);

test.each(["/offers", "/recovery/times"])("the choices of %s are one line on a phone", async (path) => {
  const page = await open(path, 390);
  const chips = page.locator("main > .chips > .chip");
  const tops = await chips.evaluateAll((all) =>
    all.map((chip) => Math.round(chip.getBoundingClientRect().top)),
  );
  expect(tops.length).toBeGreaterThan(3);
  expect(new Set(tops).size).toBe(1);
  await chips.last().click();
  await page.waitForURL(/\?/);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
});

test.each([
  ["/appointments", 320],
  ["/appointments", 390],
  ["/users", 320],
])("with text at 200 %%, the search of %s keeps its width at %i pixels", async (path, width) => {
  const page = await open(path, width);
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  const label = await page.locator(".filters label").first().boundingBox();
  const search = await page.locator(".filters [type=search]").boundingBox();
  if (!label || !search) throw new Error("The page shows no search.");
  expect(label.x + label.width).toBeLessThanOrEqual(search.x);
  expect(search.width).toBeGreaterThan(120);
});

test("on a phone, the word Search is only in the field's example", async () => {
  const page = await open("/appointments", 390);
  const label = page.locator(".filters label").first();
  expect(await label.textContent()).toBe("Search");
  expect((await label.boundingBox())?.width).toBeLessThan(24);
  expect(await page.getByRole("searchbox", { name: "Search" }).getAttribute("placeholder")).toMatch(
    /^Search /,
  );
});
