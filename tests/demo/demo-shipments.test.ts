import { expect, test } from "vitest";
import { createDemo } from "~/demo/create-demo.server";
import { scales } from "~/demo/demo-size";
import { listLacks } from "~/visits/equipment/list-lacks.server";
import { scratchApp } from "../support/scratch";

test("in the demo, one order's box is on its way, and no visit is about to be held without equipment", async () => {
  const app = scratchApp();
  await createDemo(app, scales.small);
  const out = await app.db
    .selectFrom("shipments")
    .innerJoin("visits", "visits.order_id", "shipments.order_id")
    .select(["carrier", "visits.brightree_db"])
    .where("delivered_at", "is", null)
    .execute();
  expect(out).toEqual([{ carrier: "ups", brightree_db: "STHM" }]);
  expect(await listLacks(app.db, app.clock.now())).toEqual([]);
});
