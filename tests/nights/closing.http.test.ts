import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { operator } from "~/core/who";
import { stopOrder } from "~/orders/changes/stop-order.server";
import { completeVisit } from "~/visits/complete-visit.server";
import { undoOutcome } from "~/visits/outcome/undo-outcome.server";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedVisit, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, clock } = server;
const { database, therapist } = await seedClinic(app);
const admin = await staffClient(server, "admin");
await PlainPage.open(admin, "/admin/company").then((form) =>
  form.press("Save", { first_nights: ["false", "on"] }),
);

let setups = 0;

/** A patient whose setup visit was completed in the last hours, with one night saved. */
async function setUp() {
  const order = await seedOrder(app, { brightree_db: database, patient_name: "Ruth Avery" });
  const start_at = clock.now() - ++setups * hour;
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at,
    status: "confirmed",
    confirmed_at: start_at - day,
    patient_zone: "America/New_York",
  });
  await completeVisit(app, operator, visit.id);
  const night = { night: "2026-01-05", source: "staff", minutes: 300 } as const;
  await app.db
    .insertInto("nights")
    .values({ order_id: order.id, ...night, entered_by: "staff", entered_at: clock.now() })
    .execute();
  return { order, visit };
}

const endOf = (id: number) =>
  app.reads
    .selectFrom("first_nights")
    .select("end_reason")
    .where("order_id", "=", id)
    .executeTakeFirstOrThrow()
    .then(({ end_reason }) => end_reason);

const openClosing = (id: number) => PlainPage.open(admin, `/orders/close?order=${id}`);

test("closing another order after a death ends the nights of the setup's order", async () => {
  const { order } = await setUp();
  const { order: stranger } = await setUp();
  const next = await seedOrder(app, { brightree_db: database, patient_id: order.patient_id });
  const form = await openClosing(next.id);
  expect(form.text).toContain("First 90 nights: followed");
  await form.press("Close order", { reason: "died" });
  expect([await endOf(order.id), await endOf(stranger.id)]).toEqual(["died", null]);
  expect((await PlainPage.open(admin, `/orders/${order.id}/nights`)).text).toContain("Patient died");
});

test("closing another order for a different reason leaves the nights of the setup's order", async () => {
  const { order } = await setUp();
  const next = await seedOrder(app, { brightree_db: database, patient_id: order.patient_id });
  await (await openClosing(next.id)).press("Close order", { reason: "duplicate_order" });
  expect(await endOf(order.id)).toBeNull();
});

test("a death that is reported for the order of a completed visit ends its nights", async () => {
  const { order } = await setUp();
  const reply = await admin.post(`/api/orders/${order.id}/close`, { reason: "died" });
  expect(reply.status).toBe(200);
  expect(await endOf(order.id)).toBe("died");
});

test("an order that is open again after its visit's outcome was undone ends its nights when it is closed", async () => {
  const { order, visit } = await setUp();
  await undoOutcome(app, operator, visit.id);
  await (await openClosing(order.id)).press("Close order", { reason: "other_supplier" });
  expect(await endOf(order.id)).toBe("other_supplier");
});

test("the order system ends the nights of an open order that it closes", async () => {
  const { order, visit } = await setUp();
  await undoOutcome(app, operator, visit.id);
  await app.db.transaction().execute((trx) => stopOrder({ trx, app }, order.id));
  expect(await endOf(order.id)).toBe("order_closed");
});

test("a death after a completed setup is recorded on the order's sheet and can be undone", async () => {
  const { order } = await setUp();
  const sheet = await PlainPage.open(admin, `/orders/${order.id}`);
  const form = await sheet.follow("Patient died or left…");
  expect(form.text).toContain("Visit completed. First 90 nights: followed");
  const closed = await form.press("Close order", { reason: "died" });
  expect(closed.text).toContain("1 order closed.");
  expect(closed.text).toContain("Patient died");
  expect(closed.links("Patient died or left…")).toEqual([]);
  expect(await endOf(order.id)).toBe("died");
  const reopened = await closed.press(/^Reopen order/);
  expect(reopened.text).toContain("Order reopened.");
  const { closed_at } = await app.reads
    .selectFrom("orders")
    .select("closed_at")
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  // The completed visit still closes the order.
  expect(closed_at).not.toBeNull();
});

test("of several selected orders, one whose visit took place in the meantime isn't closed without a check", async () => {
  const { order } = await setUp();
  const open = await seedOrder(app, { brightree_db: database });
  const form = await PlainPage.open(admin, `/orders/close?order=${order.id}&order=${open.id}`);
  await form.press("Close selected orders", { reason: "not_needed" });
  expect(await endOf(order.id)).toBeNull();
});
