import { expect, test } from "vitest";
import { PlainPage } from "../support/plain-page";
import { seedDatabase, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
await seedDatabase(server.app, "OFFICE");
const admin = await staffClient(server, "admin");
const file =
  "Patient ID,Sales Order,Patient Name,DOB\n7001,9001,Ann Fox,1/31/1960\n,9002,Bo Lee,2/1/1961\n,9003,,\n";

async function check(columns: PlainPage, fields: Record<string, string | null>) {
  const page = await columns.press("Check the file", fields);
  await expect
    .poll(async () => (await page.open(page.path)).html, { timeout: 50_000 })
    .not.toContain("data-working");
  return page.open(page.path);
}

test("an empty patient ID is explained, with the way to let Firstnight make the missing numbers", async () => {
  const { location } = await admin.upload("/admin/import", "list.csv", file);
  const without = await check(await PlainPage.open(admin, location ?? ""), { make_numbers: null });
  expect(without.text).toContain("2 lines have no patient ID");
  expect(without.text).toContain(
    "The patient ID is empty. Enter it, or let Firstnight make the missing numbers, where you choose the columns.",
  );
  const columns = await without.follow("Change the columns");
  expect(columns.text).toContain("Some patients or orders have no number in this file. Make one");
  const made = await check(columns, { make_numbers: "on" });
  expect(made.text).toContain("1 line has no patient ID");
  expect(made.text).toContain(
    "The patient ID is empty. Firstnight makes one only from a name with a date of birth, phone number, or email address.",
  );
});
