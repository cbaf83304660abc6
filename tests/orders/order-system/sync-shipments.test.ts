import { beforeEach, expect, test } from "vitest";
import type { App } from "~/boot/app.server";
import { day, hour, minute } from "~/core/time";
import { syncOrders } from "~/orders/order-system/sync-orders.server";
import { monday, scratchApp } from "../../support/scratch";
import { seedDatabase } from "../../support/seed";
import { connectDatabase, order, simulatedClinic } from "../../support/simulated-clinic";

const simulator = await simulatedClinic();
let app: App & { clock: { advance(milliseconds: number): void } };
let database: string;

beforeEach(async () => {
  simulator.recover();
  simulator.orders.clear();
  app = scratchApp();
  database = await seedDatabase(app);
  await connectDatabase(app, simulator, database);
  await app.db
    .insertInto("order_reads")
    .values({ database_name: database, read_until: monday - day, due_at: monday })
    .execute();
  await app.db
    .insertInto("worklist_states")
    .values({ database_name: database, state: "23 - scheduling", step: 4 })
    .execute();
});

/** Changes the order in the order system and syncs ten minutes later. */
async function change(changed: Partial<typeof order>) {
  app.clock.advance(10 * minute);
  const updated = new Date(app.clock.now() - 5 * hour - 3 * minute).toISOString().slice(0, 19);
  simulator.orders.set(order.key, { ...order, ...simulator.orders.get(order.key), ...changed, updated });
  return syncOrders(app, database, undefined, { pause: 0, mostPages: 1000 });
}
const shipments = () =>
  app.db
    .selectFrom("shipments")
    .select(["carrier", "tracking_number", "shipped_at", "expected_on", "delivered_at", "delivered_source"])
    .orderBy("id")
    .execute();
const ups = { carrier: "UPS Ground", number: "1Z 5R8-939 0357567127", shipped: "2026-03-01T00:00:00" };
const fedex = { carrier: "FedEx Home Delivery", number: "986578788855" };

test("packages, the scheduled day, and the delivery come from the order system, in its time zone", async () => {
  await change({ packages: [ups, fedex], scheduled: "2026-03-04T00:00:00" });
  const expected = { expected_on: "2026-03-04", delivered_at: null, delivered_source: null };
  const first = { carrier: "ups", tracking_number: "1Z5R89390357567127" };
  expect(await shipments()).toEqual([
    { ...expected, ...first, shipped_at: Date.parse("2026-03-01T05:00:00Z") },
    { ...expected, carrier: "fedex", tracking_number: "986578788855", shipped_at: null },
  ]);
  expect(await change({ scheduled: "2026-03-06T00:00:00" })).toMatchObject({ updated: 1 });
  expect((await shipments()).map(({ expected_on }) => expected_on)).toEqual(["2026-03-06", "2026-03-06"]);
  await change({ delivered: "2026-03-02T09:30:00" });
  const deliveredAt = Date.parse("2026-03-02T14:30:00Z");
  expect(await shipments()).toMatchObject([
    { ...first, delivered_at: deliveredAt, delivered_source: "order_system" },
    { tracking_number: "986578788855", delivered_at: deliveredAt },
  ]);
  expect(await change({})).toMatchObject({ updated: 0 });
});

test("a delivery without packages is about the shipments that are on file, and one is added if there is none", async () => {
  await change({ delivered: "2026-03-02T09:30:00" });
  expect(await shipments()).toMatchObject([{ carrier: null, tracking_number: null }]);
  await change({ packages: [ups], delivered: undefined });
  await change({ packages: [ups, fedex] });
  await change({ packages: [], delivered: "2026-03-02T10:00:00" });
  expect(await shipments()).toMatchObject([
    { tracking_number: "1Z5R89390357567127", delivered_at: Date.parse("2026-03-02T15:00:00Z") },
    { tracking_number: "986578788855", delivered_at: Date.parse("2026-03-02T15:00:00Z") },
  ]);
});

test("dates that were never set, and packages without a number, are left out", async () => {
  await change({
    packages: [{ carrier: "Drone", number: "" }],
    scheduled: "0001-01-01T00:00:00",
    delivered: "0001-01-01T00:00:00",
  });
  expect(await shipments()).toEqual([]);
});
