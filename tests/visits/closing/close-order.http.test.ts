import { expect, test } from "vitest";
import { day } from "~/core/time";
import { openCallTask } from "~/orders/call-tasks/open-call-task.server";
import { Client } from "../../support/client";
import { PlainPage } from "../../support/plain-page";
import {
  seedOrder,
  seedTherapist,
  seedUser,
  seedVisit,
  signInPatient,
  signInStaff,
} from "../../support/seed";
import { startServer } from "../../support/server";
import { staffOf } from "../../support/users";

const { app, url } = await startServer();
const user = await seedUser(app, ["supervisor"]);
const supervisor = new Client(url);
await signInStaff(app, supervisor, user.id);
const therapist = await seedTherapist(app);

const findOrder = (id: number) =>
  app.db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

async function anOrderWithVisit() {
  const order = await seedOrder(app);
  const start_at = app.clock.now() + (2 + order.id) * day;
  return { order, visit: await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at }) };
}

test("a supervisor closes an order on its page with a reason and reopens it there", async () => {
  const { order, visit } = await anOrderWithVisit();
  const other = await seedOrder(app, { patient_id: order.patient_id });
  const patient = new Client(url);
  await signInPatient(app, patient, order.id);
  expect((await patient.get("/my-visit")).status).toBe(200);
  const page = await (await PlainPage.open(supervisor, `/orders/${order.id}`)).follow("Close order…");
  expect(page.heading).toBe("Close order");
  expect(page.text).toContain(`Visit: `);
  expect(page.text).toContain("Also open for this patient");
  expect(page.values("close")).toEqual([String(order.id)]);
  const closed = await page.press("Close selected orders", { reason: "died" });
  expect(closed.path).toBe(`/orders/${order.id}`);
  expect(closed.text).toContain("1 order closed.");
  expect(closed.facts.Closed).toMatch(new RegExp(`^Patient died By ${user.name}, `));
  expect(closed.text).toMatch(/Closed by staff \(Patient died\) by /);
  expect(closed.html).not.toContain("Close order…");
  expect(closed.html).not.toContain("+ New Appointment");
  expect((await findOrder(other.id)).closed_at).toBeNull();
  const saved = await app.db
    .selectFrom("visits")
    .select("status")
    .where("id", "=", visit.id)
    .executeTakeFirst();
  expect(saved?.status).toBe("cancelled");
  expect((await patient.get("/my-visit")).location).toContain("/");
  const reopened = await closed.press(/^Reopen order/);
  expect(reopened.text).toContain("Order reopened. Send a new code, or book a visit.");
  expect(reopened.facts.Closed).toBeUndefined();
  expect((await findOrder(order.id)).closed_at).toBeNull();
});

test("without a checked order or a reason, nothing is closed", async () => {
  const { order } = await anOrderWithVisit();
  const page = await PlainPage.open(supervisor, `/orders/close?order=${order.id}`);
  const refused = await page.press("Close order", { close: null, reason: "died" });
  expect(refused.text).toContain("Select at least one order.");
  const { status } = await supervisor.post(`/api/orders/${order.id}/close`, { reason: "bored" });
  expect(status).toBe(422);
  expect((await findOrder(order.id)).closed_at).toBeNull();
});

test("a call's page closes the order, and the call leaves the list", async () => {
  const order = await seedOrder(app);
  const task = await app.db
    .transaction()
    .execute((trx) => openCallTask({ trx, app, who: staffOf() }, { orderId: order.id, reason: "no_visit" }));
  const page = await (await PlainPage.open(supervisor, `/call-tasks/${task}`)).follow("Close order…");
  const closed = await page.press("Close order", { reason: "other_supplier" });
  expect(closed.path).toBe(`/call-tasks/${task}`);
  expect(closed.text).toContain("1 order closed.");
  expect(closed.buttons("Spoke with patient")).toEqual([]);
  expect((await findOrder(order.id)).close_reason).toBe("other_supplier");
});

test("a supervisor closes selected orders of a step", async () => {
  const orders = [
    await seedOrder(app, { step: 2, source_step: 2 }),
    await seedOrder(app, { step: 2, source_step: 2 }),
  ];
  const kept = await seedOrder(app, { step: 2, source_step: 2 });
  const list = await PlainPage.open(supervisor, "/supervisordashboard/steps/2");
  const page = await list.press("Close selected orders…", { order: orders.map(({ id }) => String(id)) });
  expect(page.heading).toBe("Close 2 orders");
  const [first] = orders;
  await supervisor.post(`/api/orders/${first?.id}/close`, { reason: "not_needed" });
  const done = await page.press("Close selected orders", { reason: "not_needed" });
  expect(done.path).toBe("/supervisordashboard/steps/2");
  expect(done.text).toContain("1 order closed, 1 was already closed.");
  expect((await findOrder(kept.id)).closed_at).toBeNull();
});

test("the API closes and reopens an order", async () => {
  const { order, visit } = await anOrderWithVisit();
  const closed = await supervisor.post(`/api/orders/${order.id}/close`, {
    reason: "moved_away",
    notify: false,
  });
  expect(closed.status).toBe(200);
  expect(closed.json).toEqual({ ok: true, order_id: order.id, changed: true, canceled_visit: visit.id });
  const again = await supervisor.post(`/api/orders/${order.id}/close`, { reason: "died" });
  expect(again.status).toBe(409);
  const reopened = await supervisor.post(`/api/orders/${order.id}/reopen`, {});
  expect(reopened.json).toEqual({ ok: true, order_id: order.id, open: true });
  expect((await supervisor.post(`/api/orders/${order.id}/reopen`, {})).status).toBe(409);
});

test("a note given when closing is added to each order's notes", async () => {
  const order = await seedOrder(app);
  const page = await PlainPage.open(supervisor, `/orders/close?order=${order.id}&back=/orders/${order.id}`);
  const closed = await page.press("Close order", { reason: "other", note: "Family asked us\nto stop." });
  expect(closed.text).toContain("1 order closed.");
  expect(closed.text).toContain("Family asked us to stop.");
  const other = await seedOrder(app);
  const body = { reason: "not_needed", note: "By phone." };
  expect((await supervisor.post(`/api/orders/${other.id}/close`, body)).status).toBe(200);
  const notes = await app.db.selectFrom("order_notes").select(["user_id", "body"]).orderBy("id").execute();
  expect(notes).toEqual([
    { user_id: user.id, body: "Family asked us\nto stop." },
    { user_id: user.id, body: "By phone." },
  ]);
});
