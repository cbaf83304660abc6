import type { Page } from "playwright";
import { expect, test } from "vitest";
import { addDays, day, hour, instantOf, localDate, startOfDay } from "~/core/time";
import { expectAccessible } from "../support/accessible";
import { desktop, expectNoProblems, openBrowser, type Visitor } from "../support/browser";
import { browserOfFile } from "../support/browser-of-file";
import { Client } from "../support/client";
import { seedOrder, seedVisit, signInStaff } from "../support/seed";
import { openClinic } from "./journey-clinic";

const clinic = await openClinic();
const { app, url, therapist } = clinic;
const zone = "America/New_York";
const today = localDate(app.clock.now(), zone);

const nextVisitor = await browserOfFile(url, { size: desktop });

async function signIn(own?: Visitor): Promise<Visitor> {
  const visitor = own ?? (await nextVisitor());
  const value = await signInStaff(app, new Client(url), clinic.user.id);
  await visitor.context.addCookies([{ name: "firstnight", value, url }]);
  return visitor;
}

const result = (page: Page) => page.locator(".availability-result").first();
const click = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();

/** Delays the next form submission until its button shows progress. */
const holdUntilBusy = (page: Page) =>
  page.route(
    (address) => address.pathname.startsWith("/therapists/"),
    async (route) => {
      await page.getByRole("button", { name: "Working…", exact: true }).waitFor();
      await route.continue();
    },
    { times: 1 },
  );

const from = addDays(today, 70);

test("a therapist previews, adds, and undoes a month of availability", async () => {
  const visitor = await signIn();
  const { page } = visitor;
  await page.goto(`/therapists/${therapist.id}/availability`);
  await click(page, "Generate & Add");
  await page.getByText("❌ Pick date range").waitFor();
  await page.getByLabel("Date From").fill(from);
  await page.getByLabel("Date To").fill(addDays(from, 27));
  await page.getByLabel("Interval").selectOption("60");
  await page.getByText("Will add 180.").waitFor();
  await holdUntilBusy(page);
  await click(page, "Generate & Add");
  await page.getByText("✅ Added: 180 (generated 180, skipped 0, removed 0)").waitFor();
  await click(page, "Undo");
  await page.getByText("Undone: 180 slots removed, 0 restored.").waitFor();
  expectNoProblems(visitor);
});

test("the result of adding slots stays visible until a new preview", async () => {
  const visitor = await signIn(await openBrowser(url, { size: desktop }));
  const { page } = visitor;
  const from = addDays(today, 210);
  await page.clock.install();
  await page.goto(`/therapists/${therapist.id}/availability`);
  await page.getByLabel("Date From").fill(from);
  await page.getByLabel("Date To").fill(addDays(from, 6));
  await click(page, "Generate & Add");
  await page.getByText("✅ Added:").waitFor();
  // This is longer than the page waits before it requests a preview.
  await page.clock.runFor(5000);
  expect(await page.getByText("✅ Added:").count()).toBe(1);
  expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(1);
  await click(page, "Undo");
  await page.getByText(/^Undone: \d+ slots removed/).waitFor();
  expectNoProblems(visitor);
});

test("a therapist saves, applies, and undoes a weekly schedule, and takes a day off", async () => {
  const visitor = await signIn();
  const { page } = visitor;
  await app.db.deleteFrom("weekly_hours").execute();
  await page.goto(`/therapists/${therapist.id}/availability/week`);
  await page.getByLabel("Interval").selectOption("60");
  await click(page, "Add hours");
  await page.getByLabel("From").fill(from);
  await page.getByLabel("Weeks", { exact: true }).fill("2");
  await click(page, "Preview");
  await page.getByText("Will add 90.").waitFor();
  await page.getByLabel("From").fill(from);
  await page.getByLabel("Weeks", { exact: true }).fill("2");
  await click(page, "Apply to these weeks");
  await page.getByText("✅ Added: 90").waitFor();
  await page.goto(`/therapists/${therapist.id}/availability/days-off`);
  await page.getByLabel("First day").fill(from);
  await page.getByLabel("Last day").fill(addDays(from, 6));
  await click(page, "Add days off");
  await page.getByText("45 openings removed.").waitFor();
  await page.goto(`/therapists/${therapist.id}/availability/changes`);
  await click(page, "Undo");
  await page.getByText("45 restored.").waitFor();
  expectNoProblems(visitor);
});

test("a therapist books an appointment, sees an overlap, and finds the visit on the day sheet", async () => {
  const visitor = await signIn();
  const { page } = visitor;
  const order = await seedOrder(app, { patient_name: "Quentin Ashworth" });
  const morning = instantOf(from, "10:00", zone) ?? 0;
  const taken = await seedOrder(app);
  await seedVisit(app, {
    order_id: taken.id,
    therapist_id: therapist.id,
    start_at: morning,
    local_date: from,
  });

  await page.goto("/new-appointment");
  await page.getByLabel("Search orders").fill("ashworth");
  await click(page, "Find order");
  await page.getByRole("link", { name: "Quentin Ashworth" }).click();
  await page.getByLabel("Day", { exact: true }).fill(from);
  await click(page, "Show times");
  await page.getByText("1 of 6 booked on this day: 10:00 AM to 10:45 AM.").waitFor();
  await page.getByRole("radio", { name: "Another time" }).check();
  await page.getByLabel("Time (America/New York)").fill("10:15");
  await page.getByLabel("Note").fill("Call twice.");
  await click(page, "Book visit");
  const clash = page.getByRole("alert").getByText("This time overlaps the visit on");
  await clash.waitFor();
  expect(await clash.innerText()).toContain("10:00 AM");
  expect(await page.getByLabel("Note").inputValue()).toBe("Call twice.");
  await expectAccessible(visitor, "an overlapping time");
  await page.getByLabel("Time (America/New York)").fill("12:10");
  await page.getByRole("textbox", { name: "Meeting link" }).fill("https://meet.example/ashworth");
  await page.getByRole("radio", { name: "Confirmed: the patient" }).check();
  await click(page, "Book visit");
  await page.getByText("isn't available at this time.").waitFor();
  await page.getByLabel("Book this time anyway").check();
  await click(page, "Book visit");
  await page.getByRole("heading", { name: "Visit booked" }).waitFor();

  await page.getByRole("link", { name: "Day sheet" }).click();
  await page.getByText("12:10 PM to 12:55 PM").waitFor();
  const sheet = await page.locator(".sheet").innerText();
  expect(sheet).toContain("Quentin Ashworth");
  expect(sheet).toContain("Call twice.");
  expect(sheet).toContain("https://meet.example/ashworth");
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(".side").isVisible()).toBe(false);
  expect(await page.locator(".sheet").isVisible()).toBe(true);
  expect((await page.pdf()).length).toBeGreaterThan(1000);
  expectNoProblems(visitor);

  // The order can't be booked again.
  await page.emulateMedia({ media: "screen" });
  await page.goto(`/new-appointment?order=${order.id}`);
  await page.getByText("This order already has a visit").waitFor();
});

test('200 slots are shown at first, and "Show 200 more" shows 200 more', async () => {
  const visitor = await signIn();
  const { page } = visitor;
  const base = startOfDay(addDays(today, 200), zone);
  await app.db.deleteFrom("slots").execute();
  const rows = Array.from({ length: 450 }, (_, index) => ({
    therapist_id: therapist.id,
    start_at: base + Math.floor(index / 9) * day + (8 + (index % 9)) * hour,
    local_date: addDays(today, 200 + Math.floor(index / 9)),
  }));
  await app.db.insertInto("slots").values(rows).execute();
  await page.goto(`/therapists/${therapist.id}/availability`);
  const slots = page.locator(".slots-on-file li");
  expect(await slots.count()).toBe(0);
  await click(page, "Show");
  await page.getByRole("button", { name: "Show 200 more" }).waitFor();
  expect(await slots.count()).toBe(200);
  await click(page, "Show 200 more");
  await expect.poll(() => slots.count()).toBe(400);
  await click(page, "Show 200 more");
  await expect.poll(() => slots.count()).toBe(450);
  await slots.first().getByRole("button").click();
  await result(page).getByText("🗑️ Removed: 1").waitFor();
  expect(await slots.count()).toBe(449);
  await click(page, "Hide");
  await expect.poll(() => slots.count()).toBe(0);
  expectNoProblems(visitor);
});
