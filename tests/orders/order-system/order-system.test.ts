import { beforeEach, expect, test } from "vitest";
import { minute } from "~/core/time";
import { type BrightreeSettings, brightreeOrderSystem } from "~/integrations/order-system/brightree.server";
import { usualLimits } from "~/integrations/order-system/guarded-order-system.server";
import { freePort } from "../../support/free-port";
import { monday } from "../../support/scratch";
import { order, orderMeta, patient, simulatedClinic } from "../../support/simulated-clinic";
import type { Mode } from "../../support/simulated-order-system";

const simulator = await simulatedClinic();

beforeEach(() => simulator.recover());

function client(settings: Partial<BrightreeSettings> = {}, limits: Partial<typeof usualLimits> = {}) {
  const { userName, password, services } = simulator;
  return brightreeOrderSystem(
    {
      userName,
      password,
      ...services,
      privateHosts: ["127.0.0.1"],
      zone: "America/New_York",
      ...settings,
    },
    { ...usualLimits, answerWithin: 1500, ...limits },
    () => monday,
  );
}

const query = { patientId: patient.key, salesOrderNo: String(order.key) };

test("an order's details keep the leading zeros of the ZIP code and policy number", async () => {
  expect(await client().fetchOrderMeta(query)).toEqual(orderMeta);
  expect(simulator.operations).toEqual(["SalesOrderFetchByBrightreeID"]);
});

test("a single item is parsed as a list of one, and no items as an empty list", async () => {
  simulator.orders.set(70_002, { ...order, key: 70_002, items: [{ name: "Hose" }] });
  simulator.orders.set(70_003, { ...order, key: 70_003, items: [] });
  const itemsOf = async (key: string) =>
    (await client().fetchOrderMeta({ ...query, salesOrderNo: key }))?.items;
  expect(await itemsOf("70002")).toEqual([{ proc_code: null, item_name: "Hose" }]);
  expect(await itemsOf("70003")).toEqual([]);
});

test("without a payor on the order, the patient's payor is shown", async () => {
  const { payors, ...without } = order;
  simulator.orders.set(70_004, { ...without, key: 70_004 });
  const meta = await client().fetchOrderMeta({ ...query, salesOrderNo: "70004" });
  expect(meta?.insurance).toEqual({
    company: "Patient's Insurer",
    policy_number: "00777",
    effective: "2025-01-01",
    verified: true,
  });
});

test("without an order number, the patient's details are shown", async () => {
  const meta = await client().fetchOrderMeta({ ...query, salesOrderNo: null });
  expect(meta?.order.address).toBe("12 Elm St, Apt 4, Boston, MA 02134");
  expect(meta?.items).toEqual([]);
});

test("an element that is empty everywhere is parsed as null", async () => {
  simulator.patients.set(5, { key: 5, ptId: "5", first: "No", last: "Body", ssn: "1", born: "1950-01-01" });
  simulator.orders.set(70_005, {
    key: 70_005,
    patientKey: 5,
    created: order.created,
    updated: order.updated,
    items: [],
  });
  const meta = await client().fetchOrderMeta({ patientId: 5, salesOrderNo: "70005" });
  expect(meta?.order).toEqual({
    address: null,
    phone: null,
    mobile: null,
    order_note: null,
    delivery_note: null,
  });
  expect(meta?.insurance).toEqual({ company: null, policy_number: null, effective: null, verified: null });
  expect(meta?.branch_office).toBeNull();
});

test("an unknown order and another patient's order both return not found", async () => {
  expect(await client().fetchOrderMeta({ ...query, patientId: 99 })).toBeNull();
  expect(await client().fetchOrderMeta({ ...query, salesOrderNo: "1" })).toBeNull();
  expect(await client().fetchOrderMeta({ patientId: 99, salesOrderNo: null })).toBeNull();
});

test("the parser drops the Social Security number, date of birth, and diagnosis", async () => {
  const read = JSON.stringify([
    await client().fetchOrderMeta(query),
    await client().fetchOrder(query.salesOrderNo),
    await client().fetchOrderMeta({ ...query, salesOrderNo: null }),
  ]);
  expect(read).not.toMatch(/123-45-6789|987-65|1951|G47|Female/);
});

test("an order that is ready for import has its state, and its numbers are strings", async () => {
  expect(await client().fetchOrder(query.salesOrderNo)).toEqual({
    patient_id: 41_001,
    sales_order_no: "70001",
    patient_name: "Ada O'Neill & Sons <x>",
    phone: "919-555-0112",
    email: "ada@mail.example",
    state: "MA",
    branch_office: "Raleigh",
    recdate: Date.parse("2026-02-20T14:30:00Z"),
    orderState: "23 - Scheduling",
    isOver: false,
    packages: [],
    expectedOn: null,
    deliveredAt: null,
  });
});

test("a request that fails because of a lock is retried", async () => {
  simulator.mode = "rerun once";
  expect(await client().fetchOrderMeta(query)).not.toBeNull();
  expect(simulator.operations).toHaveLength(2);
});

test.each<[Mode, string, RegExp]>([
  ["always rerun", "order-system", /is busy/],
  ["refuse", "order-system", /refused the request/],
  ["fault", "order-system", /an error \(500\)/],
  ["garbage", "order-system", /couldn't be read/],
  ["web page", "order-system", /couldn't be read/],
  ["half", "order-system", /couldn't be read/],
  ["cut", "order-system", /can't be reached/],
  ["huge", "order-system", /far too long/],
  ["silent", "order-system-slow", /did not respond in time/],
  ["bomb", "order-system", /couldn't be read/],
  ["external entity", "order-system", /couldn't be read/],
  ["redirect", "order-system", /redirects to another address/],
])("a '%s' response from the order system is rejected with a reason", async (mode, code, sentence) => {
  simulator.mode = mode;
  // The limit is short only for the mode that never responds, because retries add delays.
  const limits = mode === "silent" ? { answerWithin: 700 } : {};
  await expect(client({}, limits).fetchOrderMeta(query)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(sentence),
  });
});

test("a slow response within the limit is accepted", async () => {
  simulator.mode = "slow";
  expect(await client().fetchOrderMeta(query)).not.toBeNull();
});

test("after five failures in a row, requests pause and then resume", async () => {
  const paused = client({}, { restFor: 200 });
  simulator.mode = "fault";
  for (let tries = 0; tries < 5; tries++)
    await expect(paused.fetchOrderMeta(query)).rejects.toThrow(/reported an error/);
  await expect(paused.fetchOrderMeta(query)).rejects.toMatchObject({ kind: "resting" });
  expect(simulator.operations).toHaveLength(5);
  simulator.mode = "well";
  await expect.poll(() => paused.fetchOrderMeta(query).catch(() => null)).not.toBeNull();
});

test("a rejected request doesn't count as a failure", async () => {
  const asking = client();
  simulator.mode = "refuse";
  for (let tries = 0; tries < 8; tries++)
    await expect(asking.fetchOrderMeta(query)).rejects.toThrow(/refused/);
  expect(simulator.operations).toHaveLength(8);
});

test("at most four requests run at a time, and the rest wait or are rejected", async () => {
  simulator.mode = "slow";
  const asking = client();
  const results = await Promise.allSettled(Array.from({ length: 30 }, () => asking.fetchOrderMeta(query)));
  const refused = results.filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThanOrEqual(10);
  for (const answer of refused) {
    expect(answer).toMatchObject({ reason: { code: "order-system-slow" } });
  }
});

const note = "Señora Zoë: gate 4";
const declaredAs = (encoding: string, answer: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>${answer}`;
const bigEndian = (text: string) => Buffer.from(text, "utf16le").swap16();

test.each<[string, string, (answer: string) => Buffer]>([
  ["a charset", "text/xml; charset=iso-8859-1", (answer) => Buffer.from(answer, "latin1")],
  ["a quoted charset", 'text/xml; Charset="windows-1252"', (answer) => Buffer.from(answer, "latin1")],
  ["the XML declaration", "text/xml", (answer) => Buffer.from(declaredAs("ISO-8859-1", answer), "latin1")],
  [
    "a charset that contradicts the declaration",
    "text/xml; charset=utf-8",
    (answer) => Buffer.from(declaredAs("ISO-8859-1", answer)),
  ],
  ["a byte order mark", "text/xml", (answer) => Buffer.from(`\ufeff${answer}`, "utf16le")],
  [
    "a byte order mark that contradicts the charset",
    "text/xml; charset=iso-8859-1",
    (answer) => bigEndian(`\ufeff${answer}`),
  ],
  ["a two-byte charset", "text/xml; charset=utf-16be", (answer) => bigEndian(answer)],
  ["zero bytes around the first character", "text/xml", (answer) => bigEndian(declaredAs("utf-16", answer))],
  ["a declaration that can't be true", "text/xml", (answer) => Buffer.from(declaredAs("utf-16", answer))],
  ["the default (UTF-8)", "text/xml", (answer) => Buffer.from(answer)],
])("a response is decoded using %s", async (_, type, body) => {
  simulator.orders.set(order.key, { ...order, orderNote: note });
  simulator.encode = (answer) => ({ type, body: body(answer) });
  expect((await client().fetchOrderMeta(query))?.order.order_note).toBe(note);
  simulator.orders.set(order.key, order);
});

test("a response in an unknown encoding is rejected with a reason", async () => {
  simulator.encode = (answer) => ({ type: "text/xml; charset=klingon", body: Buffer.from(answer) });
  await expect(client().fetchOrderMeta(query)).rejects.toThrow("couldn't be read");
});

const written = (change: (answer: string) => string) => {
  simulator.encode = (answer) => ({ type: "text/xml; charset=utf-8", body: Buffer.from(change(answer)) });
};

test("a DTD inside CDATA or a comment is treated as text", async () => {
  const page = "<!DOCTYPE html><!ENTITY a 'b'>";
  written((answer) => answer.replace(">Gate 4<", `><![CDATA[${page}]]><!-- ${page} --><`));
  expect((await client().fetchOrderMeta(query))?.order.order_note).toBe(page);
});

test.each(["<![CDATA[x]]>", "<!-- x -->", "<!-- <![CDATA[ -->", "<![CDATA[ <!-- ]]>"])(
  "a DTD after %s is refused",
  async (before) => {
    written((answer) => answer.replace(">Gate 4<", `>${before}<!DOCTYPE s [<!ENTITY a "ha">]>&a;<`));
    await expect(client().fetchOrderMeta(query)).rejects.toThrow("couldn't be read");
  },
);

test("a success value of 1 means success, and 0 means failure", async () => {
  written((answer) => answer.replace("Success>true<", "Success>1<"));
  expect(await client().fetchOrderMeta(query)).toEqual(orderMeta);
  written((answer) => answer.replace("Success>true<", "Success>0<"));
  await expect(client().fetchOrderMeta(query)).rejects.toThrow("refused the request");
});

test("a connection test reports what works and what doesn't", async () => {
  const sentences = async (settings: Record<string, string> = {}) =>
    (await client(settings).test()).map(({ name, ok, sentence }) => `${name} ${ok ? "+" : "-"} ${sentence}`);
  expect(await sentences()).toEqual([
    "Sign-in + The user name and password are correct.",
    "Orders + Orders can be read.",
    "Patients + Patients can be read.",
  ]);
  expect((await sentences({ password: "wrong" }))[0]).toBe(
    "Sign-in - The order system rejected the user name or password.",
  );
  const wrongCase = simulator.services.patientsUrl.replace("patientservice", "PatientService");
  expect((await sentences({ patientsUrl: wrongCase }))[2]).toBe(
    "Patients - The order system has no service at /v0100-2410/OrderEntryService/PatientService.svc. The path is case-sensitive.",
  );
  const unused = `127.0.0.1:${await freePort()}`;
  expect((await sentences({ ordersUrl: `http://${unused}/x.svc` }))[1]).toBe(
    `Orders - The order system at ${unused} can't be reached. The connection was refused.`,
  );
  simulator.mode = "refuse";
  expect((await sentences())[1]).toBe(
    "Orders - The order system refused the request. It responded: You do not have permission to use this service.",
  );
});

test("order states are returned by name", async () => {
  expect(await client().listOrderStates()).toEqual(simulator.states);
});

const span = { from: Date.parse("2026-03-01T12:00:00Z"), to: Date.parse("2026-03-01T14:00:00Z") };

const firstPage = { page: 1, pageSize: 100 };

test("changes are requested using the order system's time zone", async () => {
  expect(await client().listChangedOrders({ ...span, ...firstPage })).toContain("70001");
  const later = { from: span.to, to: span.to + 60 * minute, ...firstPage };
  expect(await client().listChangedOrders(later)).toEqual([]);
  expect(await client({ zone: "UTC" }).listChangedOrders({ ...span, ...firstPage })).toEqual([]);
});

test("changes are returned page by page, and a page past the end is empty", async () => {
  simulator.orders.clear();
  for (let key = 90_000; key < 90_350; key++) {
    simulator.orders.set(key, { ...order, key, updated: "2026-03-01T08:30:00" });
  }
  const pages = await Promise.all(
    [1, 2, 3, 4, 5].map((page) => client().listChangedOrders({ ...span, page, pageSize: 100 })),
  );
  expect(pages.map((keys) => keys.length)).toEqual([100, 100, 100, 50, 0]);
  expect(new Set(pages.flat()).size).toBe(350);
});

test("changes in both occurrences of a repeated hour are read", async () => {
  simulator.orders.set(91_000, { ...order, key: 91_000, updated: "2026-11-01T01:50:00" });
  // From 1:20 daylight time to 1:10 standard time, so 1:50 daylight time is within the range.
  const turn = { from: Date.parse("2026-11-01T05:20:00Z"), to: Date.parse("2026-11-01T06:10:00Z") };
  expect(await client().listChangedOrders({ ...turn, ...firstPage })).toEqual(["91000"]);
});
