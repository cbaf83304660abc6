import { expect, test } from "vitest";
import { day, hour, minute } from "~/core/time";
import {
  findActiveVisit,
  findLatestVisit,
  findNewestVisit,
  findVisit,
  listClashes,
  listVisits,
  listVisitsById,
} from "~/visits/visits.server";
import { monday, scratchApp } from "../support/scratch";
import { seedClinic, seedOrder, seedTherapist, seedVisit } from "../support/seed";

/** Five visits of one therapist, an hour apart, the last one canceled, and one visit of another therapist. */
async function severalVisits() {
  const app = scratchApp();
  const { therapist, order } = await seedClinic(app);
  const other = await seedTherapist(app);
  const start = monday + 2 * day;
  const statuses = ["submitted", "confirmed", "completed", "pending", "cancelled"] as const;
  const orders = [order.id];
  for (const [nth, status] of statuses.entries()) {
    const order_id = nth === 0 ? order.id : (await seedOrder(app)).id;
    orders.push(order_id);
    await seedVisit(app, { order_id, therapist_id: therapist.id, start_at: start + nth * hour, status });
  }
  await seedVisit(app, { order_id: (await seedOrder(app)).id, therapist_id: other.id, start_at: start });
  return { app, therapist, other, start, order };
}
const idsOf = (visits: { id: number }[]) => visits.map(({ id }) => id);

test("visits are listed by start time and can be filtered by therapist, status, and period", async () => {
  const { app, therapist, start } = await severalVisits();
  const listed = async (query: Parameters<typeof listVisits>[1]) => idsOf(await listVisits(app.db, query));
  expect(await listed({})).toEqual([1, 6, 2, 3, 4, 5]);
  expect(await listed({ newestFirst: true })).toEqual([5, 4, 3, 2, 6, 1]);
  expect(await listed({ therapistId: therapist.id })).toEqual([1, 2, 3, 4, 5]);
  expect(await listed({ statuses: ["submitted"] })).toEqual([1, 6]);
  expect(await listed({ statuses: ["submitted", "pending"], therapistId: therapist.id })).toEqual([1, 4]);
  expect(await listed({ from: start + hour })).toEqual([2, 3, 4, 5]);
  expect(await listed({ to: start + hour })).toEqual([1, 6]);
  expect(await listed({ limit: 2 })).toEqual([1, 6]);
  expect(await listed({ limit: 2, offset: 2 })).toEqual([2, 3]);
});

test("an order's active, latest, and newest visits are found", async () => {
  const { app, therapist, start, order } = await severalVisits();
  const found = async (find: typeof findActiveVisit) => (await find(app.db, order.id))?.id;
  const all = async () => [
    await found(findActiveVisit),
    await found(findLatestVisit),
    await found(findNewestVisit),
  ];
  expect(await all()).toEqual([1, 1, 1]);
  await app.db.updateTable("visits").set({ status: "completed" }).where("id", "=", 1).execute();
  expect(await all()).toEqual([undefined, 1, 1]);
  await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: start - day,
    status: "cancelled",
  });
  expect(await all()).toEqual([undefined, 1, 7]);
  expect(await findVisit(app.db, 4711)).toBeUndefined();
  expect(idsOf(await listVisitsById(app.db, [3, 1, 4711]))).toEqual([1, 3]);
});

test("only the same therapist's active visits conflict with a time", async () => {
  const { app, therapist, other, start } = await severalVisits();
  const conflicts = async (from: number, to: number, over: object = {}) =>
    idsOf(await listClashes(app.db, { therapistId: therapist.id, start: from, end: to, ...over }));
  expect(await conflicts(start, start + 5 * hour)).toEqual([1, 2, 4]);
  expect(await conflicts(start, start + 5 * hour, { except: 2 })).toEqual([1, 4]);
  expect(await conflicts(start + 45 * minute, start + hour)).toEqual([]);
  expect(await conflicts(start + 45 * minute - 1, start + hour)).toEqual([1]);
  expect(await conflicts(start + 45 * minute, start + hour + 1)).toEqual([2]);
  expect(await conflicts(start, start + hour, { therapistId: other.id })).toEqual([6]);
});
