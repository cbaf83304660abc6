import { beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible";
import { expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { seedClinic, seedOrder, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  server = await startServer({}, undefined, { demo: true });
  await seedClinic(server.app);
});

async function patient(options: Parameters<typeof openBrowser>[1] = {}) {
  const order = await seedOrder(server.app);
  const visitor = await openBrowser(server.url, options);
  const token = await signInPatient(server.app, new Client(server.url), order.id);
  await visitor.context.addCookies([{ name: "firstnight-patient", value: token, url: server.url }]);
  return { ...visitor, order, visitor };
}

const updatesOf = async (orderId: number) =>
  (
    await server.app.reads
      .selectFrom("visits")
      .innerJoin("orders", "orders.id", "visits.order_id")
      .select("orders.updates")
      .where("orders.id", "=", orderId)
      .execute()
  ).map(({ updates }) => updates);

test.each([
  { width: 320, height: 640, text: "200%" },
  { width: 390, height: 844, text: "100%" },
  { width: 1440, height: 900, text: "100%" },
])("at $width×$height with $text text, Confirm shows what is missing and moves to the box", async (size) => {
  const { page, order, visitor } = await patient({ size });
  await page.goto("/schedule");
  await page.evaluate((text) => {
    document.documentElement.style.fontSize = text;
  }, size.text);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page
    .getByRole("link", { name: /^Select/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "Confirm" });
  const box = dialog.getByLabel("I agree to SMS updates (data rates may apply).");
  await confirm.waitFor();
  expect(await confirm.getAttribute("aria-disabled")).toBe("true");
  const inView = await page.locator("#confirm-hint").evaluate((hint) => {
    const { top, bottom, left } = hint.getBoundingClientRect();
    return document.elementFromPoint(left + 2, (top + bottom) / 2) === hint && bottom <= innerHeight;
  });
  expect(inView, "the reason is in view").toBe(true);
  const isBoxInView = await box.evaluate((input) => {
    const { left, right, top, bottom } = input.getBoundingClientRect();
    return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === input;
  });
  expect(isBoxInView, "the box is in view without scrolling").toBe(true);
  await confirm.click({ force: true });
  await dialog.getByRole("alert").getByText("Check the box to agree to text updates").waitFor();
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await box.getAttribute("aria-invalid")).toBe("true");
  await expectAccessible(visitor, "dialog that asks for the consent");
  expect(await updatesOf(order.id)).toEqual([]);
  expect(requests).not.toContain("/api/schedule-appointment");
  await box.check();
  expect(await dialog.getByRole("alert").count()).toBe(0);
  expect(await confirm.getAttribute("aria-disabled")).toBe(null);
  await confirm.click();
  await page.getByText("Appointment submitted successfully!").waitFor();
  expect(await updatesOf(order.id)).toEqual(["text"]);
  expectNoProblems(visitor);
});

test("where texts are optional, email is offered before the box, and Confirm works without it", async () => {
  await server.app.db.updateTable("companies").set({ sms_optional: 1 }).execute();
  const { page, order, visitor } = await patient();
  await page.goto("/schedule");
  await page
    .getByRole("link", { name: /^Select/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  const email = dialog.getByLabel("Email");
  const [first] = await dialog.locator("input:not([type=hidden])").all();
  expect(await first?.getAttribute("name")).toBe("updates");
  await email.check();
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Appointment submitted successfully!").waitFor();
  expect(await updatesOf(order.id)).toEqual(["email"]);
  expectNoProblems(visitor);
});
