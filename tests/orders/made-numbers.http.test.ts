import { expect, test } from "vitest";
import { withNumbers } from "~/orders/import/make-numbers.server";
import { PlainPage } from "../support/plain-page";
import { seedDatabase, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const { url, app } = await startServer();
await seedDatabase(app, "QHMS");
const admin = await staffClient({ app, url }, "admin");

async function ended(page: PlainPage): Promise<PlainPage> {
  await expect
    .poll(async () => (await page.open(page.path)).html, { timeout: 50_000 })
    .not.toContain("data-working");
  return page.open(page.path);
}

async function importFile(name: string, lines: string[]) {
  const { location } = await admin.upload("/admin/import", name, Buffer.from(lines.join("\r\n")));
  const page = await PlainPage.open(admin, location ?? "");
  const checked = await ended(
    page.heading === "Choose the columns" ? await page.press("Check the file") : page,
  );
  return { columns: page, done: await ended(await checked.press(/^Import \d+ orders?$/)) };
}

const orders = () =>
  app.db.selectFrom("orders").selectAll().orderBy("patient_name").orderBy("sales_order_no").execute();

test("a file without numbers makes one order per patient, and the next file changes it", async () => {
  const header = "Patient Name,Birthdate,Cell,Email";
  const first = await importFile("office.csv", [
    header,
    "Alvarez Maria,3/4/1951,(919) 555-0123,maria@mail.example",
    "Baker John,12/9/1962,919-555-0124,",
  ]);
  expect(first.columns.text).toContain("Make one from the chart number, or from the name");
  const before = await orders();
  expect(before).toHaveLength(2);
  for (const { patient_id, sales_order_no } of before) {
    expect(String(patient_id)).toMatch(/^9\d{11}$/);
    expect(sales_order_no).toBe(String(patient_id));
  }
  // The columns are remembered, and a different notation is the same patient.
  await importFile("office2.csv", [header, "ALVAREZ MARIA,03/04/1951,(919) 555-0199,maria@mail.example"]);
  const after = await orders();
  expect(after).toHaveLength(2);
  expect(after[0]).toMatchObject({ patient_id: before[0]?.patient_id, phone: "+19195550199" });
});

test("a chart number with letters becomes a patient ID, and orders keep their own numbers", async () => {
  await importFile("charts.csv", [
    "Chart #,Order #,Patient Name,Phone",
    "CH-0007,S-1,Chen Lee,919-555-0131",
    "CH-0007,S-2,Chen Lee,919-555-0131",
    "CH-0008,S-3,Diaz Ana,919-555-0132",
  ]);
  const found = (await orders()).filter(({ sales_order_no }) => /^S-/.test(sales_order_no ?? ""));
  expect(found.map(({ sales_order_no }) => sales_order_no)).toEqual(["S-1", "S-2", "S-3"]);
  expect(found[0]?.patient_id).toBe(found[1]?.patient_id);
  expect(found[0]?.patient_id).not.toBe(found[2]?.patient_id);
});

test.each([
  [
    { patient_name: "Maria Álvarez", dob: "1951-03-04" },
    { patient_name: "maria alvarez", dob: "1951-03-04" },
    true,
  ],
  [
    { patient_name: "Maria Alvarez", dob: "1951-03-04" },
    { patient_name: "Maria Alvarez", dob: "1951-03-05" },
    false,
  ],
  [{ patient_id: "CH 7" }, { patient_id: "ch-7" }, true],
  [{ patient_id: "CH 7", brightree_db: "A" }, { patient_id: "CH 7", brightree_db: "B" }, false],
])("%o and %o are the same patient: %s", (one, other, isSame) => {
  expect(
    withNumbers(one as Record<string, string>).patient_id ===
      withNumbers(other as Record<string, string>).patient_id,
  ).toBe(isSame);
});

test("a patient with only a name gets no number, and a number in the file stays", () => {
  expect(withNumbers({ patient_name: "Maria Alvarez" })).toEqual({ patient_name: "Maria Alvarez" });
  expect(withNumbers({ patient_id: "40123", sales_order_no: "7" })).toEqual({
    patient_id: "40123",
    sales_order_no: "7",
  });
});
