import { expect, test } from "vitest";
import { iso } from "~/core/time";
import { expectAccessible } from "../support/accessible";
import { expectNoProblems } from "../support/browser";
import { browserOfFile } from "../support/browser-of-file";
import { Client } from "../support/client";
import { rowsTo } from "../support/http-actions";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const clinic = await seedClinic(server.app);
const nextVisitor = await browserOfFile(server.url, { timezone: "Pacific/Honolulu" });

async function patient() {
  const order = await seedOrder(server.app, { state: "TN" });
  const visitor = await nextVisitor();
  const client = new Client(server.url);
  const token = await signInPatient(server.app, client, order.id);
  await visitor.context.addCookies([{ name: "firstnight-patient", value: token, url: server.url }]);
  return { ...visitor, order, client, visitor };
}

const storedFor = (orderId: number) =>
  server.app.reads
    .selectFrom("orders")
    .leftJoin("visits", "visits.order_id", "orders.id")
    .select(["visit_zone", "other_zone", "visits.patient_zone"])
    .where("orders.id", "=", orderId)
    .executeTakeFirst();

test("a patient whose phone is in another zone is asked once and sees both hours everywhere", async () => {
  const { page, order, client, visitor } = await patient();
  await page.goto("/schedule");
  await page.getByRole("heading", { name: "Where will you be for this visit?" }).waitFor();
  await expectAccessible(visitor, "question about the place");
  expect(await page.getByRole("button", { name: /Time$|phone is$/ }).allTextContents()).toEqual([
    "Tennessee, Central Time",
    "Tennessee, Eastern Time",
    "Hawaii, where your phone is",
  ]);
  await page.getByRole("button", { name: "Tennessee, Central Time" }).click();
  await page.getByText("Times are in Central Time.").waitFor();
  expect(await page.locator(".slots .time").first().textContent()).toBe("8:00 AM");
  await page.reload();
  await page.getByText("Times are in Central Time.").waitFor();
  expect(await page.locator(".slots .time").first().textContent()).toBe("8:00 AM");
  await page
    .getByRole("link", { name: /^Select/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("In Hawaii-Aleutian Standard Time, that's 4:00 AM.").waitFor();
  expect(await dialog.getByRole("heading").textContent()).toContain("at 8:00 AM CST");
  await dialog.getByLabel("I agree to SMS updates (data rates may apply).").check();
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL(`${server.url}/`);
  await page.getByText("In Hawaii-Aleutian Standard Time, that's 4:00 AM.").waitFor();
  expect(await storedFor(order.id)).toEqual({
    visit_zone: "America/Chicago",
    other_zone: "Pacific/Honolulu",
    patient_zone: "America/Chicago",
  });
  const [text] = await rowsTo(server.app, order.phone ?? "");
  expect(server.app.secrets.open(text?.body_sealed ?? "")).toContain("8:00 AM CST (4:00 AM HST)");
  const [mail] = await rowsTo(server.app, order.email ?? "");
  const both = "8:00 AM CST (Central Time) = 4:00 AM HST (Hawaii-Aleutian Standard Time)";
  expect(server.app.secrets.open(mail?.body_sealed ?? "")).toContain(both);
  const calendar = (await client.get("/my-visit.ics")).text.replace(/\r\n /g, "");
  expect(calendar).toContain(both);
  for (const name of ["Google Calendar", "Outlook"]) {
    const href = await page.getByRole("link", { name }).getAttribute("href");
    expect(decodeURIComponent(href ?? "").replaceAll("+", " ")).toContain(both);
  }
  expectNoProblems(visitor);
});

test("a patient can answer with the phone's place, and change the answer later", async () => {
  const { page, order } = await patient();
  await page.goto("/schedule");
  await page.getByRole("button", { name: "Hawaii, where your phone is" }).click();
  await page.getByText("Times are in Hawaii-Aleutian Standard Time.").waitFor();
  expect(await storedFor(order.id)).toMatchObject({
    visit_zone: "Pacific/Honolulu",
    other_zone: "America/Chicago",
  });
  await page.getByRole("link", { name: "Change place" }).click();
  await page.getByRole("button", { name: "Tennessee, Eastern Time" }).click();
  await page.getByText("Times are in Eastern Time.").waitFor();
  expect(await storedFor(order.id)).toMatchObject({
    visit_zone: "America/New_York",
    other_zone: "Pacific/Honolulu",
  });
});

test("a time before 6 AM asks again, with and without scripts", async () => {
  const { page, order, client, visitor } = await patient();
  await page.goto("/schedule");
  await page.getByRole("button", { name: "Hawaii, where your phone is" }).click();
  await page
    .getByRole("link", { name: /^Select/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/^This visit starts at [45]:\d\d AM where you'll be\.$/).waitFor();
  await dialog.getByText(/^In Central Time, that's [89]:\d\d AM\.$/).waitFor();
  await dialog.getByLabel("I agree to SMS updates (data rates may apply).").check();
  const confirm = dialog.getByRole("button", { name: "Confirm" });
  await confirm.click({ force: true });
  await dialog.getByRole("alert").getByText("Check the box to agree to this hour").waitFor();
  expect((await storedFor(order.id))?.patient_zone).toBe(null);
  await expectAccessible(visitor, "dialog of an early hour");

  const time = `/schedule?at=${encodeURIComponent(iso(clinic.starts[3] ?? 0))}&with=${clinic.therapist.id}`;
  const question = await PlainPage.open(client, time);
  expect(question.text).toContain("where you'll be.");
  const refused = await question.press("Confirm", { sms_consent: "on" });
  expect(refused.text).toContain("Check the box to agree to this hour, or choose another time.");
  expect((await storedFor(order.id))?.patient_zone).toBe(null);

  await dialog.getByLabel(/AM is the right hour for me$/).check();
  await confirm.click();
  await page.getByText("Appointment submitted successfully!").waitFor();
  expect((await storedFor(order.id))?.patient_zone).toBe("Pacific/Honolulu");
  expectNoProblems(visitor);
});
