import { expect, test } from "vitest";
import { scratchApp } from "../support/scratch";
import { seedClinic, seedDatabase, seedOrder, seedVisit } from "../support/seed";

const app = scratchApp();
const { therapist } = await seedClinic(app);
await seedDatabase(app, "OTHER");

async function expectMatchingDatabases(): Promise<void> {
  const visits = await app.db
    .selectFrom("visits")
    .innerJoin("orders", "orders.id", "visits.order_id")
    .select(["visits.brightree_db as stored", "orders.brightree_db as expected"])
    .execute();
  expect(visits.map(({ stored }) => stored)).toEqual(visits.map(({ expected }) => expected));
  expect(visits.length).toBeGreaterThan(0);
}

test("a visit's database always matches its order's, even after either one changes", async () => {
  const order = await seedOrder(app);
  const other = await seedOrder(app, { brightree_db: "OTHER" });
  const at = { therapist_id: therapist.id, start_at: app.clock.now() };
  const visit = await seedVisit(app, { order_id: order.id, ...at });
  await expectMatchingDatabases();
  await app.db.updateTable("visits").set({ order_id: other.id }).where("id", "=", visit.id).execute();
  await expectMatchingDatabases();
  await app.db.updateTable("databases").set({ name: "RENAMED" }).where("name", "=", "OTHER").execute();
  await expectMatchingDatabases();
  await app.db.updateTable("orders").set({ brightree_db: "QHMS" }).where("id", "=", other.id).execute();
  await expectMatchingDatabases();
});
