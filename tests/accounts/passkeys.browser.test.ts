import type { CDPSession, Page } from "playwright";
import { expect, test } from "vitest";
import { expectAccessible } from "../support/accessible";
import { desktop, expectNoProblems, openBrowser, type Visitor } from "../support/browser";
import { Client } from "../support/client";
import { freePort } from "../support/free-port";
import { seedUser } from "../support/seed";
import { startServer } from "../support/server";

// Chromium doesn't support passkeys on IP addresses.
const port = String(await freePort());
const origin = `http://localhost:${port}`;
const server = await startServer({ PORT: port, PUBLIC_URL: origin });

/** Opens a new Chromium with a simulated fingerprint reader that always recognizes the user. */
async function withAuthenticator(): Promise<Visitor & { devtools: CDPSession }> {
  const visitor = await openBrowser(origin, { size: desktop });
  const devtools = await visitor.context.newCDPSession(visitor.page);
  await addAuthenticator(devtools, true);
  return { ...visitor, devtools };
}

async function addAuthenticator(devtools: CDPSession, isUserVerified: boolean): Promise<void> {
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
}

async function signInByPassword(page: Page, user: { email: string; password: string }): Promise<void> {
  await page.goto("/login?as=staff");
  await page.getByLabel("Work email").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Login" }).click();
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto("/account");
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByText("Write down or print these recovery codes now.").waitFor();
}

test("staff can add a passkey, sign in with it alone or after entering their password, and remove it", async () => {
  const user = await seedUser(server.app, ["supervisor"]);
  const visitor = await withAuthenticator();
  const { page, context } = visitor;
  await signInByPassword(page, user);
  await page.waitForURL("**/supervisordashboard");
  await page.goto("/account/passkeys/new");
  await expectAccessible(visitor, "Add a passkey");
  await addPasskey(page, "Work laptop");

  await context.clearCookies();
  await page.goto("/login?as=staff");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL("**/supervisordashboard");

  await context.clearCookies();
  await signInByPassword(page, user);
  await page.getByText("Use your passkey, or enter a recovery code.").waitFor();
  expect(await page.getByLabel("Recovery code").isVisible()).toBe(true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.waitForURL("**/supervisordashboard");

  await page.goto("/account");
  await expectAccessible(visitor, "My account with a passkey");
  await page.getByRole("link", { name: "Remove Work laptop" }).click();
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await page.getByText("Passkey removed").waitFor();

  await context.clearCookies();
  await page.goto("/login?as=staff");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("This passkey doesn't match any account.").waitFor();
  expectNoProblems(visitor);
});

test("without a fingerprint, no passkey is created and the page explains why", async () => {
  const user = await seedUser(server.app, ["supervisor"]);
  const visitor = await withAuthenticator();
  const { page, devtools } = visitor;
  await signInByPassword(page, user);
  await page.waitForURL("**/supervisordashboard");
  await devtools.send("WebAuthn.disable");
  await addAuthenticator(devtools, false);
  await page.goto("/account/passkeys/new");
  await page.getByLabel("Name").fill("Phone");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByText("No passkey was used. Try again.").waitFor();
  expectNoProblems(visitor);
});

test("without JavaScript, the sign-in form has no passkey button", async () => {
  const { page } = await openBrowser(origin, { javaScript: false });
  await page.goto("/login?as=staff");
  await page.getByLabel("Work email").waitFor();
  expect(await page.getByRole("button", { name: "Sign in with a passkey" }).count()).toBe(0);
  expect((await new Client(server.url).get("/login?as=staff")).text).toContain('id="passkey"');
});
