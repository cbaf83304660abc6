import type { Page } from "playwright";
import { expect, test } from "vitest";
import { day } from "~/core/time";
import { generateCode } from "~/orders/access/generate-code.server";
import { expectAccessible } from "../support/accessible";
import { desktop, expectNoSidewaysScroll, openBrowser, phone } from "../support/browser";
import { browserOfFile } from "../support/browser-of-file";
import { Client } from "../support/client";
import { seedOrder, signInStaff } from "../support/seed";
import { staffOf } from "../support/users";
import { openClinic } from "./journey-clinic";

// A supervisor's questions: why does an order wait, what is overdue, and which codes expire.

const clinic = await openClinic();
const { app, url } = clinic;
const now = app.clock.now();
const client = new Client(url);
const cookie = await signInStaff(app, client, clinic.supervisor.id);
const waiting = await seedOrder(app, {
  patient_name: "Ada North",
  step: 3,
  source_step: 3,
  step_at: now - 6 * day,
});
await seedOrder(app, { patient_name: "Ben Cole", step: 3, source_step: 3, step_at: now - 2 * day });
for (let number = 1; number <= 6; number++) {
  await client.submit(`/orders/${waiting.id}/notes`, { note: `Call ${number}` });
}
const coded = await seedOrder(app, { patient_name: "Cy Dunn" });
await generateCode(app, staffOf({ userId: clinic.supervisor.id }), {
  patient_id: coded.patient_id,
  brightree_db: coded.brightree_db,
  sales_order_no: coded.sales_order_no ?? undefined,
  phone: coded.phone ?? undefined,
});

const nextVisitor = await browserOfFile(url, { size: desktop });

async function open(size = desktop) {
  const visitor = size === desktop ? await nextVisitor() : await openBrowser(url, { size });
  await visitor.context.addCookies([{ name: "firstnight", value: cookie, url }]);
  return visitor;
}
const sheet = (page: Page) => page.locator("dialog#sheet[open]");
const names = (page: Page) => sheet(page).locator("tbody .patient-name").allTextContents();

test("a supervisor finds why an order waits in the step's popup, and says who does what by when", async () => {
  const visitor = await open(desktop);
  const { page } = visitor;
  await page.goto("/supervisordashboard");
  await page.locator("#tiles a", { hasText: "Obtaining Pre-Auth" }).click();
  const dialog = sheet(page);
  await dialog.locator("table").waitFor();
  expect(await names(page)).toEqual(["Ada North", "Ben Cole"]);
  expect(await dialog.locator("tbody tr").first().textContent()).toContain("6 days in step");
  await dialog.getByRole("columnheader", { name: "Reached At" }).getByRole("link").click();
  await expect.poll(() => names(page)).toEqual(["Ben Cole", "Ada North"]);
  await dialog.getByLabel("Search").fill("north");
  await dialog.getByRole("button", { name: "Show" }).click();
  await expect.poll(() => names(page)).toEqual(["Ada North"]);
  expect(new URL(page.url()).pathname, "the popup stays open").toBe("/supervisordashboard/steps/3");
  await expectAccessible(visitor, "the searched popup");
  await dialog.locator("tbody a", { hasText: String(waiting.patient_id) }).click();
  await dialog.getByRole("button", { name: "Take this order" }).click();
  await dialog.getByText("You now own this order.").waitFor();
  await dialog.getByRole("link", { name: "Owner and next action…" }).click();
  await dialog.getByLabel("Next action").fill("Call the insurance");
  await dialog.getByLabel("By", { exact: true }).fill(new Date(now - 2 * day).toISOString().slice(0, 10));
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Overdue").waitFor();
  await dialog.getByRole("link", { name: "All notes" }).click();
  await dialog.getByText("Call 1").waitFor();
  await dialog.getByLabel("New note").fill("They need the sleep study.");
  await dialog.getByRole("button", { name: "Add note" }).click();
  await dialog.locator("[data-result]", { hasText: "Note added" }).waitFor();
  await dialog.getByText("They need the sleep study.").waitFor();
  await expectAccessible(visitor, "the order's sheet");
  await dialog.getByRole("link", { name: "All notes" }).click();
  await dialog.getByRole("link", { name: "Back" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.goto(`/orders/${waiting.id}`);
  await page.getByRole("link", { name: "Owner and next action…" }).click();
  await dialog.getByRole("link", { name: "Back" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.goto("/supervisordashboard");
  await page.getByRole("link", { name: "1 of your orders is overdue" }).click();
  await page.waitForURL(/\/orders\?owner=me&due=overdue/);
  expect(await page.locator("tbody .patient-name").allTextContents()).toEqual(["Ada North"]);
  await expectAccessible(visitor, "my overdue orders");
});

test.each([
  ["/orders", "north", ["Ada North"]],
  ["/supervisordashboard/codes", "dunn", ["Cy Dunn"]],
])("Enter searches the list %s", async (address, text, found) => {
  const { page } = await open(desktop);
  await page.goto(address);
  const search = page.getByRole("searchbox", { name: "Search" });
  for (const [typed, names] of [
    [text, found],
    ["nobody", []],
  ] as const) {
    await search.fill(typed);
    await search.press("Enter");
    await page.waitForURL((opened) => opened.searchParams.get("search") === typed);
    expect(await page.locator("tbody .patient-name").allTextContents()).toEqual(names);
  }
});

test.each([
  ["a desktop", [desktop]],
  ["a phone and a small phone", [phone, { width: 320, height: 640 }]],
] as const)("the step's popup, the order, and the codes fit on %s", async (_name, sizes) => {
  const { page } = await open(sizes[0]);
  await page.goto("/supervisordashboard");
  await page.locator("#tiles a", { hasText: "Obtaining Pre-Auth" }).click();
  await sheet(page).locator("table").waitFor();
  const onEachSize = async (check: (width: number) => Promise<void>) => {
    for (const size of sizes) {
      await page.setViewportSize(size);
      await check(size.width);
    }
  };
  await onEachSize(async (width) => {
    await expectNoSidewaysScroll(page, `steps at ${width}`);
    const beyond = await sheet(page).evaluate((dialog) => {
      const { right } = dialog.getBoundingClientRect();
      const cells = [...dialog.querySelectorAll("tbody td")].map((cell) => cell.getBoundingClientRect());
      return cells.filter((cell) => cell.width > 0 && cell.right > right).length;
    });
    expect(beyond, `cells beyond the popup at ${width}`).toBe(0);
  });
  for (const address of ["/orders", `/orders/${waiting.id}`, "/supervisordashboard/codes", "/views"]) {
    await page.goto(address);
    await onEachSize((width) => expectNoSidewaysScroll(page, `${address} at ${width}`));
  }
});

test("a chosen filter applies immediately, on the page and in the popup", async () => {
  const { page } = await open(desktop);
  await page.goto("/supervisordashboard/codes");
  await page.getByLabel("Expires").selectOption({ label: "Today" });
  await page.waitForURL(/[?&]expires=today/);
  expect(await page.locator("tbody .patient-name").count()).toBe(0);
  await page.goto("/supervisordashboard");
  await page.locator("#tiles a", { hasText: "Pending Codes" }).click();
  await sheet(page).locator("tbody .patient-name").first().waitFor();
  await sheet(page).getByLabel("Expires").selectOption({ label: "Today" });
  await sheet(page).getByText("0 codes", { exact: true }).waitFor();
});

test("on a phone, the codes' filters share one button and are wide enough to read", async () => {
  const { page } = await open(phone);
  await page.goto("/supervisordashboard/codes");
  expect(await page.getByLabel("Link", { exact: true }).isVisible()).toBe(false);
  await page.locator("summary", { hasText: "Filters" }).click();
  for (const label of ["DB", "Expires", "Link", "Sort by"]) {
    const box = await page.getByLabel(label, { exact: true }).boundingBox();
    expect(box?.width, label).toBeGreaterThan(120);
  }
  await page.getByLabel("Link", { exact: true }).selectOption({ label: "Not opened" });
  await page.waitForURL(/[?&]opened=no/);
  expect(await page.locator("tbody .patient-name").allTextContents()).toEqual(["Cy Dunn"]);
});

test("a code's link is copied, and selected codes are resent from the popup", async () => {
  const { page, context } = await open(desktop);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/supervisordashboard");
  await page.locator("#tiles a", { hasText: "Pending Codes" }).click();
  const dialog = sheet(page);
  await dialog.locator("table").waitFor();
  await dialog.locator("summary", { hasText: "Copy link" }).click();
  await dialog.getByRole("button", { name: "Copy", exact: true }).click();
  await dialog.getByText("Copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/schedule\/[\w-]+$/);
  await dialog.getByRole("link", { name: "Select all 1 on this page" }).click();
  await dialog.getByRole("link", { name: "Clear selection" }).waitFor();
  expect(await dialog.locator('input[name="code"]').isChecked()).toBe(true);
  await dialog.getByRole("button", { name: "Resend selected codes…" }).click();
  await page.getByRole("button", { name: "Resend 1 code" }).click();
  await page.getByText("codes sent").or(page.getByText("code sent")).first().waitFor();
});
