import { expect, test } from "vitest";
import { day } from "~/core/time";
import { countSteps, listStepOrders } from "~/dashboard/board/step-orders.server";
import { scratchApp } from "../support/scratch";
import { seedDatabase, seedOrder } from "../support/seed";

async function orders() {
  const app = scratchApp();
  const now = app.clock.now();
  await seedDatabase(app, "OTHER");
  for (const [step, database, age, closed] of [
    [1, "QHMS", 5, false],
    [5, "QHMS", 3, false],
    [5, "QHMS", 9, false],
    [5, "OTHER", 1, false],
    [5, "QHMS", 2, true],
  ] as const) {
    await seedDatabase(app, database);
    await seedOrder(app, {
      brightree_db: database,
      step,
      step_at: now - age * day,
      closed_at: closed ? now : null,
    });
  }
  return { app, now };
}

test("every step shows the number of its open orders", async () => {
  const { app } = await orders();
  expect(await countSteps(app.reads, undefined)).toEqual({ 1: 1, 2: 0, 3: 0, 4: 0, 5: 3, 6: 0, 7: 0 });
  expect(await countSteps(app.reads, "OTHER")).toEqual({ 1: 0, 2: 0, 3: 0, 4: 0, 5: 1, 6: 0, 7: 0 });
});

test("a step's orders are listed in pages, longest wait first", async () => {
  const { app, now } = await orders();
  const first = await listStepOrders(app.reads, { step: 5, limit: 2 });
  expect(first.rows.map((row) => (now - row.step_at) / day)).toEqual([9, 3]);
  const second = await listStepOrders(app.reads, { step: 5, limit: 2, cursor: first.next ?? undefined });
  expect(second.rows.map((row) => row.brightree_db)).toEqual(["OTHER"]);
});
