import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedCompany, seedDatabase, seedOrder, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, url } = server;

/** Adds an order that was in step 2 for some days, in a database. */
async function seedPast(brightree_db: string, days: number) {
  const { id } = await seedOrder(app, { brightree_db });
  const at = app.clock.now() - 100 * day;
  await app.db.deleteFrom("order_steps").where("order_id", "=", id).execute();
  await app.db
    .insertInto("order_steps")
    .values([
      { order_id: id, step: 2, reached_at: at },
      { order_id: id, step: 3, reached_at: at + days * day },
    ])
    .execute();
}

async function trackPage(brightree_db: string) {
  const order = await seedOrder(app, { brightree_db, step: 2, step_at: app.clock.now() - 3 * day - hour });
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  return PlainPage.open(client, "/track");
}

test("the tracking page starts with where the order is, what is next, and how long that usually takes", async () => {
  await seedDatabase(app, "QHMS");
  for (const days of [1, 2, 4, 9, 30]) await seedPast("QHMS", days);
  const { text } = await trackPage("QHMS");
  expect(text).toContain("Waiting on: your doctor");
  expect(text).toContain(
    "We're waiting for your doctor's referral. When we have it, your insurance company reviews your coverage.",
  );
  expect(text).toContain("This step usually takes about 4 days.");
  expect(text).toContain("3 days 3d 1h");
  expect(text).toMatch(/Sleep Intake QA We check your paperwork\./);
  expect(text).toContain("Setup Time Submitted No appointment on file yet.");
});

test("the usual time is left out with too few orders, and never comes from another company", async () => {
  await seedDatabase(app, "OTHR");
  const company = await seedCompany(app, "Other company");
  await app.db.updateTable("databases").set({ company_id: company }).where("name", "=", "OTHR").execute();
  for (const days of [1, 1, 1, 1]) await seedPast("OTHR", days);
  const { text } = await trackPage("OTHR");
  expect(text).toContain("Waiting on: your doctor");
  expect(text).not.toContain("usually takes");
});
