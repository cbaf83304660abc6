import { expect, test } from "vitest";
import { openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { seedOrder, signInPatient } from "../support/seed";
import { openClinic } from "./journey-clinic";

const { app, url } = await openClinic();

test("a page works even if its scripts don't load", async () => {
  const order = await seedOrder(app);
  const person = await openBrowser(url);
  await person.context.route("**/build/**", (route) => route.abort());
  const token = await signInPatient(app, new Client(url), order.id);
  await person.context.addCookies([{ name: "firstnight-patient", value: token, url }]);
  const { page } = person;
  await page.goto("/schedule");
  await page.getByText("Filters", { exact: true }).click();
  await page.getByRole("link", { name: "Morning" }).click();
  await page
    .getByRole("link", { name: /^Select/ })
    .last()
    .click();
  const question = page.getByRole("dialog");
  await question.getByLabel("I agree to SMS updates (data rates may apply).").check();
  await question.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Appointment submitted successfully!").waitFor();
  await page.goto("/login");
  await page.getByText("Sign in with another code").click();
  expect(await page.locator("input[name=code]:visible").count()).toBe(1);
});
