import { expect, test } from "vitest";
import { expectAccessible } from "../support/accessible";
import { expectNoProblems, openBrowser, type Visitor } from "../support/browser";
import { type Clinic, messagesTo, openClinic } from "./journey-clinic";

const fresh = "another quite long password";

test("a password reset link sets a new password once", async () => {
  const clinic = await openClinic();
  const person = await openBrowser(clinic.url);
  const { page } = person;
  await askForLink(person, clinic.user.email);
  const link = await linkIn(clinic);

  await page.goto(link);
  const first = page.getByLabel("New Password");
  const second = page.getByLabel("Confirm Password");
  const submit = page.getByRole("button", { name: "Reset Password" });
  await first.fill("short");
  await second.fill("short");
  await submit.click();
  await page.getByText("Password must be at least 8 characters.").first().waitFor();
  await first.fill(fresh);
  await second.fill(`${fresh}!`);
  await submit.click();
  await page.getByText("Passwords do not match.").first().waitFor();
  await expectAccessible(person, "reset password with an error");
  const alerts: string[] = [];
  page.on("dialog", (dialog) => {
    alerts.push(dialog.message());
    dialog.accept();
  });
  await first.fill(fresh);
  await second.fill(fresh);
  await submit.click();
  await page.waitForURL(`${clinic.url}/`);
  const done = "✅ Password reset successful. You can now login.";
  expect(alerts).toEqual([done]);

  await page.goto(link);
  await page.getByText("This link has expired or was already used.").waitFor();
  expect(await page.getByLabel("New Password").count()).toBe(0);

  await signIn(person, clinic.user.email, clinic.user.password);
  await page.getByText("Invalid email or password.").waitFor();
  await signIn(person, clinic.user.email, fresh);
  await page.waitForURL("**/therapist");
  expectNoProblems(person);
});

async function askForLink({ page }: Visitor, email: string): Promise<void> {
  await page.goto("/login?as=staff");
  const forgot = page.getByText("Forgot password?");
  await forgot.click();
  await page.getByText("Please enter your email first.").waitFor();
  await page.getByLabel("Work email").fill(email);
  await forgot.click();
  await page.getByText("✅ Reset link sent (check email/phone if MFA enabled).").waitFor();
}

async function linkIn(clinic: Clinic): Promise<string> {
  const [newest] = await messagesTo(clinic, clinic.user.email);
  const link = /\/reset-password\/[\w-]{43}/.exec(newest?.body ?? "")?.[0];
  expect(link).toBeDefined();
  return link ?? "";
}

async function signIn({ page }: Visitor, email: string, password: string): Promise<void> {
  await page.goto("/login?as=staff");
  await page.getByLabel("Work email").fill(email);
  await page.locator("input[name=password]:visible").fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}
