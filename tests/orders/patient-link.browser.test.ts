import { expect, test } from "vitest";
import { day } from "~/core/time";
import { defaultPatientLink } from "~/orders/order-system/order-system-defaults";
import { expectAccessible } from "../support/accessible";
import { desktop, expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { aVisit } from "../support/clinic";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedTherapist, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const { database } = await seedClinic(app);
const user = await seedUser(app, ["therapist"]);
const therapist = await seedTherapist(app, { user_id: user.id });
const supervisor = await seedUser(app, ["supervisor"]);
const order = await seedOrder(app);
const visit = await aVisit(app, therapist, app.clock.now() + day, { order_id: order.id });
const patientUrl = (org: string) =>
  `https://brightree.net/F1/${org}/${database}/Patient/frmPatientPersonalRO.aspx?PatientKey=${order.patient_id}&Edit=0`;
const signInUrl = "https://login.order-system.example/start";

/** Other sites are simulated. */
async function open(userId: number) {
  const visitor = await openBrowser(url, { size: desktop });
  await visitor.context.addCookies([
    { name: "firstnight", value: await signInStaff(app, new Client(url), userId), url },
  ]);
  await visitor.context.route(/^https:/, (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Order system</title>" }),
  );
  return visitor;
}

test("a company without an order system sees its database, and is asked for no organization code", async () => {
  const client = new Client(url);
  await signInStaff(app, client, supervisor.id);
  for (const path of [`/orders/${order.id}`, `/visits/${visit.id}`]) {
    const { text, html } = await PlainPage.open(client, path);
    expect(text).toContain(`Database ${database}`);
    expect(text).not.toMatch(/Brightree|organization code|order system/);
    expect(html).not.toContain("data-patient-link");
  }
  await app.db.insertInto("order_systems").values({ database_name: database, kind: "brightree" }).execute();
  for (const path of [`/orders/${order.id}`, `/visits/${visit.id}`]) {
    const { text } = await PlainPage.open(client, path);
    expect(text).toContain(`Brightree DB ${database}`);
    expect(text).toContain("enter the organization code first");
  }
  // The same for an office that imports files, and opens its patients in the system they came from.
  await app.db
    .updateTable("order_systems")
    .set({ kind: "local", link_template: defaultPatientLink })
    .execute();
  const { text } = await PlainPage.open(client, `/orders/${order.id}`);
  expect(text).toContain("enter the organization code first");
});

async function organizationCode(): Promise<string | null | undefined> {
  const row = await app.db.selectFrom("order_systems").select("bt_org").executeTakeFirst();
  return row?.bt_org;
}

const link = `[data-patient-link="${order.patient_id}"]`;

test("a therapist enters a missing organization code in their visit and then opens the patient", async () => {
  const visitor = await open(user.id);
  const { page, context } = visitor;
  await page.goto("/therapist");
  await page.goto(`/therapist?visit=${visit.id}`);
  const sheet = page.locator("#sheet");
  await sheet.locator(link).click();
  const field = sheet.getByLabel("Organization code");
  await field.fill("12");
  await sheet.getByRole("button", { name: "Save code" }).click();
  await sheet.getByText("Enter the 3 to 6 digits from the order system's URL, like 02873.").first().waitFor();
  await expectAccessible(visitor, "the organization code");
  expect(await organizationCode()).toBeNull();
  await field.fill("02873");
  await sheet.getByRole("button", { name: "Save code" }).click();
  await sheet.getByText("Code saved. The patient ID now opens the patient in the order system.").waitFor();
  expect(await organizationCode()).toBe("02873");
  const [tab] = await Promise.all([context.waitForEvent("page"), sheet.locator(link).click()]);
  await tab.waitForURL(patientUrl("02873"));
  expectNoProblems(visitor);
});

test("the organization code can be entered from the order's page", async () => {
  await app.db.updateTable("order_systems").set({ bt_org: null }).execute();
  const visitor = await open(supervisor.id);
  const { page } = visitor;
  await page.goto(`/orders/${order.id}`);
  await page.locator(link).click();
  await page.locator("#sheet").getByRole("link", { name: "Back" }).click();
  await page.locator("#sheet").waitFor({ state: "hidden" });
  await page.locator(link).click();
  await page.locator("#sheet").getByLabel("Organization code").fill("0320");
  await page.locator("#sheet").getByRole("button", { name: "Save code" }).click();
  await page.locator("#sheet").getByText("Code saved.").waitFor();
  expect(await page.locator("#sheet").locator(link).getAttribute("href")).toBe(patientUrl("0320"));
  expectNoProblems(visitor);
});

test("only a therapist with a visit for the patient can open the form for the organization code", async () => {
  const stranger = await seedUser(app, ["therapist"]);
  await seedTherapist(app, { user_id: stranger.id });
  const client = new Client(url);
  await signInStaff(app, client, stranger.id);
  const path = `/orders/${order.id}/organization`;
  expect((await client.get(path)).status).toBe(404);
  expect((await client.submit(path, { bt_org: "99999" })).status).toBe(404);
  expect(await organizationCode()).toBe("0320");
});

test("with single sign-on, the patient opens after the sign-in page, or as a link if the browser blocks it", async () => {
  await app.db.updateTable("order_systems").set({ bt_org: "02873", sso_url: signInUrl }).execute();
  const visitor = await open(user.id);
  const { page, context } = visitor;
  await page.goto(`/visits/${visit.id}`);
  const [signIn] = await Promise.all([context.waitForEvent("page"), page.locator(link).click()]);
  await signIn.waitForURL(signInUrl);
  // Chromium's headless shell can't block popups.
  const offered = page.getByRole("link", { name: `Open patient ${order.patient_id}` });
  const result = await Promise.race([context.waitForEvent("page"), offered.waitFor().then(() => null)]);
  const patient = result ?? (await Promise.all([context.waitForEvent("page"), offered.click()]))[0];
  await patient.waitForURL(patientUrl("02873"));
  expectNoProblems(visitor);
});

test.skipIf(/headless/.test(process.env.CHROMIUM_PATH ?? ""))(
  "the browser tests run with popups blocked",
  async () => {
    const visitor = await open(user.id);
    const { page, context } = visitor;
    await page.addInitScript(() => {
      Object.assign(window, { isBlocked: window.open("about:blank") === null });
    });
    await page.goto(`/visits/${visit.id}`);
    expect(await page.evaluate("isBlocked")).toBe(true);
    expect(context.pages()).toHaveLength(1);
  },
);
