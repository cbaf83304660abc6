import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { addDays, day, instantOf, localDate } from "~/core/time";
import { expectAccessible } from "../support/accessible";
import { desktop, expectNoProblems, expectNoSidewaysScroll, openBrowser, phone } from "../support/browser";
import { browserOfFile } from "../support/browser-of-file";
import { Client } from "../support/client";
import { seedOrder, seedTherapist, seedVisit, signInStaff } from "../support/seed";
import { openClinic } from "./journey-clinic";

const clinic = await openClinic();
const { app, url, therapist } = clinic;
const now = app.clock.now();
await app.db.updateTable("therapists").set({ zoom_link: null }).execute();
const colleague = await seedTherapist(app, {
  name: "Marcus Okafor",
  zoom_link: "https://meet.example/marcus",
});

const zone = "America/New_York";

/** Returns noon in New York this many days from today there. */
const noon = (days: number) => instantOf(addDays(localDate(now, zone), days), "12:00", zone) ?? 0;

async function book(days: number, status = "submitted", therapist_id = therapist.id) {
  return seedVisit(app, {
    order_id: (await seedOrder(app)).id,
    therapist_id,
    start_at: noon(days),
    local_date: localDate(noon(days), zone),
    status,
    submitted_at: now - 2 * day,
    ...(status === "confirmed" && { confirmed_at: now, meeting_link: "https://meet.example/a" }),
  });
}

const patientOf = async (orderId: number) =>
  (await app.db.selectFrom("orders").select("patient_id").where("id", "=", orderId).executeTakeFirstOrThrow())
    .patient_id;

const nextVisitor = await browserOfFile(url, { size: desktop });

async function supervisor(asked: Parameters<typeof openBrowser>[1] = {}) {
  const visitor = asked.size === desktop ? await nextVisitor() : await openBrowser(url, asked);
  const value = await signInStaff(app, new Client(url), clinic.supervisor.id);
  await visitor.context.addCookies([{ name: "firstnight", value, url }]);
  return visitor;
}

/** Names the visible parts of an event's label in the order in which they are read. */
const readingOrder = (event: Locator) =>
  event.evaluate((element) =>
    [...element.querySelectorAll(".event-time, .event-dash, .event-patient, .event-initials, .event-status")]
      .map((part) => ({ part, box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0)
      .sort((a, b) => (Math.abs(a.box.top - b.box.top) > 4 ? a.box.top - b.box.top : a.box.left - b.box.left))
      .map(({ part }) => (part.matches(".event-dash") ? "-" : part.className.replace("event-", "")))
      .join(" "),
  );

test("the calendar shows filtered visits by month, and its filters are in the URL", async () => {
  const shown = await book(0, "confirmed");
  await book(0, "cancelled", colleague.id);
  const visitor = await supervisor({ size: desktop });
  const { page } = visitor;
  await page.goto("/calendars");
  const calendar = page.locator("#setup-calendar");
  const label = `12:00 PM - patient ${await patientOf(shown.order_id)} - HW`;
  const events = calendar.locator("[data-visit]");
  await events.filter({ hasText: String(await patientOf(shown.order_id)) }).waitFor();
  expect((await events.allTextContents()).join()).toContain(label);
  expect((await events.allTextContents()).join()).not.toContain("canceled");
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await readingOrder(events.first()), `label at ${width}`).toBe("time - patient - initials status");
  }
  for (const view of ["Week", "Day", "Month"]) await calendar.getByText(view, { exact: true }).click();
  expect(await page.locator("#setup-tiles dt").allTextContents()).toEqual([
    "Pending Setups",
    "Confirmed Setups",
    "Completed Setups",
  ]);
  await expectAccessible(visitor, "calendar");
  await page.getByLabel("Status").selectOption("cancelled");
  await events.filter({ hasText: "canceled" }).first().waitFor();
  expect(new URL(page.url()).searchParams.get("status")).toBe("cancelled");
  await page.getByRole("link", { name: "Clear all" }).click();
  await page.waitForURL((at) => !at.searchParams.has("status"));
  await calendar.getByText("Next", { exact: true }).click();
  await page.waitForURL(/month=20\d\d-\d\d/);
  expectNoProblems(visitor);
});

test("a therapist profile opens over the calendar, and each action shows its result", async () => {
  await book(3);
  await book(4, "confirmed");
  await book(-3, "completed");
  await book(-4, "cancelled");
  const visitor = await supervisor({ size: desktop });
  const { page } = visitor;
  await page.goto("/calendars?tab=capacity");
  await page.locator(".capacity").getByRole("link", { name: "Hannah Whitfield", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Hannah Whitfield" });
  await dialog.waitFor();
  expect(new URL(page.url()).pathname).toBe(`/therapists/${therapist.id}`);
  expect(
    (await dialog.locator(".profile h2").allTextContents()).map((text) => text.replace(/\s*\d+$/, "")),
  ).toEqual([
    "Appointments",
    "Submitted Appointments",
    "Therapist Availability",
    "Existing slots",
    "Therapist",
    "Completed",
    "Cancelled",
  ]);
  await expectAccessible(visitor, "therapist profile over the calendar");
  await dialog.locator("summary").filter({ hasText: "Confirm" }).first().click();
  await dialog.getByRole("button", { name: /^Confirm visit on/ }).click();
  await dialog.getByRole("alert").filter({ hasText: "Meeting link is required." }).waitFor();
  await dialog.getByLabel("Meeting link", { exact: true }).first().fill("https://meet.example/new");
  await dialog.getByRole("button", { name: /^Confirm visit on/ }).click();
  await dialog.getByText("Appointment confirmed and calendar invite sent.").waitFor();
  await dialog.locator("summary").filter({ hasText: "Cancel" }).first().click();
  await dialog.getByText("Are you sure you want to cancel this appointment?").first().waitFor();
  await dialog.getByRole("button", { name: /^Cancel visit on/ }).click();
  await dialog.getByText("Appointment cancelled and patient notified.").waitFor();
  // The visit is days away, so the page asks for confirmation.
  await dialog.locator("summary").filter({ hasText: "Mark as Completed" }).first().click();
  await dialog.getByText("This visit hasn't started yet.").first().waitFor();
  await dialog.getByRole("button", { name: /^Complete visit on/ }).click();
  await dialog.getByText("Marked as completed and patient notified.").waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL(/\/calendars\?tab=capacity/);
  expectNoProblems(visitor);
});

test("a phone shows only the month, and nothing scrolls sideways", async () => {
  const visitor = await supervisor({ size: phone });
  const { page } = visitor;
  await page.goto("/calendars");
  await page.locator("#setup-calendar .title").waitFor();
  expect(await page.locator("#setup-calendar").getByText("Week", { exact: true }).count()).toBe(0);
  for (const tab of ["calendar", "worklist", "capacity"]) {
    await page.goto(`/calendars?tab=${tab}`);
    await expectAccessible(visitor, `${tab} on a phone`);
  }
  await page.goto(`/therapists/${therapist.id}`);
  await expectNoSidewaysScroll(page, "record");
  expectNoProblems(visitor);
});

test('the "+n more" link is at least 24 by 24 px in month and week views, on desktops and phones', async () => {
  // Each week has today, but only some weeks have the day that is three days away.
  for (let nth = 0; nth < 7; nth++) await book(0, "submitted", (await seedTherapist(app)).id);
  for (const [size, views] of [
    [desktop, ["Month", "Week"]],
    [{ width: 900, height: 800 }, ["Week"]],
    [phone, ["Month"]],
  ] as const) {
    const { page } = await supervisor({ size });
    await page.goto("/calendars");
    for (const view of views) {
      await page.locator("#setup-calendar .title").waitFor();
      if (size.width > 820) await page.getByRole("tab", { name: view }).click();
      const more = page.locator("#setup-calendar [role=button]", { hasText: /^\+\d+( more)?$/ }).first();
      await more.waitFor();
      const box = await more.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), `${view} at ${size.width}`).toBeGreaterThanOrEqual(
        24,
      );
    }
  }
});
