import { beforeAll, expect, test } from "vitest";
import { addDays, day, localDate } from "~/core/time";
import { openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { seedClinic, seedOrder, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";
import { expectTablesToFit } from "../support/tables";

let server: Awaited<ReturnType<typeof startServer>>;
let cookie: string;

beforeAll(async () => {
  server = await startServer();
  const { app, clock } = server;
  const { database, therapist } = await seedClinic(app);
  await app.db.updateTable("therapists").set({ name: "Marguerite Featherstonehaugh-Castellanos" }).execute();
  await app.db.updateTable("companies").set({ first_nights: 1 }).execute();
  for (const daysAgo of [10, 20, 40]) {
    const { id: order_id } = await seedOrder(app, { brightree_db: database });
    const { id: visit_id } = await seedVisit(app, {
      order_id,
      therapist_id: therapist.id,
      start_at: clock.now() - daysAgo * day,
      status: "completed",
    });
    const started_on = addDays(localDate(clock.now(), "America/New_York"), -daysAgo);
    const nights = { order_id, started_on, zone: "America/New_York", visit_id, created_at: clock.now() };
    await app.db.insertInto("first_nights").values(nights).execute();
  }
  const supervisor = await seedUser(app, ["supervisor"]);
  cookie = await signInStaff(app, new Client(server.url), supervisor.id);
});

async function open(path: string, width: number) {
  const { context, page } = await openBrowser(server.url, { size: { width, height: 844 } });
  await context.addCookies([{ name: "firstnight", value: cookie, url: server.url }]);
  await page.goto(path);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  return page;
}

test.each(["/nights/report", "/recovery", "/reports"])(
  "on %s at 320 pixels, each number has its name next to it, and no table scrolls sideways",
  async (path) => {
    const page = await open(path, 320);
    const labels = await page
      .locator(".labeled tbody tr:first-child td:not(:first-child)")
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, "::before").content));
    expect(labels.length).toBeGreaterThan(3);
    expect(labels.filter((label) => !/^".+"$/.test(label))).toEqual([]);
    await expectTablesToFit(page, path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  },
);

test("on a wide screen, the report has its columns' names once, above the numbers", async () => {
  const page = await open("/nights/report", 1280);
  const heads = page.getByRole("table", { name: "By month of setup" }).getByRole("columnheader");
  expect(await heads.first().isVisible()).toBe(true);
  const label = await page
    .locator(".labeled tbody td:nth-child(2)")
    .first()
    .evaluate((cell) => getComputedStyle(cell, "::before").content);
  expect(label).toBe("none");
});
