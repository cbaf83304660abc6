import type { Page } from "playwright";
import { expect, test } from "vitest";
import { hour } from "~/core/time";
import { stepNames } from "~/orders/step";
import { expectAccessible } from "../support/accessible";
import {
  boxOf,
  desktop,
  expectNoProblems,
  expectNoSidewaysScroll,
  openBrowser,
  phone,
  type Visitor,
} from "../support/browser";
import { Client } from "../support/client";
import { seedOrder, seedTherapist, seedVisit, signInStaff } from "../support/seed";
import { openClinic } from "./journey-clinic";

const clinic = await openClinic();
const { app, url } = clinic;
const now = app.clock.now();
const other = await seedTherapist(app, { name: "Wilhelmina Featherstonehaugh", region: "TN" });
for (let index = 0; index < 60; index++) {
  const order = await seedOrder(app, { step: index < 5 ? (index % 5) + 1 : 6 });
  if (index < 5) continue;
  await seedVisit(app, {
    order_id: order.id,
    therapist_id: index % 2 ? clinic.therapist.id : other.id,
    start_at: now + (index - 20) * 6 * hour + hour,
    status: ["submitted", "confirmed", "completed", "no show"][index % 4] ?? "",
  });
}

async function supervisor(asked: Parameters<typeof openBrowser>[1] = {}): Promise<Visitor> {
  const visitor = await openBrowser(url, asked);
  const cookie = await signInStaff(app, new Client(url), clinic.supervisor.id);
  await visitor.context.addCookies([{ name: "firstnight", value: cookie, url }]);
  return visitor;
}
const at = { desktop: await supervisor({ size: desktop }), phone: await supervisor({ size: phone }) };

const tile = (page: Page, name: string) => page.locator("#tiles a", { hasText: name });
const rows = (page: Page) => page.locator("#list tbody tr");
const notice = (page: Page) => page.locator("dialog [data-result]");

test.each(["desktop", "phone"] as const)("the menu lists the five areas on a %s", async (size) => {
  const { page } = at[size];
  await page.goto("/supervisordashboard");
  if (size === "phone") await page.getByText("Menu").click();
  const nav = page.locator("nav:visible");
  expect(await nav.locator(".side-area").first().textContent()).toBe("Supervisor");
  expect((await nav.locator("a").allTextContents()).slice(0, 5)).toEqual([
    "Dashboard",
    "Appointments",
    "Calendars",
    "Users",
    "2-Way Messaging",
  ]);
  expect(await nav.locator("[aria-current]").allTextContents()).toEqual(["Dashboard"]);
  await expectAccessible(at[size], `dashboard ${size}`);
  expectNoProblems(at[size]);
});

test("nine tiles show counts and open the rows they count", async () => {
  const { page } = at.desktop;
  await page.goto("/supervisordashboard");
  const texts = await page.locator("#tiles a span:not(.soft)").allTextContents();
  expect(texts).toEqual([
    "Unconfirmed",
    "Pending Codes",
    ...stepNames.map((name, index) => `${index + 1}. ${name}`),
  ]);
  expect(await page.locator("#tiles .soft").allTextContents()).toEqual(Array(9).fill("Click to filter"));
  const count = Number(await tile(page, "Unconfirmed").locator("b").textContent());
  await tile(page, "Unconfirmed").click();
  await page.waitForURL(/appointments\?status=submitted/);
  await expect.poll(() => rows(page).count()).toBe(count);
  await page.goBack();
  await tile(page, "Setup Confirmed").click();
  await page.waitForURL(/appointments\?step=7/);
  expect(await page.getByLabel("Step").locator("option:checked").textContent()).toBe("7. Setup Confirmed");
});

test("a step's orders open over the dashboard, and Back closes them", async () => {
  const { page } = at.desktop;
  await page.goto("/supervisordashboard");
  await page.route("**/steps/1", async (route) => {
    expect(await page.locator("dialog#sheet p").textContent()).toBe("Loading…");
    await route.continue();
  });
  await tile(page, stepNames[0]).click();
  const dialog = page.locator("dialog#sheet[open]");
  await dialog.locator("table").waitFor();
  expect(await dialog.locator("h2").textContent()).toBe("Sleep Intake QA Orders");
  expect((await dialog.locator("th").allTextContents()).slice(0, 4)).toEqual([
    "Brightree DB",
    "Patient ID",
    "Sales Order #",
    "Reached At",
  ]);
  await expectAccessible(at.desktop, "orders in a step");
  await page.goBack();
  await dialog.waitFor({ state: "hidden" });
  await page.goto("/supervisordashboard/steps/7");
  const empty = page.locator("td.none");
  expect(await empty.evaluate((cell) => cell.firstChild?.textContent)).toBe("No rows");
  expect(await empty.locator(".under").textContent()).toBe("No open order is in this step.");
  await page.unroute("**/steps/1");
});

test("a code is added with Manual Add and sent again in the popup", async () => {
  const { page } = at.phone;
  await page.goto("/supervisordashboard");
  await tile(page, "Pending Codes").click();
  const dialog = page.locator("dialog#sheet[open]");
  await dialog.getByRole("link", { name: "Manual Add" }).click();
  for (const label of ["Patient Email", "Phone (10 digits)", "Patient ID", "Sales Order #", "Brightree DB"]) {
    await dialog.getByLabel(label).waitFor();
  }
  await dialog.getByRole("button", { name: "Submit" }).click();
  await dialog.locator("[aria-invalid]").first().waitFor();
  await dialog.getByLabel("Patient Email").fill("ruth@mail.example");
  await dialog.getByLabel("Phone (10 digits)").fill("(919) 555-0177");
  await dialog.getByLabel("Patient ID").fill("4711");
  await dialog.getByLabel("Brightree DB").selectOption("QHMS");
  await expectAccessible(at.phone, "Manual Add");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await notice(page).waitFor();
  expect(await notice(page).textContent()).toBe("✅ Code sent via SMS + Email! It is in the demo's outbox.");
  expect(await dialog.locator("h2").textContent()).toBe("Pending Access Codes");
  expect((await dialog.locator("th").allTextContents()).slice(0, 6)).toEqual([
    "Code",
    "Email",
    "Phone",
    "Patient ID",
    "Brightree DB",
    "Sent",
  ]);
  const row = dialog.locator("tbody tr", { hasText: "4711" });
  expect(await row.textContent()).toContain("(919) 555-0177");
  const resend = await boxOf(row.getByRole("button", { name: "Resend" }));
  expect(resend.x + resend.width).toBeLessThan(phone.width);
  await row.getByRole("button", { name: "Resend" }).click();
  await dialog.getByText("✅ Code resent").waitFor();
  await page.route("**/codes*", (route) => route.abort());
  await row.getByRole("button", { name: "Resend" }).click();
  await dialog.getByText("❌ Error").waitFor();
  await page.unroute("**/codes*");
  await expectNoSidewaysScroll(page, "codes");
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.waitForURL("**/supervisordashboard");
  await tile(page, "Pending Codes").locator("b", { hasText: /^1$/ }).waitFor();
  expect(await tile(page, "Pending Codes").evaluate((link) => link === document.activeElement)).toBe(true);
  at.phone.problems.length = 0;
});

test("appointments are searched, filtered, and sorted on the page, and each state has a URL", async () => {
  const { page } = at.desktop;
  await page.goto("/appointments");
  const search = page.getByPlaceholder("Search SO/Patient/DB/Status…");
  await search.fill("featherstone");
  await page.waitForURL(/search=featherstone/);
  await page.waitForFunction(() => !document.querySelector("#list[aria-busy]"));
  const therapists = await page.locator("#list tbody td:nth-child(3)").allTextContents();
  expect(new Set(therapists)).toEqual(new Set([other.name]));
  await page.getByLabel("Type").selectOption("Setup");
  await page.waitForURL(/type=Setup/);
  await page.getByRole("link", { name: "Therapist" }).click();
  await page.waitForURL(/sort=therapist/);
  expect(await page.locator('th[aria-sort="ascending"]').textContent()).toBe("Therapist");
  expect(await page.locator("#list th").allTextContents()).toEqual([
    "Date",
    "Time",
    "Therapist",
    "Brightree DB",
    "Patient ID",
    "Type",
    "Status",
  ]);
  await page.getByRole("link", { name: "Therapist" }).click();
  await page.waitForURL(/direction=desc/);

  // Back returns to the list with its filters.
  await page.goto("/appointments?status=confirmed");
  const all = await page.locator("#list tbody tr").count();
  await page.getByLabel("Therapist").selectOption(other.name);
  await page.waitForURL(/therapist=/);
  await page.goBack();
  await expect.poll(() => page.getByLabel("Therapist").inputValue()).toBe("");
  expect(await page.getByLabel("Status").inputValue()).toBe("confirmed");
  expect(await page.locator("#list tbody tr").count()).toBe(all);
  await page.goForward();
  await expect.poll(() => page.getByLabel("Therapist").inputValue()).toBe(other.name);

  // An invalid date range shows its error instead of an empty list.
  await page.getByLabel("From").fill("2026-12-02");
  await page.getByLabel("To", { exact: true }).fill("2026-12-01");
  await page.locator("#list").getByText("The end date must be on or after the start date.").waitFor();
  await page.getByLabel("To", { exact: true }).fill("");
  await page.locator("#list table").waitFor();

  await page.goto("/appointments?search=nothing+like+this");
  expect(await page.locator("td.none").textContent()).toMatch(
    /^No appointments found from available endpoints\./,
  );
  await expectAccessible(at.desktop, "appointments");
  expectNoProblems(at.desktop);
});

test("the user search finds a therapist, and the row opens their calendar", async () => {
  const { page } = at.desktop;
  await page.goto("/users");
  expect(await page.locator("#list th").allTextContents()).toEqual([
    "Name",
    "Email",
    "Phone",
    "Role",
    "Status",
    "Company",
  ]);
  await page.getByPlaceholder("Search name/email/role/company…").fill("featherstone");
  await page.waitForURL(/search=featherstone/);
  await page.waitForFunction(() => document.querySelectorAll("#list tbody tr").length === 1);
  await page.getByTitle("Open calendars for this therapist").click();
  await page.locator("dialog#sheet[open] h2", { hasText: other.name }).waitFor();
  await page.keyboard.press("Escape");
  // Closing goes back in the browser history, which must finish before the next step.
  await page.waitForURL(/\/users\?.*search=featherstone/);
  await page.goto("/users?search=no+such+user");
  expect(await page.locator("td.none").textContent()).toBe("No users found from available endpoints.");
  await page.route("**/users*", (route) => route.abort());
  await page.getByRole("link", { name: "Refresh" }).click();
  await page.getByText("No users endpoint available.").waitFor();
  await page.unroute("**/users*");
  at.desktop.problems.length = 0;
});

test("the capacity forecast has charts and tables", async () => {
  for (const size of ["desktop", "phone"] as const) {
    const { page } = at[size];
    await page.goto("/capacity");
    expect(await page.locator(".notice").textContent()).toContain(
      "Regions with no opening in the next 7 days:",
    );
    expect(await page.locator("svg[role=img]").count()).toBe(1);
    await page.getByText("Show as table").click();
    expect(await page.locator("figure tbody tr").count()).toBe(8);
    await expectAccessible(at[size], `capacity forecast ${size}`);
    expectNoProblems(at[size]);
  }
});

test("the reports have charts and tables", async () => {
  for (const size of ["desktop", "phone"] as const) {
    const { page } = at[size];
    await page.goto("/reports");
    expect(await page.locator("figure.chart").count()).toBe(6);
    // A chart without values has no axes.
    const drawn = page.locator("figure.chart", { has: page.locator("svg[role=img]") });
    const empty = page.locator("figure.chart", { hasText: "Nothing to count in this period." });
    expect(await drawn.count()).toBeGreaterThanOrEqual(3);
    expect((await drawn.count()) + (await empty.count())).toBe(6);
    await page.getByText("Show as table").first().click();
    expect(await page.locator("figure table").first().locator("tbody tr").count()).toBe(12);
    if (size === "phone") await page.getByText("Filters", { exact: true }).click();
    await page.getByRole("link", { name: "Last 4 weeks" }).click();
    await page.waitForURL(/from=/);
    await page.getByText("Show as table").first().click();
    expect(await page.locator("figure table").first().locator("tbody tr").count()).toBe(4);
    await expectAccessible(at[size], `reports ${size}`);
    expectNoProblems(at[size]);
  }
});

test("filtering a list after the session has ended redirects to the login page", async () => {
  const { page, context } = await supervisor({ size: desktop });
  await page.goto("/appointments");
  await context.clearCookies();
  await page.getByLabel("Status").selectOption("confirmed");
  await page.waitForURL(`${url}/login`);
});

test("Logout clears the browser's saved data", async () => {
  const { page } = await supervisor({ size: desktop });
  await page.goto("/supervisordashboard");
  await page.evaluate(() => localStorage.setItem("token", "kept"));
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL(`${url}/`);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});
