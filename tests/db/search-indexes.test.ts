import { sql } from "kysely";
import { expect, test } from "vitest";
import { scratchApp } from "../support/scratch";
import { seedDatabase, seedOrder } from "../support/seed";

const app = scratchApp();
await seedDatabase(app, "QHMS");

test("every search index uses a page size that merges quickly", async () => {
  for (let nth = 0; nth < 300; nth++) {
    await seedOrder(app, { sales_order_no: `B${nth}`, patient_name: `Family${nth}, Given` });
  }
  const { rows } = await sql<{ longest: number }>`
    select max(length(block)) as longest from orders_fts_data`.execute(app.db);
  expect(rows[0]?.longest).toBeGreaterThan(500);
  expect(rows[0]?.longest).toBeLessThan(1500);
  for (const name of ["messages_fts", "names_fts", "orders_fts", "threads_fts"]) {
    const config = sql.table(`${name}_config`);
    const { rows } = await sql<{ v: number }>`select v from ${config} where k = 'pgsz'`.execute(app.db);
    expect([name, rows]).toEqual([name, [{ v: 1000 }]]);
  }
  const { rows: found } = await sql<{ sales_order_no: string }>`
    select sales_order_no from orders_fts where orders_fts match 'family299'`.execute(app.db);
  expect(found).toEqual([{ sales_order_no: "B299" }]);
});
