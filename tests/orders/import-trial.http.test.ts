import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PlainPage } from "../support/plain-page";
import { seedCompany, seedDatabase, staffClient } from "../support/seed";
import { startServer } from "../support/server";

// The files are written as offices write them: titles above the header, mixed dates, "N/A", notes with line breaks.

const { url, app } = await startServer();
await seedDatabase(app, "QHMS");
const admin = await staffClient({ app, url }, "admin");

async function ended(page: PlainPage): Promise<PlainPage> {
  await expect
    .poll(async () => (await page.open(page.path)).html, { timeout: 50_000 })
    .not.toContain("data-working");
  return page.open(page.path);
}

/** The columns that the page proposes, by field. */
function proposed(page: PlainPage): Record<string, string> {
  const selects = [...page.html.matchAll(/<select id="f-(\w+)"[^>]*>(.*?)<\/select>/gs)];
  return Object.fromEntries(
    selects.flatMap(([, field = "", options = ""]) => {
      const [, name] = /<option[^>]*selected=""[^>]*>([^<]*)</.exec(options) ?? [];
      return name && name !== "–" && field !== "header_line" ? [[field, name]] : [];
    }),
  );
}

/** Uploads a file and accepts what Firstnight proposes. */
async function importTrial(name: string) {
  const file = readFileSync(new URL(`./trial-files/${name}`, import.meta.url));
  const { location } = await admin.upload("/admin/import", name, file);
  const columns = await PlainPage.open(admin, location ?? "");
  const checked = await ended(await columns.press("Check the file"));
  const done = await ended(await checked.press(/^Import \d+ orders$/));
  return { columns, checked, done };
}

const find = (patientId: number) =>
  app.db.selectFrom("orders").selectAll().where("patient_id", "=", patientId).executeTakeFirst();

test("197 of 200 orders of a workbook with titles, headings, and a total arrive", async () => {
  const { columns, checked, done } = await importTrial("referrals.xlsx");
  expect(proposed(columns)).toEqual({
    database: "QHMS",
    patient_id: "Pt Acct #",
    sales_order_no: "SO #",
    patient_name: "Patient",
    dob: "Birth Date",
    phone: "Cell / Home Phone",
    email: "E-Mail Addr",
    state: "ST",
    zip: "Zip",
    referral_at: "Date Referred",
    branch_office: "Location",
    referrer: "Ordering Dr",
  });
  expect(columns.text).toContain("Not imported Select a column to keep its values as a note on each order.");
  expect(columns.text).toContain("Notes Firstnight has no field for it.");
  expect(checked.text).toContain("197 new orders will be added.");
  expect(done.text).toContain("197 new orders, 0 changed, 0 unchanged; 3 lines rejected");
  expect(done.text).toContain("1 line wasn't an order, such as a total.");
  expect(done.text).toContain("1 birth date couldn't be read: 13/45/60");
  expect(done.text).toContain("1 phone number couldn't be read: call daughter");
  expect(done.text).toContain("1 email address couldn't be read: bob at example");
  expect(done.text).toContain("1 patient ID couldn't be read: pending");
  expect(done.text).toContain("1 line has no patient ID");
  expect(done.text).toContain("1 line has no sales order number");
  // The zeros at the start come only from the cell's format.
  expect((await find(31001))?.sales_order_no).toBe("004403");
  const dates = await app.db
    .selectFrom("orders")
    .select(["dob", "referral_at", "phone_ext"])
    .where("patient_id", ">=", 31000)
    .where("patient_id", "<", 31200)
    .execute();
  expect(dates.filter(({ dob }) => dob === null)).toHaveLength(3);
  expect(dates.filter(({ referral_at }) => referral_at === null)).toEqual([]);
  expect(dates.filter(({ phone_ext }) => phone_ext !== null).length).toBeGreaterThan(40);
});

test("197 of 200 orders of a CSV file with semicolons in Windows-1252 arrive", async () => {
  const { columns, done } = await importTrial("clinic-export.csv");
  expect(proposed(columns)).toMatchObject({
    database: "QHMS",
    patient_id: "Account No.",
    sales_order_no: "Order No.",
    patient_name: "Patient Last, First",
    dob: "D.O.B.",
    phone: "Mobile Tel.",
    email: "Contact E-mail",
    state: "Home State",
    language: "Spoken Language",
  });
  expect(done.text).toContain(
    "197 new orders, 0 changed, 0 unchanged; 3 lines rejected; 1 line imported without a value",
  );
  expect(done.text).toContain("1 patient ID couldn't be read: 5.21E+04");
  expect(await find(52001)).toMatchObject({
    sales_order_no: "SO-00801",
    patient_name: "Fox, Dorothy",
    dob: "1952-06-12",
    phone: "+12525550180",
    state: "NC",
    branch_office: "Clínica Sur",
    language: "es",
  });
});

test("196 of 200 orders of another system's export arrive", async () => {
  const { columns, done } = await importTrial("other-system.csv");
  expect(proposed(columns)).toMatchObject({
    brightree_db: "Brightree DB",
    first_name: "PtFirstName",
    last_name: "PtLastName",
    dob: "PtBirthDt",
    phone: "PtPhone1",
    state: "PtState",
    step: "WIPState",
    order_status: "SOStatus",
  });
  expect(done.text).toContain("196 new orders, 0 changed, 0 unchanged; 4 lines rejected.");
  expect(done.text).toContain("2 patient IDs couldn't be read: 0, TBD");
  expect(done.text).toContain("1 order number belongs to another patient: 77012");
  expect(await find(77001)).toMatchObject({
    sales_order_no: "910001",
    patient_name: "Miguel McDonald",
    dob: "1946-04-01",
    phone: "+12525550196",
    state: "WV",
    step: 4,
  });
});

test("the columns chosen for a file are proposed for the next one with the same columns", async () => {
  const lines = (first: number) =>
    [first, first + 1, first + 2].map((id) => `${id},S${id},Ann Lee,4/12/1956,note`).join("\n");
  const upload = async (header: string, body: string) => {
    const { location } = await admin.upload("/admin/import", "odd.csv", `${header}\n${body}\n`);
    return PlainPage.open(admin, location ?? "");
  };
  const columns = await upload("Key A,Key B,Who,When,Free", lines(88_001));
  expect(proposed(columns)).toEqual({ database: "QHMS", dob: "When" });
  const refused = await columns.press("Check the file");
  expect(refused.text).toContain("Choose a column for each required field.");
  expect(refused.text).toContain("Choose the column of the patient ID.");
  const checked = await ended(
    await columns.press("Check the file", { patient_id: "0", sales_order_no: "1", patient_name: "2" }),
  );
  expect(checked.text).toContain("3 new orders will be added.");
  const next = await ended(await upload("Key B,Key A,Who,When,Free", "S88009,88009,Bo Lee,4/12/1956,note"));
  expect(next.path).not.toContain("columns");
  expect(next.text).toContain("1 new order will be added.");
  const change = await next.follow("Change the columns");
  expect(proposed(change)).toMatchObject({
    patient_id: "Key A",
    sales_order_no: "Key B",
    patient_name: "Who",
  });
});

test("someone can say in which line the column names are", async () => {
  const file = "Report\n2026\nAA,BB,CC\n1,2,3\n4,5,6\n";
  const { location } = await admin.upload("/admin/import", "odd.csv", file);
  const columns = await PlainPage.open(admin, location ?? "");
  const other = await columns.press("Use this line", { header_line: "4" });
  expect(other.values("header_line")).toEqual(["4", "4"]);
  expect(other.html).toMatch(/<option[^>]*data-values="4"[^>]*>1<\/option>/);
});

test("a file made from the template is imported without choosing columns", async () => {
  const page = await PlainPage.open(admin, "/admin/import");
  const [address = ""] = page.links("CSV");
  const template = await admin.get(address);
  expect(template.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const { location } = await admin.upload("/admin/import", "orders.csv", template.text);
  const checked = await ended(await PlainPage.open(admin, location ?? ""));
  expect(checked.text).toContain("1 order can be imported, and no line has a problem.");
});

test("the template as an Excel workbook keeps zeros at the start, and is imported without choosing columns", async () => {
  const [address = ""] = (await PlainPage.open(admin, "/admin/import")).links("Excel");
  const response = await fetch(url + address, {
    headers: { cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
  });
  const workbook = Buffer.from(await response.arrayBuffer());
  const { location } = await admin.upload("/admin/import", "orders.xlsx", workbook);
  const checked = await ended(await PlainPage.open(admin, location ?? ""));
  expect(checked.text).toContain("1 order can be imported, and no line has a problem.");
  await ended(await checked.press("Import 1 order"));
  expect(await find(40_123)).toMatchObject({ sales_order_no: "0700123", brightree_db: "QHMS" });
});

test("each company has its own columns, and an order file never goes to another company unasked", async () => {
  await app.db
    .insertInto("databases")
    .values({ name: "WEST", company_id: await seedCompany(app, "Western Sleep") })
    .execute();
  const upload = async (database: string, id: number) => {
    const column = database && "Base,";
    const text = `${column}Nr,Ref,Who\n${database && `${database},`}${id},R${id},Ann Lee\n`;
    const { location } = await admin.upload("/admin/import", "own.csv", text);
    return PlainPage.open(admin, location ?? "");
  };
  const first = await upload("", 93_001);
  const chosen = { database: "WEST", patient_id: "0", sales_order_no: "1", patient_name: "2" };
  await ended(await first.press("Check the file", chosen));
  const second = await upload("", 93_002);
  expect(second.heading).toBe("Choose the columns");
  expect(proposed(second)).toMatchObject({ database: "WEST", patient_id: "Nr", patient_name: "Who" });
  const west = await upload("WEST", 93_003);
  await ended(
    await west.press("Check the file", {
      brightree_db: "0",
      patient_id: "1",
      sales_order_no: "2",
      patient_name: "3",
    }),
  );
  const east = await upload("QHMS", 93_004);
  expect(east.heading).toBe("Choose the columns");
  await ended(
    await east.press("Check the file", { brightree_db: "0", patient_id: "1", sales_order_no: "2" }),
  );
  const again = await ended(await upload("WEST", 93_005));
  expect(proposed(await again.follow("Change the columns"))).toMatchObject({ patient_name: "Who" });
  const mappings = await app.db.selectFrom("import_mappings").select("company_id").distinct().execute();
  expect(mappings).toHaveLength(2);
});
