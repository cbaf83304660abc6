import { expect, test } from "vitest";
import { strings } from "~/schedule/strings";
import { expectNoProblems, openBrowser, type Visitor } from "../support/browser";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { testClock } from "../support/scratch";
import { seedClinic, seedOrder, seedVisit, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer({}, testClock(Date.now()));
const { app, url } = server;
const { therapist, starts } = await seedClinic(app);
const free = [...starts];

async function openAs(orderId: number, visitor?: Visitor): Promise<Visitor> {
  const opened = visitor ?? (await openBrowser(url, { size: { width: 390, height: 844 } }));
  const value = await signInPatient(app, new Client(url), orderId);
  await opened.context.addCookies([{ name: "firstnight-patient", value, url }]);
  return opened;
}

const isKept = ({ page }: Visitor) =>
  page.evaluate(async () => (await (await caches.open("visit")).match("/my-visit")) !== undefined);

async function withVisit() {
  const order = await seedOrder(app);
  const start_at = free.pop() ?? 0;
  await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at, status: "confirmed" });
  return order;
}

test("a patient without a connection reads the last page about the visit, with its age", async () => {
  const order = await withVisit();
  const visitor = await openAs(order.id);
  const { page, context } = visitor;
  await page.goto("/my-visit");
  await page.getByRole("heading", { name: "Your visit is confirmed" }).waitFor();
  expect(await page.locator("#offline-status").isVisible()).toBe(false);
  await eventually(() => isKept(visitor), Boolean);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole("heading", { name: "Your visit is confirmed" }).waitFor();
  expect(await page.locator("#offline-status").innerText()).toMatch(
    /^You're offline\. This is the page as of \w{3}, \w{3} \d+, \d+:\d\d [AP]M/,
  );
  await page.goto("/my-visit/cancel");
  await page.getByRole("heading", { name: "Your visit is confirmed" }).waitFor();
  expect(await page.locator("#offline-status").isVisible()).toBe(true);
  // The browser may report that it couldn't reach the server, and nothing else.
  const offline = "console: Failed to load resource: net::ERR_INTERNET_DISCONNECTED";
  expect(visitor.problems.filter((problem) => problem !== offline)).toEqual([]);
  visitor.problems.length = 0;
  await context.setOffline(false);
  await page.goto("/my-visit/cancel");
  await page.getByRole("heading", { name: "Cancel your visit?" }).waitFor();
  await page.goto("/my-visit");
  await page.locator("#offline-status").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: /sign out/i }).click();
  await page.waitForURL(`${url}/`);
  await eventually(
    () => isKept(visitor),
    (kept) => !kept,
  );
  expectNoProblems(visitor);
});

test("without a connection, Confirm books nothing, shows why, and tries again", async () => {
  const order = await seedOrder(app);
  const visitor = await openAs(order.id);
  const { page, context } = visitor;
  await page.goto("/schedule");
  await page.locator(".slots a[data-at]").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("I agree to SMS updates (data rates may apply).").check();
  await context.setOffline(true);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByText(strings.booking.offline).waitFor();
  expect(await app.db.selectFrom("visits").select("id").where("order_id", "=", order.id).execute()).toEqual(
    [],
  );
  await context.setOffline(false);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Appointment submitted successfully!").waitFor();
});

test("a booking in one tab also ends the choice of a time in the other tab", async () => {
  const order = await seedOrder(app);
  const visitor = await openAs(order.id);
  const { page, context } = visitor;
  const second = await context.newPage();
  for (const tab of [page, second]) {
    await tab.goto(`${url}/schedule`);
    await tab.locator(".slots a[data-at]").first().click();
    await tab.getByRole("dialog").waitFor();
  }
  await page.getByLabel("I agree to SMS updates (data rates may apply).").check();
  await page.getByRole("button", { name: "Confirm" }).click();
  await second.getByText(strings.booking.elsewhere).waitFor();
  await second.waitForURL("**/my-visit");
  await second.getByRole("heading", { name: "Request sent" }).waitFor();
});
