import { expect, test } from "vitest";
import { expectCalm, visit } from "../support/browser";
import { Client } from "../support/client";
import { seedOrder, seedVisit, signInPatient } from "../support/seed";
import { openClinic, signedIn } from "./clinic";

const clinic = await openClinic();
const { app, url } = clinic;

/** An order whose patient was sent a code and links; the link's code. */
async function orderWithLink() {
  const order = await seedOrder(app);
  const reply = await (await signedIn(url, clinic.supervisor)).post("/api/generate-code", {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    sales_order_no: order.sales_order_no,
    phone: order.phone,
  });
  expect(reply.json).toMatchObject({ success: true });
  const row = await app.db
    .selectFrom("link_codes")
    .selectAll()
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  return { order, link: app.secrets.open(row.code_sealed) };
}

test("a link opens the schedule, and its code leaves the address bar", async () => {
  const { link } = await orderWithLink();
  for (const path of [`/schedule/${link}`, `/schedule?code=${link}`]) {
    const person = await visit(url, { javaScript: false });
    await person.page.goto(path);
    await person.page.getByRole("heading", { name: "Schedule Appointment" }).waitFor();
    expect(new URL(person.page.url()).pathname).toBe("/schedule");
    expect(person.page.url()).not.toContain(link);
    expectCalm(person);
  }
}, 300_000);

test("patient id and database in the address open a session that shows nothing about the patient", async () => {
  const { order } = await orderWithLink();
  await seedVisit(app, {
    order_id: order.id,
    therapist_id: clinic.therapist.id,
    start_at: app.clock.now() + 30 * 86_400_000,
  });
  const person = await visit(url, { javaScript: false });
  await person.page.goto(`/schedule?pid=%20${order.patient_id}%20&db=${order.brightree_db}`);
  await person.page.getByRole("heading", { name: "Schedule Appointment" }).waitFor();
  expect(person.page.url()).not.toContain(String(order.patient_id));
  const shown = await person.page.content();
  for (const secret of [order.patient_name, order.phone, order.email, "Your visit"]) {
    expect(shown).not.toContain(secret);
  }
  for (const path of ["/my-visit", "/track", "/my-visit/move"]) {
    const response = await person.page.goto(path);
    expect([path, new URL(person.page.url()).pathname === path && response?.status() === 200]).toEqual([
      path,
      false,
    ]);
  }
}, 300_000);

test("with no way in, the schedule leads to the start page", async () => {
  const person = await visit(url);
  for (const path of ["/schedule", "/schedule/abcdefghijkmnpqrstuv", "/schedule?code=000000"]) {
    await person.page.goto(path);
    expect([path, new URL(person.page.url()).pathname]).toEqual([path, "/"]);
  }
  expectCalm(person);
}, 300_000);

test("a page whose scripts do not arrive works as the plain page", async () => {
  const { order } = await orderWithLink();
  const person = await visit(url);
  await person.context.route("**/build/**", (route) => route.abort());
  const token = await signInPatient(app, new Client(url), order.id);
  await person.context.addCookies([{ name: "firstnight-patient", value: token, url }]);
  const { page } = person;
  await page.goto("/schedule");
  await page.getByRole("link", { name: "Morning" }).click();
  await page.locator(".slots a[data-at]").nth(7).click();
  const question = page.getByRole("dialog");
  await question.getByLabel("I agree to SMS updates (data rates may apply).").check();
  await question.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Appointment submitted successfully!").waitFor();
  await page.goto("/login");
  expect(await page.locator("input[name=code]:visible").count()).toBe(1);
}, 300_000);
