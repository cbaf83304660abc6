import { expect, test } from "vitest";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { boxOf, expectNoProblems, openBrowser } from "../support/browser";
import { eventually } from "../support/eventually";
import { seedClinic } from "../support/seed";
import { startServer } from "../support/server";

const { url, app } = await startServer();
const { order } = await seedClinic(app);
const { link } = await generateCode(app, operator, {
  patient_id: order.patient_id,
  brightree_db: order.brightree_db,
  phone: "+19195550100",
});

async function loggedActions(): Promise<string[]> {
  const rows = await app.reads.selectFrom("ui_activity").select("action").orderBy("id").execute();
  return rows.map((row) => row.action);
}

async function actionsOf(run: () => Promise<unknown>): Promise<string[]> {
  await app.db.deleteFrom("ui_activity").execute();
  await run();
  return loggedActions();
}

test("the page loads the patient's database and updates its list within the security policy", async () => {
  const visitor = await openBrowser(url);
  const { page } = visitor;
  const actions = await actionsOf(async () => {
    await page.goto(`/schedule/${link}`);
    await eventually(loggedActions, (actions) => actions.includes("UI_SCHEDULE_CODEINFO_LOADED"));
    await page.click("[data-nav=date] >> nth=1");
    await page.waitForSelector("[data-nav=clear-date]");
    // The page sends the log request without waiting for the response.
    await eventually(loggedActions, (actions) => actions.includes("UI_SCHEDULE_DATE_FILTER"));
  });
  expect(actions).toEqual(expect.arrayContaining(["UI_SCHEDULE_VIEW", "UI_SCHEDULE_CODEINFO_LOADED"]));
  expectNoProblems(visitor);
});

test("if times can't be loaded, the page shows an error and keeps the list", async () => {
  const { page } = await openBrowser(url);
  await page.goto(`/schedule/${link}`);
  await page.route("**/schedule?*", (route) => route.abort());
  await page.click(".filter-menu summary");
  await page.click("[data-chip=part] >> nth=0");
  const problem = page.getByText("Error loading availability.");
  await problem.waitFor();
  expect((await boxOf(problem)).width).toBeGreaterThan(100);
  expect(await page.locator("a[data-at]").count()).toBeGreaterThan(0);
});
