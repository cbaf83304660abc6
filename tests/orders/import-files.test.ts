import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { importOrders } from "~/orders/import/import-orders.server";
import { scratchApp } from "../support/scratch";
import { seedDatabase } from "../support/seed";

async function freshApp() {
  const app = scratchApp();
  await seedDatabase(app, "QHMS");
  return app;
}
type FreshApp = Awaited<ReturnType<typeof freshApp>>;

const importFile = (app: FreshApp, ...chunks: (string | Uint8Array)[]) =>
  importOrders(app, operator, Readable.from(chunks));

const ordersIn = (app: FreshApp) => app.db.selectFrom("orders").selectAll().orderBy("id").execute();

const header = "brightree_db,patient_id,sales_order_no";

/** Imports one order with a value in one column. */
async function importValue(column: string, cell: string) {
  const app = await freshApp();
  const { errors } = await importFile(app, `${header},${column}\nQHMS,1,100,${cell}\n`);
  const [order] = await ordersIn(app);
  return { order, errors };
}

const sheet = "brightree_db,patient_id,sales_order_no,patient_name\nQHMS,1,0099001,Renée Müller\n";
const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();

test.each<[string, Uint8Array]>([
  ["UTF-8", Buffer.from(sheet)],
  ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${sheet}`)],
  ["Windows-1252", Buffer.from(sheet, "latin1")],
  ["UTF-16 as Excel saves it", Buffer.from(`\ufeff${sheet}`.replaceAll(",", "\t"), "utf16le")],
  ["UTF-16 without a byte order mark", Buffer.from(sheet, "utf16le")],
  ["big-endian UTF-16", utf16be(`\ufeff${sheet}`)],
  ["big-endian UTF-16 without a byte order mark", utf16be(sheet)],
  ["semicolons", Buffer.from(sheet.replaceAll(",", ";"))],
  ["tabs", Buffer.from(sheet.replaceAll(",", "\t"))],
  ["pipes and CRLF", Buffer.from(sheet.replaceAll(",", "|").replaceAll("\n", "\r\n"))],
  ["a line that names the separator", Buffer.from(`sep=;\r\n${sheet.replaceAll(",", ";")}`)],
  ["a quoted line that names the separator", Buffer.from(`"sep=,"\n${sheet}`)],
  ["a line that names a tab", Buffer.from(`sep=\t\r\n${sheet.replaceAll(",", "\t")}`)],
  ["a padded line that names the separator", Buffer.from(`sep=;;;;\n${sheet.replaceAll(",", ";")}`)],
])("a file in %s is imported with its accents", async (_, bytes) => {
  const app = await freshApp();
  const middle = Math.floor(bytes.length / 2) | 1;
  const { inserted, errors } = await importFile(app, bytes.subarray(0, middle), bytes.subarray(middle));
  expect([inserted, errors]).toEqual([1, []]);
  expect((await ordersIn(app))[0]).toMatchObject({ sales_order_no: "0099001", patient_name: "Renée Müller" });
});

test("a quoted comma in a file with semicolons stays in its cell, and the line numbers count the separator's line", async () => {
  const app = await freshApp();
  const file = `sep=;\n${header.replaceAll(",", ";")};patient_name\nQHMS;1;100;"Baker, Dot; Jr"\nQHMS;x;101;Bo\n`;
  const { errors } = await importFile(app, file);
  expect(errors).toEqual([{ line: 4, field: "patient_id", error: "The patient ID must be a number." }]);
  expect((await ordersIn(app))[0]?.patient_name).toBe("Baker, Dot; Jr");
});

test.each([
  ['="0099001"', "0099001"],
  ['"=""0099001"""', "0099001"],
  ["'0099001", "0099001"],
  ["'SO-7", "SO-7"],
])("the sales order number %s is read as %s", async (cell, number) => {
  const app = await freshApp();
  const { errors } = await importFile(app, `${header}\nQHMS,="1",${cell}\n`);
  expect(errors).toEqual([]);
  expect((await ordersIn(app))[0]).toMatchObject({ patient_id: 1, sales_order_no: number });
});

test("a name keeps its apostrophe", async () => {
  expect((await importValue("patient_name", "'t Hooft")).order?.patient_name).toBe("'t Hooft");
  expect((await importValue("patient_name", "'=Ann")).order?.patient_name).toBe("=Ann");
});

const shortened =
  "The spreadsheet shortened this number. Format the column as text there, then export the file again.";

test.each(["4.00E+05", "4E+05", "1e+21", "9.9001E4", "1E5"])(
  "an identifier written as %s is refused",
  async (number) => {
    const app = await freshApp();
    const { errors } = await importFile(app, `${header}\nQHMS,1,${number}\nQHMS,${number},100\n`);
    expect(errors).toEqual([
      { line: 2, field: "sales_order_no", error: shortened },
      { line: 3, field: "patient_id", error: shortened },
    ]);
    expect(await ordersIn(app)).toEqual([]);
  },
);

test.each([
  ["phone", "9.19555E+09", shortened],
  ["phone", "12", "Please enter a 10-digit US phone number."],
  ["email", "nobody", "Please enter a complete email address, like name@example.com."],
  ["dob", "02/30/1961", "Enter the date of birth like 1960-01-31 or 1/31/1960."],
  ["state", "ZZ", "Enter a US state like NC."],
  ["step", "Waiting for parts", "Step not found. Enter a number from 1 to 7 or the name of a step."],
  ["recdate", "soon", "Enter a time like 2026-01-31T14:30:00Z or a date like 1/31/2026."],
  [
    "patient_name",
    "Ren\ufffde",
    "Characters of this text were lost when the file was saved. Save it as CSV UTF-8.",
  ],
] as const)(
  "a %s that can't be read is reported, and the order is imported without it",
  async (column, cell, error) => {
    const { order, errors } = await importValue(column, cell);
    expect(errors).toEqual([{ line: 2, field: column, error }]);
    expect(order).toMatchObject(column === "step" ? { step: 1 } : { [column]: null });
  },
);

test("a phone number with decimals, as programs write numbers, is read", async () => {
  const { order, errors } = await importValue("phone", "9195550129.0");
  expect(errors).toEqual([]);
  expect(order?.phone).toBe("+19195550129");
});

test("a value that can't be read doesn't remove the saved value", async () => {
  const app = await freshApp();
  await importFile(app, `${header},phone\nQHMS,1,100,9195550101\n`);
  await importFile(app, `${header},phone\nQHMS,1,100,12\n`);
  expect((await ordersIn(app))[0]?.phone).toBe("+19195550101");
});

test.each([
  "2026-01-31T00:00:00Z",
  "2026-01-31 00:00:00.000",
  "2026-01-31T00:00:00-05:00",
  "1/31/2026 0:00",
  "1/31/2026 00:00:00",
  "1/31/2026 12:00:00 AM",
  "46053",
  "46053.0",
])("%s is read as the date January 31, not the day before", async (cell) => {
  expect((await importValue("recdate", cell)).order?.recdate).toBe(Date.parse("2026-01-31T12:00:00Z"));
});

test.each([
  ["1960-01-31T00:00:00Z", "1960-01-31"],
  ["1/31/1960 0:00", "1960-01-31"],
  ["19755", "1954-01-31"],
  ["22311", null],
  ["22311.5", null],
  ["99999", null],
])("the date of birth %s is read as %s", async (cell, date) => {
  expect((await importValue("dob", cell)).order?.dob).toBe(date);
});

test("an Excel number with a time is read to the second", async () => {
  expect((await importValue("recdate", "46053.604166666664")).order?.recdate).toBe(
    Date.parse("2026-01-31T14:30:00Z"),
  );
});

test("the columns can have the names that people use", async () => {
  const app = await freshApp();
  const file = [
    "Database,Patient ID,Sales Order #,First Name,Last Name,DOB,Home Phone,Mobile Phone,E-mail,State,Referral Date,Note",
    "QHMS,40110.0,71001,Maria,Alvarez,4/12/1956,9195550199,(919) 555-0111,m@example.com,NC,1/19/2026,x",
  ];
  const { errors } = await importFile(app, file.join("\n"));
  expect(errors).toEqual([]);
  expect((await ordersIn(app))[0]).toMatchObject({
    patient_id: 40110,
    sales_order_no: "71001",
    patient_name: "Maria Alvarez",
    dob: "1956-04-12",
    phone: "+19195550111",
    email: "m@example.com",
    state: "NC",
    referral_at: Date.parse("2026-01-19T12:00:00Z"),
  });
});

test.each(["Closed", "canceled", "Cancelled", "Order Canceled - patient declined", "VOID", "Completed"])(
  "the status %s stops the order and ends its codes",
  async (status) => {
    const app = await freshApp();
    await importFile(app, `${header},phone\nQHMS,1,100,9195550101\n`);
    await generateCode(app, operator, {
      patient_id: 1,
      brightree_db: "QHMS",
      sales_order_no: "100",
      phone: "+19195550101",
    });
    const file = `${header},Status\nQHMS,1,100,${status}\n`;
    expect(await importFile(app, file)).toEqual({ inserted: 0, updated: 1, unchanged: 0, errors: [] });
    const [order] = await ordersIn(app);
    expect(order?.closed_at).toBe(app.clock.now());
    const codes = await app.db.selectFrom("access_codes").select("ended_at").execute();
    expect(codes.map(({ ended_at }) => ended_at)).toEqual([app.clock.now()]);
    expect((await importFile(app, file)).unchanged).toBe(1);
  },
);

test("a step named Closed stops the order, too, and a later open status resumes it", async () => {
  const app = await freshApp();
  await importFile(app, `${header},step\nQHMS,1,100,3\n`);
  await importFile(app, `${header},step\nQHMS,1,100,Closed\n`);
  expect((await ordersIn(app))[0]).toMatchObject({ step: 3, closed_at: app.clock.now() });
  await importFile(app, `${header},status\nQHMS,1,100,Ready to Schedule\n`);
  expect((await ordersIn(app))[0]).toMatchObject({ step: 4, closed_at: null });
});

test("a new number of a patient whose order without a number is closed becomes a new order", async () => {
  const app = await freshApp();
  await generateCode(app, operator, { patient_id: 1, brightree_db: "QHMS", phone: "+19195550101" });
  await app.db
    .updateTable("orders")
    .set({ closed_at: app.clock.now(), staff_closed_at: app.clock.now() })
    .execute();
  expect((await importFile(app, `${header}\nQHMS,1,100\n`)).inserted).toBe(1);
  expect(await ordersIn(app)).toMatchObject([
    { sales_order_no: null, closed_at: app.clock.now() },
    { sales_order_no: "100", closed_at: null },
  ]);
  expect((await importFile(app, `${header}\nQHMS,1,100\n`)).unchanged).toBe(1);
});

test("a closed order that isn't known is not added and takes no other order's place", async () => {
  const app = await freshApp();
  await generateCode(app, operator, { patient_id: 1, brightree_db: "QHMS", phone: "+19195550101" });
  const result = await importFile(app, `${header},status\nQHMS,1,99,Closed\n`);
  expect(result).toEqual({ inserted: 0, updated: 0, unchanged: 1, errors: [] });
  expect(await ordersIn(app)).toMatchObject([{ sales_order_no: null, closed_at: null }]);
});
