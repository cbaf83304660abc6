import { expect, test } from "vitest";
import { countSteps } from "~/dashboard/board/step-orders.server";
import { scratchApp } from "../support/scratch";
import { seedDatabase, seedOrder } from "../support/seed";

const app = scratchApp();
await seedDatabase(app, "QHMS");
await seedDatabase(app, "BRHC");

/** Open orders per step, counted directly from the orders table. */
async function counted(database?: string): Promise<Record<string, number>> {
  const rows = await app.db.selectFrom("orders").selectAll().where("closed_at", "is", null).execute();
  const of = rows.filter((row) => database === undefined || row.brightree_db === database);
  return Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7].map((step) => [String(step), of.filter((row) => row.step === step).length]),
  );
}

async function expectTrue(): Promise<void> {
  for (const database of [undefined, "QHMS", "BRHC", "RENAMED", "NOWHERE"]) {
    expect(await countSteps(app.db, database)).toEqual(await counted(database));
  }
}

test("the step counts stay correct through every change to orders", async () => {
  await expectTrue();
  const ids: number[] = [];
  for (const [index, brightree_db] of ["QHMS", "BRHC", "QHMS", "BRHC", "QHMS"].entries()) {
    ids.push((await seedOrder(app, { brightree_db, step: 1 + index })).id);
  }
  await seedOrder(app, { brightree_db: "QHMS", step: 2, closed_at: 1 });
  await expectTrue();
  const [first = 0, second = 0, third = 0] = ids;
  const change = (id: number) => app.db.updateTable("orders").where("id", "=", id);
  await change(first).set({ step: 5 }).execute();
  await change(second).set({ closed_at: 5 }).execute();
  await change(third).set({ step: 6, closed_at: 5 }).execute();
  await expectTrue();
  await change(second).set({ closed_at: null, step: 7 }).execute();
  await change(first).set({ step_at: 9, patient_name: "Somebody" }).execute();
  await expectTrue();
  await app.db.updateTable("databases").set({ name: "RENAMED" }).where("name", "=", "BRHC").execute();
  await expectTrue();
  await app.db.deleteFrom("orders").where("id", "in", [first, third]).execute();
  await expectTrue();
  expect(await countSteps(app.db, undefined)).toMatchObject({ 7: 1, 4: 1 });
});
