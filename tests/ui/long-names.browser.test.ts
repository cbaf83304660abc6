import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { expectNoSidewaysScroll, openBrowser } from "../support/browser";
import { seedClass, seedClassKind } from "../support/classes";
import { Client } from "../support/client";
import { seedFullClinic } from "../support/full-clinic";
import { seedOrder, seedTherapist, seedVisit, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

/** Two names of 60 characters. One can only wrap inside the word. */
const oneWord = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis";
const words = "Maria Guadalupe Featherstonehaugh-Castellanos de la Vega Ruiz";

const region = "Northwestern-Pennsylvania-and-Western-New-York-State-Area-1";

let server: Awaited<ReturnType<typeof startServer>>;
type Cookies = { name: string; value: string; url: string }[];
let staff: Cookies;
let patient: Cookies;
let classPage: string;

const cookiesOf = (client: Client): Cookies =>
  [...client.cookies].map(([name, value]) => ({ name, value, url: server.url }));

beforeAll(async () => {
  server = await startServer();
  const { app, url } = server;
  const clinic = await seedFullClinic(server);
  const { therapist } = clinic;
  const now = app.clock.now();
  await app.db.updateTable("companies").set({ name: oneWord }).where("id", "=", 1).execute();
  await app.db
    .updateTable("therapists")
    .set({ name: oneWord, region })
    .where("id", "=", therapist.id)
    .execute();
  await app.db.updateTable("users").set({ name: oneWord }).where("id", "=", clinic.user.id).execute();
  await app.db.updateTable("threads").set({ patient_name: words }).execute();
  await app.db
    .insertInto("thread_tags")
    .values({ thread_id: clinic.thread.id, tag: oneWord.slice(0, 30) })
    .execute();
  await app.db
    .updateTable("visit_kinds")
    .set({ name: `${oneWord.slice(1)}s`, name_es: oneWord })
    .where("company_id", "=", 1)
    .execute();
  const colleague = await seedTherapist(app, { name: words, region });
  for (const [index, name] of [oneWord, words, oneWord, words].entries()) {
    const order = await seedOrder(app, { patient_name: name });
    await app.db
      .insertInto("order_follow_ups")
      .values({ order_id: order.id, owner_user_id: clinic.user.id, next_action: words, due_on: "2026-01-05" })
      .execute();
    await seedVisit(app, {
      order_id: order.id,
      therapist_id: colleague.id,
      start_at: now + (index - 1) * 3 * hour,
      status: index === 0 ? "confirmed" : "submitted",
    });
    await seedOrder(app, { patient_name: name });
  }
  await app.db
    .insertInto("saved_views")
    .values({
      user_id: clinic.user.id,
      name: oneWord,
      list: "appointments",
      filters: "status=submitted",
      created_at: now,
    })
    .execute();
  const kind = await seedClassKind(app, 1, { name: oneWord, name_es: oneWord, seats: 2 });
  const session = await seedClass(app, therapist, now + 10 * day, { kind_id: kind.id, seats: 2 });
  await seedClass(app, therapist, now + 17 * day, { kind_id: kind.id });
  for (const name of [oneWord, words]) {
    await seedVisit(app, {
      order_id: (await seedOrder(app, { patient_name: name, brightree_db: clinic.database })).id,
      therapist_id: therapist.id,
      start_at: session.start_at,
      end_at: session.end_at,
      class_id: session.id,
      kind_id: kind.id,
    });
  }
  classPage = `/classes/${session.id}`;
  staff = cookiesOf(await clinic.enter("staff"));
  const client = new Client(url);
  await signInPatient(app, client, clinic.order.id, "link");
  patient = cookiesOf(client);
});

const lists = [
  "/appointments",
  "/supervisordashboard",
  "/supervisordashboard/codes",
  "/calendars?tab=worklist",
  "/calendars?tab=capacity",
  "/calendars/day-board",
  "/messages",
  "/users",
  "/orders",
  "/offers",
  "/views",
  "/classes",
  "/admin/company/kinds",
];

/** Runs in the page. Describes tables that are wider than their frame, though their rows could be blocks, and text that is cut off. */
const cutOff = () => {
  const found: string[] = [];
  for (const frame of document.querySelectorAll(".table-frame:has(> .stacks)")) {
    if (frame.scrollWidth > frame.clientWidth + 1)
      found.push(`${frame.getAttribute("aria-label")}: ${frame.scrollWidth} px in ${frame.clientWidth}`);
  }
  const hides = /hidden|clip/;
  const meant = ".unseen, .beyond-phones, .filters label, .search-line label, .calendar, .skip, svg";
  for (const element of document.querySelectorAll("body *")) {
    const { overflowX, textOverflow } = getComputedStyle(element);
    if (!hides.test(overflowX) || textOverflow === "ellipsis" || element.closest(meant)) continue;
    if (element.clientWidth > 1 && element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
      found.push(`${element.tagName}.${element.className}: ${element.textContent?.slice(0, 40)}`);
  }
  return found;
};

async function open(cookies: Cookies, width: number): Promise<Page> {
  const { context, page } = await openBrowser(server.url, { size: { width, height: 844 } });
  await context.addCookies(cookies);
  return page;
}

async function expectToFit(page: Page, path: string): Promise<void> {
  await expectNoSidewaysScroll(page, path);
  expect(await page.evaluate(cutOff), path).toEqual([]);
}

test.each([320, 390, 1440])("names of 60 characters fit into each list at %i pixels", async (width) => {
  const page = await open(staff, width);
  for (const path of [...lists, classPage]) {
    expect((await page.goto(path))?.status(), path).toBe(200);
    await expectToFit(page, path);
  }
});

test.each([320, 390])("with text at 200 %%, no list is cut off at %i pixels", async (width) => {
  const page = await open(staff, width);
  for (const path of [...lists, classPage]) {
    await page.goto(path);
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    await expectToFit(page, path);
  }
});

test("with text at 200 %, the dashboard fits a desk, and its tiles take several lines", async () => {
  const page = await open(staff, 1440);
  await page.goto("/supervisordashboard");
  const lines = () =>
    page
      .locator(".board-tiles li")
      .evaluateAll(
        (tiles) => new Set(tiles.map((tile) => Math.round(tile.getBoundingClientRect().top))).size,
      );
  expect(await lines()).toBe(1);
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  await expectNoSidewaysScroll(page, "the dashboard with text at 200 %");
  expect(await lines()).toBeGreaterThan(1);
  const tiles = await page
    .locator(".tile")
    .evaluateAll((all) => all.filter((tile) => tile.scrollWidth > tile.clientWidth + 1).length);
  expect(tiles).toBe(0);
});

test("with text at 200 %, the inbox's buttons share a line on a phone", async () => {
  const page = await open(staff, 390);
  await page.goto("/messages");
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  const tops = await page
    .locator(".threads-tools > form, .threads-tools > details > summary")
    .evaluateAll((all) => all.map((button) => Math.round(button.getBoundingClientRect().top)));
  expect(tops).toHaveLength(3);
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(4);
});

test("the day board shows the total of a region with a long name", async () => {
  const page = await open(staff, 1440);
  await page.goto("/calendars/day-board");
  const heads = await page.locator(".board-region-name").evaluateAll((all) =>
    all.map((head) => {
      const total = head.querySelector(".num")?.getBoundingClientRect();
      return { total: total?.width ?? 0, fits: (total?.right ?? 0) <= head.getBoundingClientRect().right };
    }),
  );
  expect(heads.length).toBeGreaterThan(0);
  for (const { total, fits } of heads) expect([total > 60, fits]).toEqual([true, true]);
});

test.each([320, 390, 1440])(
  "a patient's kinds and classes with long names fit at %i pixels",
  async (width) => {
    const page = await open(patient, width);
    await page.goto("/schedule");
    await page.locator(".kind-choices").getByRole("link", { name: oneWord, exact: true }).waitFor();
    await expectToFit(page, "/schedule");
    await page.goto("/schedule/classes");
    await expectToFit(page, "/schedule/classes");
    // The full class isn't offered.
    const choices = page.locator("a[href^='/schedule/classes/']");
    expect(await choices.count()).toBe(1);
    await choices.click();
    await page.waitForURL(/\/schedule\/classes\/\d+$/);
    await expectToFit(page, "the seat");
    await page.goto(classPage.replace("/classes", "/schedule/classes"));
    await expectToFit(page, "a full class");
  },
);
