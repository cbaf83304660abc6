import { expect, test } from "vitest";
import { PlainPage } from "../support/plain-page";
import { seedDatabase, staffClient } from "../support/seed";
import { startServer } from "../support/server";
import { excelExport, googleSheet, officePatients, semicolonExport } from "./office-files";

/** Imports a file into an empty clinic, with what Firstnight proposes. */
async function importFile(name: string, file: Buffer, fields: Record<string, string | string[]> = {}) {
  const { url, app } = await startServer();
  await seedDatabase(app, "OFFICE");
  const admin = await staffClient({ app, url }, "admin");
  const ended = async (page: PlainPage) => {
    await expect
      .poll(async () => (await page.open(page.path)).html, { timeout: 50_000 })
      .not.toContain("data-working");
    return page.open(page.path);
  };
  const { location } = await admin.upload("/admin/import", name, file);
  const columns = await PlainPage.open(admin, location ?? "");
  const checked = await ended(await columns.press("Check the file", fields));
  const done = await ended(await checked.press(/^Import \d+ orders$/));
  const orders = await app.db.selectFrom("orders").selectAll().orderBy("id").execute();
  return { app, admin, ended, columns, checked, done, orders };
}
/** The columns that were proposed, by field. */
const proposed = (page: PlainPage) =>
  Object.fromEntries(
    [...page.html.matchAll(/<select id="f-(\w+)"[^>]*>(.*?)<\/select>/gs)].flatMap(
      ([, field = "", options = ""]) => {
        const [, name = "–"] = /<option[^>]*selected=""[^>]*>([^<]*)</.exec(options) ?? [];
        return name === "–" || field === "header_line" ? [] : [[field, name]];
      },
    ),
  );

const born = (index: number) => {
  const [year, month, day] = officePatients[index]?.born ?? [0, 0, 0];
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
};

/** The indexes of the patients whose order lacks a value. */
const without = (
  orders: Awaited<ReturnType<typeof importFile>>["orders"],
  column: "dob" | "phone" | "email" | "state",
) => orders.flatMap((order, index) => (order[column] === null ? [index] : []));

test("all 200 rows of an Excel export with a merged title and a totals row arrive, and two of them are explained", async () => {
  const { columns, done, orders } = await importFile("setups.xlsx", excelExport());
  expect(proposed(columns)).toEqual({
    database: "OFFICE",
    patient_id: "Acct",
    first_name: "First",
    last_name: "Last",
    dob: "Birthdate",
    phone: "Cell",
    second_phone: "Home Ph",
    state: "St",
    zip: "Zip",
    referrer: "Ref Dr",
    recdate: "Rx Rec&#x27;d",
  });
  expect(done.text).toContain("200 new orders, 0 changed, 0 unchanged; 2 lines imported without a value");
  expect(done.text).toContain("1 line wasn't an order, such as a total.");
  expect(done.text).toContain("1 birth date couldn't be read: see chart");
  expect(done.text).toContain("1 state couldn't be read: Ontario");
  expect(done.text).toMatch(/\d+ patients? gets? the home or second phone/);
  expect(done.text).toContain(
    "The file has no steps, so 200 new orders are in step 1, Sleep Intake QA. To let these patients book now, send them links",
  );
  expect(orders).toHaveLength(200);
  expect(new Set(orders.map(({ patient_id }) => patient_id)).size).toBe(200);
  expect(without(orders, "dob")).toEqual([33]);
  expect(without(orders, "phone")).toEqual([]);
  expect(without(orders, "state")).toEqual([120]);
  for (const [index, { dob, patient_name }] of orders.entries()) {
    if (index !== 33) expect(dob).toBe(born(index));
    expect(patient_name?.toLowerCase()).toBe(
      `${officePatients[index]?.first} ${officePatients[index]?.last}`.toLowerCase(),
    );
  }
  expect(orders[1]).toMatchObject({ patient_id: 20_003, patient_name: "Maria McDonald", zip: "27602" });
  // The account "T-7" isn't a number, so one is made from it.
  expect(orders[7]?.patient_id).toBeGreaterThan(900_000_000_000);
});

test("199 of 200 rows of a CSV file with semicolons in Latin-1 arrive, and what was left out or chosen is explained", async () => {
  const { columns, checked, done, orders } = await importFile("export.csv", semicolonExport());
  expect(proposed(columns)).toEqual({
    database: "OFFICE",
    patient_id: "Client No.",
    sales_order_no: "Order Ref.",
    patient_name: "Client Name",
    dob: "Date of Birth",
    phone: "Phone No.",
    email: "E-mail",
    language: "Preferred Language",
    branch_office: "Branch",
  });
  expect(checked.text).toContain("199 orders can be imported.");
  expect(done.text).toContain(
    "199 new orders, 0 changed, 0 unchanged; 1 line rejected; 2 lines imported without a value",
  );
  expect(done.text).toContain("1 line has no patient ID");
  expect(done.text).toContain("1 email address couldn't be read: peña90@mail.example");
  expect(done.text).toContain("1 phone number couldn't be read: no phone");
  expect(done.text).toContain("8 cells have several phone numbers, of which the first is used");
  expect(done.text).toContain("1 line wasn't an order, such as a total.");
  expect(without(orders, "dob")).toEqual([]);
  expect(without(orders, "phone")).toEqual([61]);
  const arrived = officePatients.filter(({ index }) => index !== 150);
  expect(orders.map(({ dob }) => dob)).toEqual(arrived.map(({ index }) => born(index)));
  for (const [index, { phone }] of orders.entries()) {
    if (index !== 61) expect(phone).toBe(`+1${arrived[index]?.phone}`);
  }
  expect(orders[0]).toMatchObject({
    patient_id: 300_000,
    sales_order_no: "B5000",
    patient_name: "Peña, José",
    branch_office: "Clínica Sur",
    language: "en",
  });
  expect(orders[12]?.sales_order_no).toBe("300011-B");
});

test("all 200 rows of a Google Sheet arrive with dates and phones as people type them, and two values are explained", async () => {
  const { columns, done, orders } = await importFile("Referrals - Sheet1.csv", googleSheet());
  expect(proposed(columns)).toEqual({
    database: "OFFICE",
    patient_name: "Patient 😴",
    dob: "DOB (mm/dd/yyyy)",
    phone: "Best phone #",
    email: "Email Address",
    state: "State?",
    referrer: "Referring provider",
  });
  expect(done.text).toContain("200 new orders, 0 changed, 0 unchanged; 2 lines imported without a value");
  expect(done.text).toContain("1 birth date couldn't be read: 1/2/24 The year of birth has two digits");
  expect(done.text).toContain("1 phone number couldn't be read: ask spouse");
  expect(done.text).toContain("30 lines weren't orders, such as a total.");
  expect(orders).toHaveLength(200);
  expect(without(orders, "dob")).toEqual([44]);
  expect(without(orders, "phone")).toEqual([101]);
  expect(without(orders, "state")).toEqual([]);
  for (const [index, { dob, phone }] of orders.entries()) {
    if (index !== 44) expect(dob).toBe(born(index));
    if (index !== 101) expect(phone).toBe(`+1${officePatients[index]?.phone}`);
  }
  expect(orders[1]?.email).toBe("patient1@mail.example");
  expect(orders.filter(({ patient_name }) => patient_name?.includes("⭐"))).toEqual([]);
});

test("columns without a field say why, and are kept as notes that an undo removes and the next file doesn't repeat", async () => {
  const file = excelExport();
  const { app, admin, ended, columns, done, orders } = await importFile("setups.xlsx", file, {
    note_columns: ["8", "14"],
  });
  expect(columns.text).toContain("Ins 1 Firstnight has no field for it.");
  const notes = await app.db.selectFrom("order_notes").select(["order_id", "body"]).orderBy("id").execute();
  expect(notes).toHaveLength(200);
  expect(notes[0]).toEqual({
    order_id: orders[0]?.id,
    body: "City: Raleigh\nComments: call after 5pm uses walker",
  });
  expect(notes[1]?.body).toBe("City: Raleigh");
  expect((await PlainPage.open(admin, `/orders/${orders[0]?.id}`)).text).toContain("uses walker");
  const { location } = await admin.upload("/admin/import", "setups.xlsx", file);
  const again = await ended(await PlainPage.open(admin, location ?? ""));
  expect(again.text).toContain("200 orders will stay unchanged.");
  await ended(await again.press("Import 200 orders"));
  const count = () => app.db.selectFrom("order_notes").select("id").execute();
  expect(await count()).toHaveLength(200);
  const undone = await ended(
    await (await (await done.open(done.path)).follow("undo this import")).press("Undo the import"),
  );
  expect(undone.text).toContain("The import was undone for 200 orders.");
  expect(await count()).toEqual([]);
});
