import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { operator } from "~/core/who";
import { upsertOrdersFromApi } from "~/orders/api/orders";
import { makeIntegrationKey } from "~/orders/keys/integration-keys.server";
import { auditLogOf } from "../support/acts";
import { Client } from "../support/client";
import { seedDatabase, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const { url, app } = await startServer();
await seedDatabase(app, "QHMS");
const key = await makeIntegrationKey(app, operator, { name: "order system" });

const put = (body: unknown, token = key) =>
  new Client(url).put("/api/orders", body, { authorization: `Bearer ${token}` });
const order = (fields: Record<string, unknown> = {}) => ({
  brightree_db: "QHMS",
  patient_id: 501,
  sales_order_no: 9100,
  patient_name: "Ann Ames",
  phone: "9195550101",
  step: 3,
  ...fields,
});

test("orders are imported with a key, and sending them again changes nothing", async () => {
  const first = await put({ orders: [order(), order({ sales_order_no: "9101", patient_id: "502" })] });
  expect([first.status, first.json]).toEqual([
    200,
    { ok: true, inserted: 2, updated: 0, unchanged: 0, errors: [] },
  ]);
  const again = await put({
    orders: [order(), order({ sales_order_no: "9101", step: "Ready to Schedule" })],
  });
  expect(again.json).toMatchObject({
    unchanged: 1,
    errors: [{ index: 1, field: "patient_id" }],
  });
});

test("invalid orders are listed by index and field, and valid ones are saved", async () => {
  const reply = await put({
    orders: [
      order({ sales_order_no: "9200" }),
      order({ sales_order_no: "9201", phone: "12", dob: "1/32/1960" }),
      order({ sales_order_no: "9202", brightree_db: "NOPE" }),
      "no order",
      null,
      order({ sales_order_no: "9203", step: true, patient_name: { $gt: "" } }),
      order({ sales_order_no: "9204", email: "nobody\u0000@example.com" }),
      order({ sales_order_no: "92\ud800", patient_name: "Half \udfff" }),
    ],
  });
  expect([reply.status, reply.json.ok, reply.json.inserted]).toEqual([200, true, 1]);
  expect(
    reply.json.errors.map((error: { index: number; field: string }) => `${error.index} ${error.field}`),
  ).toEqual([
    "1 dob",
    "1 phone",
    "2 brightree_db",
    "3 row",
    "4 row",
    "5 patient_name",
    "5 step",
    "6 email",
    "7 sales_order_no",
    "7 patient_name",
  ]);
});

test("a list of only invalid orders returns 422 with the same response fields", async () => {
  const reply = await put({ orders: [order({ patient_id: "x", sales_order_no: "9300" })] });
  expect(reply.status).toBe(422);
  expect(reply.json).toMatchObject({
    ok: false,
    inserted: 0,
    updated: 0,
    unchanged: 0,
    errors: [{ index: 0, field: "patient_id", error: "The patient ID must be a number." }],
  });
});

test.each([[{}], [{ orders: {} }], [{ orders: "x" }], [{ orders: null }]])(
  "%j is not a list of orders",
  async (body) => {
    const reply = await put(body);
    expect([reply.status, reply.json.ok]).toEqual([422, false]);
  },
);

test("a request can contain up to 500 orders", async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      order({ sales_order_no: `M${index}`, patient_id: 600 + (index % 300) }),
    );
  const reply = await put({ orders: many(501) });
  const sentence = "Send at most 500 orders per request.";
  expect([reply.status, reply.json]).toEqual([
    422,
    { ok: false, error: sentence, fields: { orders: [sentence] } },
  ]);
  const imported = await put({ orders: many(500) });
  expect([imported.status, imported.json.inserted]).toEqual([200, 500]);
  expect((await put({ orders: many(500) })).json.unchanged).toBe(500);
});

test("orders sent without a valid key are rejected", async () => {
  expect((await new Client(url).put("/api/orders", { orders: [order()] })).status).toBe(401);
  expect((await put({ orders: [order()] }, `${key}x`)).status).toBe(401);
  const old = await makeIntegrationKey(app, operator, { name: "old system" });
  await makeIntegrationKey(app, operator, { name: "old system", replace: true });
  expect((await put({ orders: [order()] }, old)).status).toBe(401);
});

test("a key can't do anything else, and supervisors can't import orders", async () => {
  const withKey = await new Client(url).get("/api/pending-access-codes", { authorization: `Bearer ${key}` });
  expect(withKey.status).toBe(403);
  const supervisor = await staffClient({ app, url }, "supervisor");
  expect((await supervisor.put("/api/orders", { orders: [order()] })).status).toBe(403);
  const admin = await staffClient({ app, url }, "admin");
  expect((await admin.put("/api/orders", { orders: [order()] })).status).toBe(200);
});

test("the audit log records the import under the key's name", async () => {
  await put({ orders: [order({ sales_order_no: "9400" })] });
  const last = (await auditLogOf(app)).at(-1);
  expect(last).toMatchObject({
    user_email: "integration order system",
    action: "orders.imported",
    details: JSON.stringify({ from: "the API", inserted: 1, updated: 0, unchanged: 0 }),
  });
});

test("500 invalid orders in one request are checked in batches while other requests run in between", async () => {
  const bad = Array.from({ length: 500 }, () => order({ sales_order_no: {}, phone: "x".repeat(200) }));
  let isChecking = true;
  let turns = 0;
  const checked = upsertOrdersFromApi(app, operator, bad)
    .catch((error: Error) => error.message)
    .finally(() => {
      isChecking = false;
    });
  for (; isChecking; turns++) await turn();
  expect(await checked).toBe("None of these orders could be imported.");
  expect(turns).toBeGreaterThanOrEqual(10);
});
