import { beforeEach, expect, test } from "vitest";
import { openSession } from "~/accounts/sessions.server";
import type { App } from "~/boot/app.server";
import { day, hour, minute } from "~/core/time";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { listOrderStates, saveOrderStates } from "~/orders/order-system/order-states.server";
import type { SaveOrderSystem } from "~/orders/order-system/order-system-schema";
import { restartSync } from "~/orders/order-system/restart-sync.server";
import { saveOrderSystem } from "~/orders/order-system/save-order-system.server";
import { startSync } from "~/orders/order-system/start-sync.server";
import { takeSyncLease } from "~/orders/order-system/sync-lease.server";
import { syncOrders } from "~/orders/order-system/sync-orders.server";
import { testConnection } from "~/orders/order-system/test-connection.server";
import { findTimelineByLink } from "~/tracking/find-timeline.server";
import { bookVisit } from "~/visits/book-visit.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { eventually } from "../../support/eventually";
import { monday, scratchApp } from "../../support/scratch";
import { morningStarts, seedDatabase, seedTherapist, seedVisit } from "../../support/seed";
import { connectDatabase, order, patient, simulatedClinic } from "../../support/simulated-clinic";

const simulator = await simulatedClinic();
let app: App & { clock: { advance(milliseconds: number): void } };
let database: string;

// Each test starts on Monday at 10 AM in New York, with a day of changes to sync.
beforeEach(async () => {
  simulator.recover();
  simulator.orders.clear();
  simulator.orders.set(order.key, { ...order, updated: "2026-03-02T08:00:00" });
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

// No pause between requests.
const fast = { pause: 0, mostPages: 1000 };
const sync = () => syncOrders(app, database, undefined, fast);

const onFile = (key = order.key) =>
  app.db.selectFrom("orders").selectAll().where("sales_order_no", "=", String(key)).executeTakeFirst();
const place = () => app.db.selectFrom("order_reads").selectAll().executeTakeFirstOrThrow();

/** Changes an order in the order system and syncs ten minutes later. */
async function change(changed: Partial<typeof order>) {
  app.clock.advance(10 * minute);
  const at = new Date(app.clock.now() - 5 * hour - 3 * minute).toISOString().slice(0, 19);
  const held = simulator.orders.get(order.key) ?? order;
  simulator.orders.set(order.key, { ...held, ...changed, updated: at });
  return sync();
}

test("skipped orders are imported once their state has a step", async () => {
  await app.db.updateTable("worklist_states").set({ step: null }).execute();
  expect(await sync()).toMatchObject({ inserted: 0, outside: 1 });
  app.clock.advance(hour);
  expect(await sync()).toMatchObject({ inserted: 0, outside: 0 });
  const steps = [{ state: "23 - scheduling", step: 4 }];
  expect(await saveOrderStates(app, operator, { name: database, steps })).toBe(true);
  expect(await sync()).toMatchObject({ inserted: 1, outside: 0 });
  // Saving the same steps again doesn't restart the sync.
  const { read_until } = await place();
  expect(await saveOrderStates(app, operator, { name: database, steps })).toBe(false);
  expect(await place()).toMatchObject({ read_until });
});

test("a changed order is imported in the step assigned to its state", async () => {
  expect(await sync()).toEqual({ inserted: 1, updated: 0, outside: 0, problem: null });
  expect(await onFile()).toMatchObject({
    brightree_db: database,
    patient_id: patient.key,
    patient_name: "Ada O'Neill & Sons <x>",
    phone: "+19195550112",
    email: "ada@mail.example",
    state: "MA",
    branch_office: "Raleigh",
    source_step: 4,
    step: 4,
    worklist_state: "23 - Scheduling",
    dob: null,
    recdate: Date.parse("2026-02-20T14:30:00Z"),
  });
  expect((await place()).read_until).toBe(monday);
});

test("each sync requests only the changes since the last one", async () => {
  await sync();
  app.clock.advance(10 * minute);
  simulator.operations.length = 0;
  expect(await sync()).toEqual({ inserted: 0, updated: 0, outside: 0, problem: null });
  expect(simulator.operations).toEqual(["SalesOrderSearch"]);
});

test("an order whose state has no step is skipped, and the state is added to the list", async () => {
  simulator.orders.set(order.key, { ...order, state: "77 - Resupply", updated: "2026-03-02T08:00:00" });
  expect(await sync()).toMatchObject({ inserted: 0, outside: 1, problem: null });
  expect(await onFile()).toBeUndefined();
  const learned = app.db.selectFrom("worklist_states").select("step").where("state", "=", "77 - Resupply");
  expect(await learned.executeTakeFirst()).toEqual({ step: null });
});

test("an imported order's step changes with its state and stays the same if the state is unknown", async () => {
  await app.db
    .insertInto("worklist_states")
    .values({ database_name: database, state: "20 - Pre-Auth", step: 3 })
    .execute();
  await sync();
  expect(await change({ state: "20 - Pre-Auth" })).toMatchObject({ updated: 1 });
  expect(await onFile()).toMatchObject({ source_step: 3, step: 3 });
  await change({ state: "88 - Somewhere", branch: "Durham" });
  expect(await onFile()).toMatchObject({ step: 3, branch_office: "Durham" });
});

test("an order closes and reopens as it does in the order system", async () => {
  await sync();
  expect(await change({ status: "Stopped" })).toMatchObject({ updated: 1 });
  expect((await onFile())?.closed_at).not.toBeNull();
  await change({ status: "Active" });
  expect((await onFile())?.closed_at).toBeNull();
});

const mails = () =>
  app.db
    .selectFrom("outbox")
    .select(["recipient", "kind", "subject"])
    .where("channel", "=", "email")
    .where("kind", "in", ["order-stopped", "order-moved"])
    .execute();

async function visitAhead() {
  const { id } = (await onFile()) as { id: number };
  const therapist = await seedTherapist(app);
  const [start_at = 0] = morningStarts(app);
  const visit = await seedVisit(app, { order_id: id, therapist_id: therapist.id, start_at });
  return { orderId: id, visit, therapist };
}

test("a stopped order with an upcoming visit stays open, and its therapist is notified once", async () => {
  await sync();
  const { visit, therapist } = await visitAhead();
  expect(await change({ status: "Closed" })).toMatchObject({ updated: 1 });
  await change({ status: "Stopped", branch: "Durham" });
  expect((await onFile())?.closed_at).toBeNull();
  expect(await mails()).toEqual([
    {
      recipient: therapist.email,
      kind: "order-stopped",
      subject: "Equipment setup visit: the order was stopped",
    },
  ]);
  await cancelVisit(app, operator, visit.id, null);
  expect((await onFile())?.closed_at).not.toBeNull();
  await change({ status: "Active" });
  expect((await onFile())?.closed_at).toBeNull();
});

test("a stopped order has no live code, and the patient sees the order's status", async () => {
  await sync();
  const sent = await generateCode(app, operator, {
    patient_id: patient.key,
    brightree_db: database,
    phone: "+19195550112",
  });
  await change({ status: "Stopped" });
  const codes = await app.db.selectFrom("access_codes").select("ended_at").execute();
  expect(codes).toEqual([{ ended_at: app.clock.now() }]);
  const timeline = await findTimelineByLink(app, sent.link);
  expect(timeline).toMatchObject({ stopped: true, waiting_on: null });
  expect(timeline.steps.some(({ current }) => current)).toBe(false);
  const therapist = await seedTherapist(app);
  const who = {
    kind: "patient",
    sessionKind: "link",
    sessionId: 1,
    orderId: sent.orderId,
    address: null,
  } as const;
  const booking = {
    patient_id: patient.key,
    brightree_db: database,
    therapist: therapist.name,
    datetime: morningStarts(app)[0] ?? 0,
    sms_consent: true,
  };
  await expect(bookVisit(app, who, booking)).rejects.toThrow(
    /^This order was closed\. If you think this is a mistake, call /,
  );
});

test("an order that was closed before its first sync is skipped", async () => {
  simulator.orders.set(order.key, { ...order, status: "Closed", updated: "2026-03-02T08:00:00" });
  expect(await sync()).toMatchObject({ inserted: 0, outside: 1 });
});

test("an invalid phone doesn't prevent an import", async () => {
  simulator.patients.set(7, { ...patient, key: 7, mobile: "ask daughter", email: "none" });
  simulator.orders.set(7, { ...order, key: 7, patientKey: 7, updated: "2026-03-02T08:00:00" });
  expect(await sync()).toMatchObject({ inserted: 2, problem: null });
  expect(await onFile(7)).toMatchObject({ phone: null, email: null });
});

test("an order that moves to another patient ID of the same person keeps its code, visit, and conversation", async () => {
  await sync();
  const { visit } = await visitAhead();
  const phone = "+19195550112";
  const sent = await generateCode(app, operator, { patient_id: patient.key, brightree_db: database, phone });
  simulator.patients.set(8, { ...patient, key: 8 });
  expect(await change({ patientKey: 8 })).toMatchObject({ updated: 1, problem: null });
  expect(await onFile()).toMatchObject({ patient_id: 8, phone, step: 6 });
  expect(await findTimelineByLink(app, sent.link)).toMatchObject({ patient_id: 8 });
  const live = app.db.selectFrom("access_codes").select("ended_at").where("order_id", "=", visit.order_id);
  expect(await live.execute()).toEqual([{ ended_at: null }]);
  const conversations = app.db.selectFrom("threads").select("patient_id").where("phone", "=", phone);
  expect(await conversations.execute()).toEqual([{ patient_id: 8 }]);
  expect(await mails()).toEqual([]);
});

test("when an order moves to another person, the first person loses access", async () => {
  await sync();
  const { orderId, therapist } = await visitAhead();
  const phone = "+19195550112";
  const sent = await generateCode(app, operator, { patient_id: patient.key, brightree_db: database, phone });
  await app.db
    .transaction()
    .execute((trx) =>
      openSession(trx, { kind: "code", orderId }, { now: app.clock.now(), address: null, agent: null }),
    );
  simulator.patients.set(9, {
    key: 9,
    ptId: "PT-9",
    first: "Bo",
    last: "Berg",
    ssn: "1",
    born: "1960-01-01",
  });
  expect(await change({ patientKey: 9 })).toMatchObject({ updated: 1, problem: null });
  expect(await onFile()).toMatchObject({ patient_id: 9, patient_name: "Bo Berg", phone: null, email: null });
  await expect(findTimelineByLink(app, sent.link)).rejects.toMatchObject({ code: "missing" });
  const codes = await app.db.selectFrom("access_codes").select("ended_at").execute();
  expect(new Set(codes.map(({ ended_at }) => ended_at === null))).toEqual(new Set([false]));
  expect(await app.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
  const conversations = app.db.selectFrom("threads").select("patient_id").where("phone", "=", phone);
  expect(await conversations.execute()).toEqual([{ patient_id: patient.key }]);
  expect(await mails()).toMatchObject([{ recipient: therapist.email, kind: "order-moved" }]);
});

test("an interrupted sync continues where it left off", async () => {
  for (let index = 0; index < 210; index++) {
    const at = new Date(monday - day - 5 * hour + index * 6 * minute).toISOString().slice(0, 19);
    simulator.orders.set(80_000 + index, { ...order, key: 80_000 + index, updated: at });
  }
  const cut = new AbortController();
  const reading = syncOrders(app, database, cut.signal, fast);
  await eventually(
    () => simulator.operations.length,
    (count) => count > 150,
  );
  cut.abort();
  expect(await reading).toMatchObject({ problem: null });
  const { read_until: readUntil } = await place();
  expect(readUntil).toBeGreaterThan(monday - day);
  expect(readUntil).toBeLessThan(monday);
  app.clock.advance(minute);
  await sync();
  const { count } = await app.db
    .selectFrom("orders")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBe(211);
});

test("only one instance syncs a database, and another takes over when its lease expires", async () => {
  const both = await Promise.all([sync(), sync()]);
  expect(both.filter((reading) => reading !== null)).toHaveLength(1);
  await takeSyncLease(app.db, database, app.clock.now());
  expect(await sync()).toBeNull();
  app.clock.advance(4 * minute);
  expect(await sync()).not.toBeNull();
});

test("each failed sync delays the next one longer, and no changes are skipped", async () => {
  simulator.mode = "fault";
  const pauses: number[] = [];
  for (let tries = 0; tries < 3; tries++) {
    const reading = await sync();
    expect(reading?.problem).toMatch(/an error/);
    pauses.push((await place()).due_at - app.clock.now());
  }
  expect(pauses).toEqual([minute, 2 * minute, 4 * minute]);
  expect((await place()).read_until).toBe(monday - day);
  simulator.mode = "well";
  expect(await sync()).toMatchObject({ inserted: 1, problem: null });
  expect(await place()).toMatchObject({ failures: 0, problem: null, due_at: monday + minute });
});

test("an admin can restart the sync from a chosen day", async () => {
  await sync();
  await restartSync(app, operator, { name: database, from: "2026-02-01" });
  expect(await place()).toMatchObject({
    read_until: Date.parse("2026-02-01T05:00:00Z"),
    due_at: monday,
    lease: null,
  });
  await app.db.updateTable("order_systems").set({ kind: "local" }).execute();
  await expect(restartSync(app, operator, { name: database })).rejects.toMatchObject({ code: "conflict" });
});

const searches = () => simulator.operations.filter((operation) => operation === "SalesOrderSearch").length;

test("pages of changes are read until one has nothing new, even if the total is wrong", async () => {
  simulator.claimedTotal = 1_000_000_000;
  expect(await sync()).toMatchObject({ inserted: 1, problem: null });
  expect(searches()).toBe(3);
  expect(await place()).toMatchObject({ read_until: monday, failures: 0 });
});

test("orders beyond an incorrect total are also read", async () => {
  for (let key = 90_000; key < 90_120; key++)
    simulator.orders.set(key, { ...order, key, updated: "2026-03-02T08:00:00" });
  simulator.claimedTotal = 1;
  expect(await sync()).toMatchObject({ inserted: 121, problem: null });
});

test("all orders that changed at the same moment are read", async () => {
  // When a span of odd length is halved, both halves must be whole milliseconds.
  app.clock.advance(7 * minute + 1);
  for (let key = 90_000; key < 90_205; key++)
    simulator.orders.set(key, { ...order, key, updated: "2026-03-02T10:04:00" });
  expect(await sync()).toMatchObject({ inserted: 206, problem: null });
});

test("no order is missed when other orders drop out of the range between pages", async () => {
  simulator.orders.clear();
  const touch = (from: number, to: number, updated: string) => {
    for (let key = from; key < to; key++) simulator.orders.set(key, { ...order, key, updated });
  };
  touch(90_000, 90_150, "2026-03-02T08:00:00");
  simulator.beforeSending = () => {
    if (searches() === 1) touch(90_000, 90_060, "2026-03-02T23:00:00");
  };
  expect(await sync()).toMatchObject({ inserted: 150, problem: null });
});

test("a sync that never runs out of pages stops and is retried later", async () => {
  simulator.isEndless = true;
  const limits = { pause: 0, mostPages: 8 };
  const reading = await syncOrders(app, database, undefined, limits);
  expect(reading?.problem).toMatch(/more changed orders than exist/);
  expect(searches()).toBe(8);
  expect(await place()).toMatchObject({ failures: 1, due_at: monday + minute, read_until: monday - day });
});

test("a sync can be aborted, even during endless pages or while waiting for a response", async () => {
  for (const mode of ["well", "silent"] as const) {
    simulator.recover();
    Object.assign(simulator, { mode, isEndless: true });
    const cut = new AbortController();
    const reading = syncOrders(app, database, cut.signal);
    await eventually(searches, (count) => count > (mode === "silent" ? 0 : 2));
    cut.abort();
    expect(await reading).toMatchObject({ problem: null });
    const count = searches();
    expect(await place()).toMatchObject({ failures: 0, read_until: monday - day, lease: null });
    expect(searches()).toBe(count);
    app.clock.advance(minute);
  }
});

test("a sync stops when the database's connection settings change", async () => {
  simulator.isEndless = true;
  const reading = sync();
  await eventually(searches, (count) => count > 2);
  await saveOrderSystem(app, operator, { name: database, kind: "local" } as SaveOrderSystem);
  expect(await reading).toBeNull();
});

test("at most 500 order states are stored", async () => {
  const { states } = simulator;
  simulator.states = Array.from({ length: 5_000 }, (_, index) => `${index}`);
  const checks = await testConnection(app, operator, { name: database });
  simulator.states = states;
  expect(checks.every(({ ok }) => ok)).toBe(true);
  expect(await listOrderStates(app.reads, database)).toHaveLength(500);
});

test("stopping a sync cancels its running request without counting a failure", async () => {
  simulator.mode = "silent";
  const stop = startSync(app, 20);
  await eventually(searches, (count) => count > 0);
  await stop();
  expect(await place()).toMatchObject({ failures: 0, problem: null, lease: null, read_until: monday - day });
});
