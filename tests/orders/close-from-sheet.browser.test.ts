import { expect, test } from "vitest";
import { desktop, expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { monday } from "../support/scratch";
import { seedDatabase, seedOrder, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
clock.set(monday);
await seedDatabase(app, "QHMS");
const user = await seedUser(app, ["supervisor"]);
const value = await signInStaff(app, new Client(url), user.id);

async function open() {
  const visitor = await openBrowser(url, { size: desktop });
  await visitor.context.addCookies([{ name: "firstnight", value, url }]);
  return visitor;
}

test("closing an order from its sheet can be left for the page below", async () => {
  const order = await seedOrder(app, { patient_name: "Priya Hendricks" });
  const visitor = await open();
  const { page } = visitor;
  await page.goto("/orders");
  await page.locator(`a[href^="/orders/${order.id}"]`).first().click();
  const sheet = page.locator("dialog#sheet[open]");
  await sheet.getByText("More", { exact: true }).click();
  await sheet.getByRole("link", { name: "Close order…" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/orders/close");
  expect(new URL(page.url()).searchParams.get("order")).toBe(String(order.id));
  expect(new URL(page.url()).searchParams.get("back")).toBe("/orders");
  expectNoProblems(visitor);
});
