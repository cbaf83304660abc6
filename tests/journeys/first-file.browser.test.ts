import { expect, test } from "vitest";
import { expectAccessible } from "../support/accessible";
import { desktop, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const file = new URL("../orders/trial-files/referrals.xlsx", import.meta.url).pathname;

test("on a new server, an admin imports an office's workbook without a guide", async () => {
  const { url, app, setupLink } = await startServer();
  const setup = await PlainPage.open(new Client(url), new URL(setupLink ?? "").pathname);
  await setup.press("Set up", {
    name: "Adele Prescott",
    email: "adele@clinic.example",
    phone: "(919) 555-0123",
    password: "a long enough password",
    company: "Blue Ridge Home Medical",
    database: "BRHM",
  });
  const { id } = await app.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const visitor = await openBrowser(url, { size: desktop });
  const value = await signInStaff(app, new Client(url), id);
  await visitor.context.addCookies([{ name: "firstnight", value, url }]);
  const { page } = visitor;
  await page.goto("/admin/import");
  await page.getByLabel("File").setInputFiles(file);
  await page.getByRole("button", { name: "Upload and check" }).click();
  const phone = page.getByLabel("Phone (by its values)");
  await expect.poll(() => phone.inputValue()).toBe("4");
  // The values next to a field follow its column.
  const field = page.locator(".field", { has: page.getByLabel("Branch office") });
  await page.getByLabel("Branch office").selectOption({ label: "Ordering Dr" });
  const samples = field.locator(".sample-values");
  await expect.poll(() => samples.innerText()).toContain("Dr. Patel");
  await page.getByLabel("Branch office").selectOption({ label: "Location" });
  await expect.poll(() => samples.innerText()).toContain("Raleigh");
  await expectAccessible(visitor, "columns");
  await page.getByRole("button", { name: "Check the file" }).click();
  await page.getByText("197 new orders will be added.").waitFor();
  await page.getByRole("button", { name: "Import 197 orders" }).click();
  await page.getByText("197 new orders, 0 changed, 0 unchanged; 3 lines rejected").waitFor();
  await expectAccessible(visitor, "result");
}, 60_000);
