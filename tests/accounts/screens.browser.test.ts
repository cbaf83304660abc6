import { expect, test } from "vitest";
import { hour, minute } from "~/core/time";
import { desktop, expectAccessible, expectCalm, phone, visit } from "../support/browser";
import { Client } from "../support/client";
import { seedTherapist, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
const admin = await seedUser(app, ["admin"], { name: "Wilhelmina Featherstonehaugh-Cholmondeley" });
const other = await seedUser(app, ["supervisor", "therapist"], {
  email: "a.very.long.address.of.somebody.who.works.here@a-long-name-of-a-clinic.example",
});
await seedTherapist(app, { user_id: other.id });

async function signedIn(asked: Parameters<typeof visit>[1] = {}) {
  const visitor = await visit(url, asked);
  const client = new Client(url);
  const token = await signInStaff(app, client, admin.id);
  await visitor.context.addCookies([{ name: "firstnight", value: token, url }]);
  return visitor;
}

const screens = [
  "/admin",
  `/admin?edit=${other.id}`,
  "/admin/audit",
  `/admin/users/${other.id}/delete`,
  `/admin/users/${other.id}/hand-over`,
  "/account",
  "/account/password",
  "/account/two-step",
  "/account/two-step/off",
  "/account/recovery-codes",
  "/api/docs",
];

for (const screen of screens) {
  test(`${screen} has no barrier on a phone and on a desktop, in both themes`, async () => {
    const visitor = await signedIn();
    for (const size of [phone, desktop]) {
      await visitor.page.setViewportSize(size);
      await visitor.page.goto(screen);
      await expectAccessible(visitor, `${screen} at ${size.width}`);
    }
    expectCalm(visitor);
  });
}

for (const javaScript of [true, false]) {
  test(`an admin adds a user and deletes them again, ${javaScript ? "with" : "without"} JavaScript`, async () => {
    const visitor = await signedIn({ size: desktop, javaScript });
    const { page } = visitor;
    const email = `new.${javaScript}@clinic.example`;
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
    expectCalm(visitor);
  });
}

test("two minutes before the end a page warns, and one can stay", async () => {
  const visitor = await signedIn({ size: desktop });
  const { page } = visitor;
  await page.clock.install();
  await page.goto("/account");
  const warning = page.getByRole("alertdialog", { name: "You will be signed out in 2 minutes" });
  clock.advance(28 * minute);
  // The page may still wait to be told how long it has, and then counts from there.
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
  expectCalm(visitor);
});
