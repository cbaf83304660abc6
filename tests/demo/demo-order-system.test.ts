import { expect, test } from "vitest";
import { openApp } from "~/boot/app.server";
import { day } from "~/core/time";
import { scales } from "~/demo/demo-size";
import { prepareDemo } from "~/demo/folder/prepare-demo.server";
import { connectDemo, listRecords } from "~/demo/order-system/connect-simulator.server";
import { syncOrders } from "~/orders/order-system/sync-orders.server";
import { atEnd } from "../support/cleanup";
import { scratchConfig, testClock } from "../support/scratch";
import { SimulatedOrderSystem } from "../support/simulated-order-system";
import type { SimulatedOrder, SimulatedPatient } from "../support/simulated-records";

test("importing everything from the simulated order system changes nothing in the demo", async () => {
  const config = scratchConfig();
  const clock = testClock();
  await prepareDemo(config, scales.small, clock);
  const app = openApp(config, clock);
  atEnd(() => app.close());
  const records: { patients: SimulatedPatient[]; orders: SimulatedOrder[] } = await listRecords(app);
  expect(records.orders.length).toBeGreaterThan(30);
  const simulator = await SimulatedOrderSystem.start();
  atEnd(() => simulator.stop());
  for (const patient of records.patients) simulator.patients.set(patient.key, patient);
  for (const order of records.orders) simulator.orders.set(order.key, order);
  const { userName, password, services } = simulator;
  await connectDemo(app, { userName, password, ...services });
  await app.db
    .updateTable("order_reads")
    .set({ read_until: clock.now() - 60 * day })
    .execute();
  const before = await app.db.selectFrom("orders").selectAll().orderBy("id").execute();
  const reading = await syncOrders(app, "BRHC", undefined, { pause: 0, mostPages: 1000 });
  expect(reading).toEqual({ inserted: 0, updated: 0, outside: 0, problem: null });
  expect(simulator.operations).toContain("SalesOrderFetchByBrightreeID");
  expect(await app.db.selectFrom("orders").selectAll().orderBy("id").execute()).toEqual(before);
});
