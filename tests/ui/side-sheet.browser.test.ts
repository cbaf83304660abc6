import { afterEach, expect, test } from "vitest";
import { formatFull, hour } from "~/core/time";
import { desktop, expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { seedDatabase, seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await seedDatabase(app);
const therapist = await seedTherapist(app);
const supervisor = await seedUser(app, ["supervisor"]);
const other = new Client(url);
await signInStaff(app, other, supervisor.id);
const visitor = await openBrowser(url, { size: desktop });
await visitor.context.addCookies([
  { name: "firstnight", value: await signInStaff(app, new Client(url), supervisor.id), url },
]);
const { page } = visitor;
afterEach(() => expectNoProblems(visitor));

const start = app.clock.now() + 48 * hour;
const sheet = page.locator("dialog#sheet[open]");
const book = async (hours: number) =>
  seedVisit(app, {
    order_id: (await seedOrder(app)).id,
    therapist_id: therapist.id,
    start_at: start + hours * hour,
  });
const linkTo = (id: number) => page.locator(`#list a[href="/visits/${id}"]`).first();

test("Back closes a sheet, Forward shows it again, and closing it returns to the list's address", async () => {
  const { id } = await book(0);
  await page.goto("/appointments");
  await linkTo(id).click();
  await page.waitForURL(`/visits/${id}`);
  await page.goBack();
  await sheet.waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/appointments");
  await page.goForward();
  await page.waitForURL(`/visits/${id}`);
  await page.getByRole("heading", { name: "Appointment" }).waitFor();
  await page.goBack();
  await linkTo(id).click();
  await sheet.getByRole("button", { name: "Close" }).click();
  await page.waitForURL("/appointments");
});

test("a sheet that is opened right after another was closed stays open at its own address", async () => {
  const [first, second] = [await book(1), await book(2)];
  await page.goto("/appointments");
  await linkTo(first.id).click();
  await page.waitForURL(`/visits/${first.id}`);
  await sheet.locator("[data-state]").waitFor();
  await page.evaluate((id) => {
    const link = document.querySelector<HTMLElement>(`#list a[href="/visits/${id}"]`);
    document.querySelector("#sheet")?.addEventListener("close", () => link?.click(), { once: true });
  }, second.id);
  await sheet.getByRole("button", { name: "Close" }).click();
  await page.waitForURL(`/visits/${second.id}`);
  await sheet.getByText(formatFull(second.start_at, "America/New_York")).first().waitFor();
  await sheet.getByRole("button", { name: "Close" }).click();
  await page.waitForURL("/appointments");
  await page.goBack();
  expect(page.url()).toBe("about:blank");
});

test("Back closes a sheet that another dialog covers", async () => {
  const { id } = await book(4);
  await page.goto("/appointments");
  await linkTo(id).click();
  await page.waitForURL(`/visits/${id}`);
  await sheet.locator("[data-state]").waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.goBack();
  await sheet.waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/appointments");
});

test("an open sheet shows the new time after another user moves the visit", async () => {
  const { id, start_at } = await book(3);
  const datetime = new Date(start_at + 24 * hour).toISOString();
  await page.goto("/appointments");
  await linkTo(id).click();
  await sheet.locator("[data-state]").waitFor();
  const moved = await other.patch(`/api/appointments/${id}`, { datetime });
  expect(moved.status).toBe(200);
  await sheet
    .getByText(formatFull(start_at + 24 * hour, "America/New_York"))
    .first()
    .waitFor();
});

test.each(["/supervisordashboard", "/appointments", "/calendars", "/messages"])(
  "on %s, scripts add no dialog before it is needed, so the browser computes the page's style once",
  async (path) => {
    await page.goto(path);
    expect(await page.locator("body > dialog:not(#search)").count()).toBe(0);
  },
);
