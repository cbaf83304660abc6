import { expect, test } from "vitest";
import { boxOf, openBrowser, phone } from "../support/browser";
import { Client } from "../support/client";
import { seedClinic, seedOrder, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await seedClinic(app);
const supervisor = await seedUser(app, ["supervisor"]);
const { context, page } = await openBrowser(url, { size: phone });
await context.addCookies([
  { name: "firstnight", value: await signInStaff(app, new Client(url), supervisor.id), url },
]);

test("on a phone, why an order waits starts at the same edge in each row", async () => {
  for (const patient_name of ["Al Li", "Sharon Drummond", "Katherine Underwood-Montgomery"]) {
    await seedOrder(app, { patient_name });
  }
  await page.goto("/orders");
  const cells = page.locator("td:has(.wait)");
  await cells.first().waitFor();
  const lefts = new Set<number>();
  for (const cell of await cells.all()) {
    const row = await boxOf(cell.locator("xpath=.."));
    const box = await boxOf(cell);
    lefts.add(Math.round(box.x));
    expect(box.width).toBeGreaterThan(row.width - 40);
  }
  expect(await cells.count()).toBeGreaterThanOrEqual(3);
  expect(lefts.size).toBe(1);
});
