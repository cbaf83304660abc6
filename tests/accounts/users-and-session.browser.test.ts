import { expect, test } from "vitest";
import { hour, minute } from "~/core/time";
import { desktop, expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
const admin = await seedUser(app, ["admin"]);

async function signedIn() {
  const visitor = await openBrowser(url, { size: desktop });
  const token = await signInStaff(app, new Client(url), admin.id);
  await visitor.context.addCookies([{ name: "firstnight", value: token, url }]);
  return visitor;
}

test("an admin can add a user and delete them", async () => {
  const visitor = await signedIn();
  const { page } = visitor;
  const email = "new@clinic.example";
  await page.goto("/admin");
  expect(await page.getByLabel("Role", { exact: true }).inputValue()).toBe("supervisor");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Phone").fill("12");
  await page.getByRole("button", { name: "Add User" }).click();
  await page.getByText("Failed to save user").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  await page.getByLabel("Phone").fill("(919) 555-0123");
  await page.getByRole("button", { name: "Add User" }).click();
  await page.getByText("User added").waitFor();
  await page.getByRole("link", { name: `Edit ${email}` }).click();
  await page.getByLabel("Role", { exact: true }).selectOption("staff");
  await page.getByRole("button", { name: "Update User" }).click();
  await page.getByText("User updated").waitFor();
  await page.getByRole("link", { name: `Delete ${email}` }).click();
  await page.getByRole("button", { name: `Delete ${email}` }).click();
  await page.getByText("User deleted").waitFor();
  expectNoProblems(visitor);
});

test("a page shows a warning two minutes before the session ends, and the user can stay signed in", async () => {
  const visitor = await signedIn();
  const { page } = visitor;
  await page.clock.install();
  await page.goto("/account");
  const warning = page.getByRole("alertdialog", { name: "You will be signed out in 2 minutes" });
  clock.advance(28 * minute);
  // The page starts counting down once the server sends the remaining time, which may not have arrived yet.
  const warned = async () => {
    await page.clock.fastForward(14 * minute);
    return warning.isVisible();
  };
  await expect.poll(warned, { timeout: 15_000 }).toBe(true);
  await page.getByRole("button", { name: "Stay signed in" }).click();
  await warning.waitFor({ state: "hidden" });
  clock.advance(28 * minute);
  await page.clock.fastForward(28 * minute);
  await warning.waitFor();
  clock.advance(hour);
  await page.clock.fastForward(3 * minute);
  await page.waitForURL("**/login");
  expectNoProblems(visitor);
});
