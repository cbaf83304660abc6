import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { addDays, day, localDate } from "~/core/time";
import { staffZone } from "~/core/zones/staff-zone";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedDatabase, seedOrder, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const now = app.clock.now();
const today = localDate(now, staffZone);
const sam = await seedUser(app, ["supervisor"], { name: "Sam Ridley" });
const supervisor = new Client(url);
await signInStaff(app, supervisor, sam.id);
await seedDatabase(app, "OTHER");

const order = (fields: Parameters<typeof seedOrder>[1]) =>
  seedOrder(app, { step: 3, source_step: 3, ...fields });

await order({ patient_name: "Ada North", step_at: now - 9 * day });
const overdue = await order({ patient_name: "=Ben Cole", step_at: now - 6 * day });
const future = await order({ patient_name: "Cy Dunn", step_at: now - 3 * day, brightree_db: "OTHER" });
const elsewhere = await order({ patient_name: "Di Eads", step: 2, source_step: 2, step_at: now - 20 * day });
await order({ patient_name: "Ed Gone", closed_at: now, staff_closed_at: now, step_at: now - 30 * day });
await supervisor.submit(`/orders/${overdue.id}/follow-up`, {
  owner: String(sam.id),
  next_action: "Call Aetna",
  due_on: addDays(today, -2),
});
await supervisor.submit(`/orders/${future.id}/follow-up`, { next_action: "Fax", due_on: addDays(today, 5) });
await supervisor.submit(`/orders/${elsewhere.id}/follow-up`, {
  next_action: "Ask",
  due_on: addDays(today, -1),
});
await supervisor.submit(`/orders/${overdue.id}/notes`, { note: "First" });
await supervisor.submit(`/orders/${overdue.id}/notes`, { note: "Waiting for Aetna" });

const step = "/supervisordashboard/steps/3";
const title = "Obtaining Pre-Auth Orders";

async function patientsOn(address: string, caption = "Open orders"): Promise<string[]> {
  const page = await PlainPage.open(supervisor, address);
  return page.table(caption).flatMap((row) => row["Patient ID"]?.replace(/^.*\d /, "") ?? []);
}

test("a step's list keeps part 2's four columns and adds why each order waits", async () => {
  const rows = (await PlainPage.open(supervisor, step)).table(title);
  expect(Object.keys(rows[0] ?? {}).slice(0, 7)).toEqual([
    "Brightree DB",
    "Patient ID",
    "Sales Order #",
    "Reached At",
    "Owner",
    "Next action",
    "Last note",
  ]);
  expect(rows[1]).toMatchObject({
    "Reached At": expect.stringMatching(
      / 6 days in step Waits until staff finish Obtaining Pre-Auth and send a link\.$/,
    ),
    Owner: expect.stringContaining("Sam Ridley"),
    "Next action": expect.stringMatching(/^Call Aetna .* Overdue$/),
    "Last note": "Waiting for Aetna",
  });
  expect(rows[2]?.["Next action"]).not.toContain("Overdue");
  expect(rows[0]?.Owner).toContain("No one");
});

test("a step's list can be searched, filtered, and sorted without scripts", async () => {
  expect(await patientsOn(step, title)).toEqual(["Ada North", "=Ben Cole", "Cy Dunn"]);
  const page = await PlainPage.open(supervisor, step);
  const found = await page.press("Show", { search: "cole" });
  expect(found.table(title)).toHaveLength(1);
  expect(found.text).toContain("1 open order");
  expect(await patientsOn(`${step}?search=${future.sales_order_no}`, title)).toEqual(["Cy Dunn"]);
  expect(await patientsOn(`${step}?db=OTHER`, title)).toEqual(["Cy Dunn"]);
  expect(await patientsOn(`${step}?owner=me`, title)).toEqual(["=Ben Cole"]);
  expect(await patientsOn(`${step}?owner=none`, title)).toEqual(["Ada North", "Cy Dunn"]);
  const byDue = await page.follow("Next action");
  expect(byDue.table(title).map((row) => row["Patient ID"]?.slice(-8))).toEqual([
    "Ben Cole",
    " Cy Dunn",
    "da North",
  ]);
  expect(await patientsOn(`${step}?sort=due&direction=desc`, title)).toEqual([
    "Cy Dunn",
    "=Ben Cole",
    "Ada North",
  ]);
});

test("my orders and overdue orders list open orders of all steps", async () => {
  expect(await patientsOn("/orders?owner=me")).toEqual(["=Ben Cole"]);
  expect(await patientsOn("/orders?due=overdue&sort=due")).toEqual(["=Ben Cole", "Di Eads"]);
  const all = await PlainPage.open(supervisor, "/orders");
  const mine = await all.press("Show", { owner: "me", due: "overdue" });
  expect(mine.table("Open orders").map((row) => row["Reached At"])).toEqual([
    expect.stringMatching(/ 3\. Obtaining Pre-Auth · 6 days in step Waits until staff finish /),
  ]);
  expect(await patientsOn("/orders")).toEqual(["Di Eads", "Ada North", "=Ben Cole", "Cy Dunn"]);
});

test("a next action is overdue from the day after its date, in the user's time zone", async () => {
  const due = await order({ patient_name: "Flo Today", step_at: now - day });
  await supervisor.submit(`/orders/${due.id}/follow-up`, { next_action: "Call", due_on: today });
  expect(await patientsOn("/orders?due=overdue")).not.toContain("Flo Today");
  await app.db
    .updateTable("order_follow_ups")
    .set({ due_on: addDays(today, -1) })
    .where("order_id", "=", due.id)
    .execute();
  expect(await patientsOn("/orders?due=overdue")).toContain("Flo Today");
  await app.db.deleteFrom("orders").where("id", "=", due.id).execute();
});

test("the list's CSV has the rows of all its pages in its order, with names and phones, and is audited", async () => {
  for (let number = 0; number < 101; number++)
    await order({ patient_id: 90_000 + number, step: 1, source_step: 1 });
  const page = await PlainPage.open(supervisor, "/supervisordashboard/steps/1?sort=patient&direction=desc");
  expect(page.table("Sleep Intake QA Orders")).toHaveLength(100);
  const [, link = ""] = /href="(\/orders\.csv[^"]*)"/.exec(page.html) ?? [];
  const { text, status } = await page.client.get(link.replaceAll("&amp;", "&"));
  expect(status).toBe(200);
  const rows: Record<string, string>[] = parse(text, { columns: true, bom: true });
  expect(rows.map((row) => Number(row["Patient ID"]))).toEqual(
    Array.from({ length: 101 }, (_, index) => 90_100 - index),
  );
  expect(rows[0]?.Phone).toMatch(/^'?\+1919555/);
  const [ben]: Record<string, string>[] = parse((await supervisor.get("/orders.csv?owner=me")).text, {
    columns: true,
    bom: true,
  });
  expect(ben).toMatchObject({
    Patient: "'=Ben Cole",
    "Days in step": "6",
    Owner: "Sam Ridley",
    "Last note": "Waiting for Aetna",
    Step: "3. Obtaining Pre-Auth",
  });
  const entry = await app.db
    .selectFrom("audit_log")
    .select(["user_id", "details"])
    .where("action", "=", "orders.exported")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(entry.user_id).toBe(sam.id);
  expect(JSON.parse(entry.details ?? "")).toMatchObject({ owner: "me", rows: 1, searched: false });
});
