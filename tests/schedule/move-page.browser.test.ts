import { expect, test } from "vitest";
import { day } from "~/core/time";
import { expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { seedClinic, seedOrder, seedVisit, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

test("a patient who moves a visit filters the times and leaves the dialog with its Back button", async () => {
  const { app, url, clock } = await startServer();
  const { therapist } = await seedClinic(app);
  const order = await seedOrder(app);
  const visit = { order_id: order.id, therapist_id: therapist.id, start_at: clock.now() + 20 * day };
  await seedVisit(app, visit);
  const visitor = await openBrowser(url);
  const value = await signInPatient(app, new Client(url), order.id);
  await visitor.context.addCookies([{ name: "firstnight-patient", value, url }]);
  const { page } = visitor;
  await page.goto("/my-visit/move");
  await page.getByText("Filters", { exact: true }).click();
  const chip = page.locator("a[data-chip]:visible").first();
  await chip.click();
  await page.waitForURL(/\/my-visit\/move\?/);
  await page.goto("/my-visit/move");
  await page
    .getByRole("link", { name: /^Select/ })
    .first()
    .click();
  const dialog = page.locator("#confirm[open]");
  await dialog.locator("a[data-close]").click();
  await dialog.waitFor({ state: "detached" });
  const { start_at } = await app.db.selectFrom("visits").select("start_at").executeTakeFirstOrThrow();
  expect(start_at).toBe(visit.start_at);
  expectNoProblems(visitor);
});
