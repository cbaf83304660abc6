import { beforeAll, expect, test } from "vitest";
import { expectNoProblems, openBrowser, type Visitor } from "../support/browser";
import { seedClinic, seedOrder, seedUser } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await seedClinic(app);
const admin = await seedUser(app, ["admin"]);
let visitor: Visitor;

beforeAll(async () => {
  visitor = await openBrowser(url);
  const { page } = visitor;
  await page.goto("/login?as=staff");
  await page.getByLabel("Work email").fill(admin.email);
  await page.locator("input[name=password]:visible").fill(admin.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/admin");
});

test("the form for users explains each role, and the link of a new user can be copied", async () => {
  const { page } = visitor;
  const roles = await page.locator("#user-form dl dt").allTextContents();
  expect(roles).toEqual(["Admin", "Supervisor", "Staff"]);
  await page.getByText("Only their own account.").waitFor();
  await page.getByLabel("Email").fill("new@clinic.example");
  await page.getByLabel("Phone").fill("(919) 555-0123");
  await page.getByRole("button", { name: "Add User" }).click();
  await page.getByText("nothing was sent").waitFor();
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText(/^Copied$|The text is selected/).waitFor();
  expect(await page.getByLabel("Link to set the password").inputValue()).toMatch(
    /\/reset-password\/[\w-]{43}$/,
  );
});

test("choosing a state proposes its time zone, but keeps a zone that the admin chose", async () => {
  const { page } = visitor;
  await page.goto("/therapists/new");
  const [state, zone] = [page.getByLabel("State"), page.getByLabel("Time zone")];
  for (const [code, expected] of [
    ["TX", "CST"],
    ["AZ", "America/Phoenix"],
    ["MI", "EST"],
    ["ID", "MST"],
    ["HI", "HST"],
  ] as const) {
    await state.selectOption(code);
    expect([code, await zone.inputValue()]).toEqual([code, expected]);
  }
  await zone.selectOption("PST");
  await state.selectOption("TX");
  expect(await zone.inputValue()).toBe("PST");
  await page.getByLabel("Name", { exact: true }).fill("Omar Reyes");
  await page.getByLabel("Email").fill("omar@clinic.example");
  await page.getByLabel("Phone").fill("(919) 555-0144");
  await page.getByRole("button", { name: "Add therapist" }).click();
  await page.waitForURL(/\/therapists\/\d+\/availability\/week\?added=yes$/);
  await page.getByText("Texts and email aren't set up, so nothing was sent.").waitFor();
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText(/^Copied$|The text is selected/).waitFor();
});

test("the link for a patient can be copied from the popup with the codes", async () => {
  const { page } = visitor;
  const order = await seedOrder(app);
  await page.goto("/supervisordashboard");
  await page.getByRole("link", { name: "Send a code to a patient" }).click();
  await page.getByLabel("Phone (10 digits)").fill("(919) 555-0177");
  await page.getByLabel("Patient ID").fill(String(order.patient_id));
  await page.getByLabel("Brightree DB").selectOption(order.brightree_db);
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByText("Code saved. Texts aren't set up, so nothing was sent.").waitFor();
  await page.goto("/supervisordashboard");
  await page.getByRole("link", { name: /Pending Codes/ }).click();
  const sheet = page.locator("dialog#sheet[open]");
  await sheet
    .getByRole("button", { name: /^Resend the code/ })
    .first()
    .click();
  await sheet.getByText("Code saved. Texts aren't set up, so nothing was sent.").waitFor();
  await sheet.getByRole("button", { name: "Copy", exact: true }).click();
  await sheet.getByText(/^Copied$|The text is selected/).waitFor();
  expect(await sheet.getByLabel("Link for the patient").inputValue()).toContain("/schedule/");
  expectNoProblems(visitor);
});
