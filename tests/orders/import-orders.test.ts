import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { Refusal } from "~/core/refusal";
import { day, hour, iso } from "~/core/time";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { importOrders } from "~/orders/import/import-orders.server";
import { sourceStepIn } from "~/orders/order-row";
import { auditLogOf } from "../support/acts";
import { scratchApp } from "../support/scratch";
import { seedDatabase } from "../support/seed";

const sample = new URL("./sample-orders.csv", import.meta.url).pathname;

async function freshApp() {
  const app = scratchApp();
  await seedDatabase(app, "QHMS");
  return app;
}
type FreshApp = Awaited<ReturnType<typeof freshApp>>;

const header = "brightree_db,patient_id,sales_order_no,patient_name,phone,step,step_reached_at";
const importRows = (app: FreshApp, ...lines: string[]) =>
  importOrders(app, operator, Readable.from([`${[header, ...lines].join("\n")}\n`]));
const orderOf = (app: FreshApp, number: string) =>
  app.db.selectFrom("orders").selectAll().where("sales_order_no", "=", number).executeTakeFirstOrThrow();
const stepsOf = (app: FreshApp, orderId: number) =>
  app.db
    .selectFrom("order_steps")
    .select(["step", "reached_at"])
    .where("order_id", "=", orderId)
    .orderBy("reached_at")
    .execute();

test("an exported file is imported, and its invalid rows and values are listed", async () => {
  const app = await freshApp();
  const imported = await importOrders(app, operator, createReadStream(sample));
  expect(imported).toEqual({
    inserted: 8,
    updated: 0,
    unchanged: 1,
    errors: [
      { line: 5, field: "dob", error: "Enter the date of birth like 1960-01-31 or 1/31/1960." },
      { line: 6, field: "phone", error: "Please enter a 10-digit US phone number." },
      {
        line: 7,
        field: "step",
        error: "Step not found. Enter a number from 1 to 7 or the name of a step.",
      },
      { line: 12, field: "brightree_db", error: 'Database "NOSUCH" not found.' },
      { line: 13, field: "patient_id", error: "The patient ID must be a number." },
      { line: 14, field: "line", error: "The number of fields differs from the header." },
    ],
  });
  expect(await orderOf(app, "0071001")).toMatchObject({
    brightree_db: "QHMS",
    patient_id: 40110,
    patient_name: "Alvarez, Maria",
    dob: "1956-04-12",
    phone: "+19195550111",
    email: "maria.alvarez@example.com",
    state: "NC",
    step: 4,
    source_step: 4,
    step_at: Date.parse("2026-02-27T15:30:00Z"),
    referral_at: Date.parse("2026-01-19T12:00:00Z"),
    recdate: Date.parse("2026-01-21T12:00:00Z"),
    branch_office: "Raleigh",
    company: "Quality Home Medical Supply, Inc.",
  });
  expect(await orderOf(app, "71002")).toMatchObject({
    dob: "1948-07-09",
    state: "NC",
    step: 3,
    step_at: Date.parse("2026-02-24T15:15:00Z"),
  });
  expect((await orderOf(app, "71003")).patient_name).toBe('Dorothy "Dot" Baker');
  expect(await orderOf(app, "71007")).toMatchObject({
    state: "VA",
    step: 4,
    step_at: Date.parse("2026-02-28T14:00:00Z"),
    branch_office: "Norfolk South",
  });
  expect((await orderOf(app, "71011")).patient_name).toBe("Zoë Müller");
});

test("importing the same file again changes nothing", async () => {
  const app = await freshApp();
  await importOrders(app, operator, createReadStream(sample));
  const read = () => app.db.selectFrom("orders").selectAll().orderBy("id").execute();
  const before = await read();
  app.clock.advance(day);
  const again = await importOrders(app, operator, createReadStream(sample));
  expect([again.inserted, again.updated, again.unchanged]).toEqual([0, 0, 9]);
  expect(await read()).toEqual(before);
});

test("a later file updates an order, and empty cells keep saved values", async () => {
  const app = await freshApp();
  await importRows(app, "QHMS,1,100,Ann Ames,9195550101,2,2026-02-20T10:00:00Z");
  const later = await importRows(app, "QHMS,1,100,Ann Amesbury,,3,2026-02-24T10:00:00Z");
  expect(later).toEqual({ inserted: 0, updated: 1, unchanged: 0, errors: [] });
  const order = await orderOf(app, "100");
  expect(order).toMatchObject({ patient_name: "Ann Amesbury", phone: "+19195550101", step: 3 });
  expect(order.step_at).toBe(Date.parse("2026-02-24T10:00:00Z"));
  expect(await stepsOf(app, order.id)).toEqual([
    { step: 2, reached_at: Date.parse("2026-02-20T10:00:00Z") },
    { step: 3, reached_at: Date.parse("2026-02-24T10:00:00Z") },
  ]);
});

test("a second row for the same order updates the first", async () => {
  const app = await freshApp();
  const result = await importRows(
    app,
    "QHMS,1,100,Ann Ames,9195550101,2,2026-02-20T10:00:00Z",
    "QHMS,2,200,Bo Bell,,1,2026-02-20T10:00:00Z",
    "QHMS,1,100,Ann Amesbury,,3,2026-02-24T10:00:00Z",
    "QHMS,9,100,Eve,,3,2026-02-24T10:00:00Z",
  );
  expect(result).toEqual({
    inserted: 2,
    updated: 1,
    unchanged: 0,
    errors: [{ line: 5, field: "patient_id", error: "Order 100 belongs to another patient." }],
  });
  expect(await orderOf(app, "100")).toMatchObject({
    patient_name: "Ann Amesbury",
    phone: "+19195550101",
    step: 3,
  });
});

test("an order without a number is matched by only one row", async () => {
  const app = await freshApp();
  await generateCode(app, operator, { patient_id: 1, brightree_db: "QHMS", phone: "+19195550101" });
  const result = await importRows(app, "QHMS,1,100,Ann,,4,", "QHMS,1,101,Ann,,4,", "QHMS,2,102,Bo,,4,");
  expect(result).toMatchObject({ inserted: 2, updated: 1, errors: [] });
  expect((await orderOf(app, "100")).step).toBe(5);
  expect((await orderOf(app, "101")).step).toBe(4);
});

test("a corrected time for the same step replaces the saved time", async () => {
  const app = await freshApp();
  await importRows(app, "QHMS,1,100,Ann,,2,2026-02-20T10:00:00Z");
  await importRows(app, "QHMS,1,100,Ann,,2,2026-02-19T10:00:00Z");
  const order = await orderOf(app, "100");
  const corrected = Date.parse("2026-02-19T10:00:00Z");
  expect(order.step_at).toBe(corrected);
  expect(await stepsOf(app, order.id)).toEqual([{ step: 2, reached_at: corrected }]);
});

test("a step without a time gets the current time, which changes only with the step", async () => {
  const app = await freshApp();
  await importRows(app, "QHMS,1,100,Ann,,2,");
  const first = app.clock.now();
  app.clock.advance(hour);
  expect((await importRows(app, "QHMS,1,100,Ann,,2,")).unchanged).toBe(1);
  expect((await orderOf(app, "100")).step_at).toBe(first);
  await importRows(app, "QHMS,1,100,Ann,,4,");
  expect(await orderOf(app, "100")).toMatchObject({ step: 4, step_at: first + hour });
});

test("the order system's step does not undo a link that was sent", async () => {
  const app = await freshApp();
  await importRows(app, "QHMS,1,100,Ann,9195550101,4,");
  await generateCode(app, operator, { patient_id: 1, brightree_db: "QHMS", phone: "+19195550101" });
  await importRows(app, "QHMS,1,100,Ann,9195550101,3,");
  expect(await orderOf(app, "100")).toMatchObject({ step: 5, source_step: 3 });
});

test("an order created by generating a code gets its order number from the file", async () => {
  const app = await freshApp();
  const { orderId } = await generateCode(app, operator, {
    patient_id: 1,
    brightree_db: "QHMS",
    phone: "+19195550101",
  });
  expect((await importRows(app, "QHMS,1,100,Ann Ames,,4,")).updated).toBe(1);
  expect(await orderOf(app, "100")).toMatchObject({ id: orderId, patient_name: "Ann Ames", step: 5 });
});

test("an import never moves an order to another patient", async () => {
  const app = await freshApp();
  await importRows(app, "QHMS,1,100,Ann,,4,");
  const { errors } = await importRows(app, "QHMS,2,100,Bob,,4,");
  expect(errors).toEqual([{ line: 2, field: "patient_id", error: "Order 100 belongs to another patient." }]);
  expect((await orderOf(app, "100")).patient_name).toBe("Ann");
});

test("every invalid field of a row is listed", async () => {
  const app = await freshApp();
  const { errors } = await importRows(app, `QHMS,x,,Ann,123,9,${iso(app.clock.now() + 3 * day)}`);
  expect(errors.map(({ line, field }) => `${line} ${field}`)).toEqual([
    "2 patient_id",
    "2 sales_order_no",
    "2 phone",
    "2 step",
    "2 step_reached_at",
  ]);
});

test.each([
  ["an unclosed quote", ['QHMS,2,101,"Bob,,4,']],
  ["text after a closing quote", ['QHMS,2,101,"Bob" x,,4,']],
  ["too few fields", ["QHMS,2,101"]],
  ["too many fields", ["QHMS,2,101,Bob,,4,,,"]],
])("%s affects only its row", async (_, broken) => {
  const app = await freshApp();
  const good = Array.from({ length: 60 }, (_, index) => `QHMS,${index + 10},${index + 200},"P, Q",,4,`);
  const { inserted, errors } = await importRows(app, "QHMS,1,100,Ann,,4,", ...broken, ...good);
  expect(inserted).toBe(61);
  expect(errors.map(({ line, field }) => [line, field])).toEqual(
    broken.map((_, index) => [index + 3, "line"]),
  );
});

test("line numbers are correct after quoted fields that span several lines", async () => {
  const app = await freshApp();
  const lines = Array.from({ length: 700 }, (_, index) => `QHMS,${index + 1},${index + 1},"P\n${index}",,1,`);
  const { inserted, errors } = await importRows(app, ...lines, "", "QHMS,x,1,P,,1,");
  expect([inserted, errors.map(({ line }) => line)]).toEqual([700, [1403]]);
});

test("a lone quote inside a field is kept as text", async () => {
  const app = await freshApp();
  expect((await importRows(app, 'QHMS,1,100,6" Ann,,4,', 'QHMS,2,101,7" Bob,,4,')).errors).toEqual([]);
  expect((await orderOf(app, "101")).patient_name).toBe('7" Bob');
});

test("the last line doesn't need a newline, and quotes inside a name are kept", async () => {
  const app = await freshApp();
  const text = `${header}\nQHMS,1,100,Dorothy "Dot" Baker,,4,`;
  expect((await importOrders(app, operator, Readable.from([text]))).inserted).toBe(1);
  expect((await orderOf(app, "100")).patient_name).toBe('Dorothy "Dot" Baker');
});

test.each([
  ["", "The file is empty."],
  [
    "brightree_db,patient_id\nQHMS,1\n",
    'The file has no column "sales_order_no". The first line must list the column names.',
  ],
  [
    "brightree_db,patient_id,sales_order_no,phone,Phone\nQHMS,1,2,9195550100,9195550101\n",
    'The header has the column "phone" twice.',
  ],
  ["\u0000\u0001PK\n", "This is not a UTF-8 CSV file. In a spreadsheet, save it as “CSV UTF-8”."],
  ["\ufffd\ufffdb\0r\0\n", "This is not a UTF-8 CSV file. In a spreadsheet, save it as “CSV UTF-8”."],
  [
    "x".repeat(10_001),
    "A line of this file has more than 10,000 characters. Check that this is the right file.",
  ],
])("%j is not an order file", async (text, sentence) => {
  const app = await freshApp();
  const error = await importOrders(app, operator, Readable.from([text])).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Refusal);
  expect((error as Refusal).message).toBe(sentence);
});

test("columns can use the names from the appointments view", async () => {
  const file = "DB,PID,SO_ID,patient_name\nQHMS,4711,9001,Ada Other\n";
  const { inserted, errors } = await importOrders(await freshApp(), operator, Readable.from([file]));
  expect([inserted, errors]).toEqual([1, []]);
});

test("a file with only a header imports nothing", async () => {
  const app = await freshApp();
  expect(await importRows(app)).toEqual({ inserted: 0, updated: 0, unchanged: 0, errors: [] });
});

test("a thousand rows are imported in batches, each logged in the audit log", async () => {
  const app = await freshApp();
  const lines = Array.from({ length: 1000 }, (_, index) => `QHMS,${index + 1},${index + 1},P,,1,`);
  expect((await importRows(app, ...lines)).inserted).toBe(1000);
  const entries = await auditLogOf(app, { action: "orders.imported" });
  expect(entries).toHaveLength(25);
});

test.each([
  ["1", 1],
  ["Step 3", 3],
  ["ready to schedule", 4],
  ["2 Referral Received", 2],
  ["7", 4],
  ["Setup Confirmed", 4],
  ["0", null],
  ["8", null],
  ["done", null],
  ["", null],
])("the step %j is read as %j", (typed, step) => {
  expect(sourceStepIn(typed)).toBe(step);
});
