import { expect, test } from "vitest";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
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

test("each type of schedule link is logged under its own name", async () => {
  const open = (path: string) => actionsOf(() => new Client(url).get(path));
  const { patient_id, brightree_db } = order;
  const query = `pid=${patient_id}&db=${brightree_db}`;
  expect(await open(`/schedule/${link}`)).toEqual(["UI_SCHEDULE_VIEW_BOOTSTRAP"]);
  expect(await open(`/schedule?${query}`)).toEqual(["UI_SCHEDULE_VIEW_SHORTLINK"]);
  expect(await open(`/schedule?code=none&${query}`)).toEqual([
    "UI_SCHEDULE_BOOTSTRAP_FAIL",
    "UI_SCHEDULE_VIEW_SHORTLINK",
  ]);
  expect(await open("/schedule")).toEqual(["UI_SCHEDULE_MISSING_PATIENT"]);
});

test("the schedule redirects visitors without access to the start page", async () => {
  for (const path of ["/schedule", "/schedule/abcdefghijkmnpqrstuv", "/schedule?code=000000"]) {
    expect([path, (await PlainPage.open(new Client(url), path)).path]).toEqual([path, "/"]);
  }
});

test("too many query sessions from one address are refused, and the page shows how long to wait", async () => {
  const query = `/schedule?pid=${order.patient_id}&db=${order.brightree_db}`;
  let page = await new Client(url).get(query);
  for (let attempt = 1; attempt <= 20 && page.status === 200; attempt++)
    page = await new Client(url).get(query);
  expect([page.status, page.headers.get("retry-after")]).toEqual([429, "900"]);
  expect(page.text).toContain("Too many attempts. Please wait 15 minutes and try again.");
});
