import type { Page } from "playwright";
import { expect, test } from "vitest";
import { longDate } from "~/core/month";
import { day, iso } from "~/core/time";
import { replaceLinkCode } from "~/orders/access/link-code.server";
import { strings } from "~/schedule/strings";
import { bookVisit } from "~/visits/book-visit.server";
import { expectAccessible } from "../support/accessible";
import {
  boxOf,
  expectNoProblems,
  expectNoSidewaysScroll,
  expireTimeouts,
  openBrowser,
} from "../support/browser";
import { browserOfFile } from "../support/browser-of-file";
import { Client } from "../support/client";
import { seedClinic, seedOrder, seedSlots, seedTherapist, seedVisit, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const clinic = await seedClinic(server.app);
const nextVisitor = await browserOfFile(server.url);

/** Opens a browser for a patient with a new order. */
async function patient(options?: Parameters<typeof openBrowser>[1]) {
  const order = await seedOrder(server.app);
  const visitor = options ? await openBrowser(server.url, options) : await nextVisitor();
  const token = await signInPatient(server.app, new Client(server.url), order.id);
  await visitor.context.addCookies([{ name: "firstnight-patient", value: token, url: server.url }]);
  return { ...visitor, order, visitor };
}

/** On phones, the filters are behind one button. */
async function chooseFilter(page: Page, name: string): Promise<void> {
  await page.locator(".filter-menu summary").click();
  await page.getByRole("link", { name }).click();
}

/** A patient from a state in another zone would be asked where they will be. */
const forgetState = (orderId: number) =>
  server.app.db.updateTable("orders").set({ state: null }).where("id", "=", orderId).execute();

const visitOf = (orderId: number) =>
  server.app.reads
    .selectFrom("visits")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("status", "<>", "cancelled")
    .executeTakeFirst();

test("a patient books a time in the dialog and sees the visit on the home page", async () => {
  const { page, order, visitor } = await patient();
  const reported: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/activity/ui")) reported.push(request.postDataJSON().action);
  });
  await page.goto("/schedule");
  await page
    .getByRole("link", { name: /^Select/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  expect(await dialog.getByRole("heading").textContent()).toMatch(
    /^Confirm appointment with Therapist \d+ at 9:00 AM EST on Tuesday, March 3, 2026\?$/,
  );
  const confirm = dialog.getByRole("button", { name: "Confirm" });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByText("Check the box above to confirm.").waitFor();
  await dialog.getByLabel("I agree to SMS updates (data rates may apply).").check();
  await confirm.click();
  await page.getByText("Appointment submitted successfully!").waitFor();
  await page.waitForURL(`${server.url}/`);
  await page.getByRole("heading", { name: "Request sent" }).waitFor();
  expect(await page.getByText("Appointment submitted successfully!").count()).toBe(0);
  expect((await visitOf(order.id))?.start_at).toBe(clinic.starts[0]);
  expect(reported).toEqual(
    expect.arrayContaining([
      "UI_SCHEDULE_VIEW",
      "UI_SCHEDULE_AVAIL_LOADED",
      "UI_SCHEDULE_SELECT_SLOT_OPEN",
      "UI_SCHEDULE_CONFIRM_OPEN",
      "UI_SCHEDULE_SMS_CONSENT",
      "UI_SCHEDULE_SUBMIT_ATTEMPT",
      "UI_SCHEDULE_SUBMIT_SUCCESS",
    ]),
  );
  expectNoProblems(visitor);
});

test("Escape closes the dialog and returns focus to the selected time", async () => {
  const { page } = await patient();
  await page.goto("/schedule");
  await page
    .getByRole("link", { name: /^Select/ })
    .nth(1)
    .focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(await page.evaluate(() => document.activeElement?.getAttribute("data-at"))).toBeTruthy();
});

test("consent given for one time doesn't count for another time", async () => {
  const { page, visitor } = await patient();
  await page.goto("/schedule");
  const times = page.getByRole("link", { name: /^Select/ });
  await times.nth(1).click();
  const consent = page.getByLabel("I agree to SMS updates (data rates may apply).");
  const confirm = page.getByRole("button", { name: "Confirm" });
  await consent.check();
  await page.getByRole("dialog").getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await times.nth(3).click();
  await page.getByRole("dialog").waitFor();
  expect([await consent.isChecked(), await confirm.isDisabled()]).toEqual([false, true]);
  await consent.check();
  expect(await confirm.isDisabled()).toBe(false);
  expectNoProblems(visitor);
});

test("a patient whose time was taken books an alternative with one tap", async () => {
  const { page, order, visitor } = await patient();
  await page.goto("/schedule");
  const link = page.getByRole("link", { name: /^Select/ }).nth(2);
  const taken = Date.parse((await link.getAttribute("data-at")) ?? "");
  await link.click();
  const consent = page.getByLabel("I agree to SMS updates (data rates may apply).");
  await consent.check();
  const rival = await seedOrder(server.app);
  const client = new Client(server.url);
  await signInPatient(server.app, client, rival.id);
  const reply = await client.post("/api/schedule-appointment", {
    patient_id: rival.patient_id,
    brightree_db: rival.brightree_db,
    therapist: clinic.therapist.name,
    datetime: iso(taken),
    sms_consent: true,
  });
  expect(reply.status).toBe(201);
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("That time was just taken. Please choose another.").waitFor();
  expect(await consent.isChecked()).toBe(true);
  await expectAccessible(visitor, "dialog after the time was taken");
  const alternatives = page.locator("[data-fill=alternatives] button");
  expect(await alternatives.count()).toBe(3);
  // The pressed button is gone, so focus moves to the heading.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(strings.alternatives);
  const tooWide = await page.locator("#confirm").evaluate((dialog) => {
    const other = dialog.querySelector("[data-fill=alternatives] button") as HTMLElement;
    other.textContent = "Book Wed, Nov 25, 8:00 AM CST with Bartholomew Featherstonehaugh-Cholmondeley";
    document.documentElement.style.fontSize = "200%";
    return dialog.scrollWidth - dialog.clientWidth;
  });
  expect(tooWide, "horizontal overflow at double text size").toBe(0);
  await alternatives.first().click();
  await page.getByText("Appointment submitted successfully!").waitFor();
  const booked = await visitOf(order.id);
  expect(booked).toBeTruthy();
  expect(booked?.start_at).not.toBe(taken);
  expectNoProblems(visitor);
});

test("a patient who is signed out or already has a visit gets a link to the next step", async () => {
  const { page, context, order } = await patient();
  const confirm = async () => {
    await page
      .getByRole("link", { name: /^Select/ })
      .nth(4)
      .click();
    await page.getByLabel("I agree to SMS updates (data rates may apply).").check();
    await page.getByRole("button", { name: "Confirm" }).click();
  };
  await page.goto("/schedule");
  await seedVisit(server.app, {
    order_id: order.id,
    therapist_id: clinic.therapist.id,
    start_at: clinic.starts[20] ?? 0,
  });
  await confirm();
  await page.getByText("You already have a visit on").waitFor();
  const nextStep = page.getByRole("dialog").getByRole("link", { name: "See or change my visit" });
  expect(await nextStep.getAttribute("href")).toBe("/my-visit");
  expect(await nextStep.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.getByRole("dialog").getByRole("link", { name: "Cancel" }).click();
  await context.clearCookies({ name: "firstnight-patient" });
  await confirm();
  await page.getByText("Please sign in.").waitFor();
  await page.getByRole("dialog").getByRole("link", { name: "Sign in" }).click();
  await page.waitForURL(`${server.url}/`);
});

test("if there is no response, the dialog stays open and the patient can try again", async () => {
  const { page, order } = await patient();
  await page.goto("/schedule");
  await page
    .getByRole("link", { name: /^Select/ })
    .last()
    .click();
  await page.getByLabel("I agree to SMS updates (data rates may apply).").check();
  await page.route("**/api/schedule-appointment", () => {});
  const restoreTimeout = await expireTimeouts(page);
  const confirm = page.getByRole("button", { name: "Confirm" });
  await confirm.click();
  await page.getByText("Unexpected error. Try again.").waitFor();
  await restoreTimeout();
  await page.unroute("**/api/schedule-appointment");
  await confirm.click();
  await page.getByText("Appointment submitted successfully!").waitFor();
  expect(await visitOf(order.id)).toBeTruthy();
});

test("the page does a full reload after another patient's link is opened in the browser", async () => {
  const { page, context } = await patient();
  await page.goto("/schedule");
  const other = await seedOrder(server.app);
  await seedVisit(server.app, {
    order_id: other.id,
    therapist_id: clinic.therapist.id,
    start_at: clinic.starts[22] ?? 0,
  });
  const token = await signInPatient(server.app, new Client(server.url), other.id);
  await context.addCookies([{ name: "firstnight-patient", value: token, url: server.url }]);
  await chooseFilter(page, "Morning");
  await page.getByRole("heading", { name: "Request sent" }).waitFor();
  expect(page.url()).toContain("part=morning");
});

test("days, filters, and months change without a page load, and Back works", async () => {
  const { page, visitor } = await patient();
  await page.goto("/schedule");
  const tile = page.locator(".days a").nth(1);
  const date = /date=([\d-]+)/.exec((await tile.getAttribute("href")) ?? "")?.[1] ?? "";
  await tile.click();
  await expect.poll(() => page.url()).toContain(date);
  const clear = page.getByRole("link", { name: "Clear Date Filter" });
  await clear.waitFor();
  await page.getByRole("heading", { name: longDate(date) }).waitFor();
  await chooseFilter(page, "Evening");
  await page.getByText("No open times match your choices.").waitFor();
  await page.goBack();
  await page.locator(".slots").waitFor();
  await clear.click();
  await clear.waitFor({ state: "hidden" });
  expect(page.url()).not.toContain("date=");
  expectNoProblems(visitor);
});

test("a failed load keeps the old list, shows an error next to the control, and retries once the browser is online", async () => {
  const { page, context } = await patient();
  await page.goto("/schedule");
  const tile = page.locator(".days a").nth(1);
  await context.setOffline(true);
  await tile.click();
  const status = page.locator(".calendar + [role=status]");
  await status.getByText("Error loading availability.").waitFor();
  await status.getByText(strings.load.offlineNext).waitFor();
  expect(await page.locator(".slots tbody tr").count()).toBeGreaterThan(0);
  expect(page.url()).toBe(`${server.url}/schedule`);
  await context.setOffline(false);
  await page.getByText("Clear Date Filter").waitFor();
  await page.getByText("Error loading availability.").waitFor({ state: "hidden" });
  await page.route(/\/schedule\?/, (route) => route.abort());
  await chooseFilter(page, "Morning");
  const problem = page.locator(".filters + [role=status]");
  await problem.getByText("Error loading availability.").waitFor();
  await page.unroute(/\/schedule\?/);
  await problem.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Filters (1)").click();
  await page.getByRole("link", { name: "Morning (selected, tap to remove)" }).waitFor();
});

test("Back closes the dialog and stays on the page", async () => {
  const { page } = await patient();
  await page.goto("/my-visit");
  await page.goto("/schedule");
  const select = page.getByRole("link", { name: /^Select/ });
  const dialog = page.getByRole("dialog");
  const hasDialogEntry = () => page.evaluate(() => Boolean(history.state?.dialog));
  await select.first().click();
  await dialog.waitFor();
  await expect.poll(hasDialogEntry).toBe(true);
  await page.goBack();
  await dialog.waitFor({ state: "hidden" });
  expect(page.url()).toBe(`${server.url}/schedule`);
  await select.first().click();
  await dialog.getByRole("link", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  await select.nth(1).click();
  await dialog.waitFor();
  await expect.poll(hasDialogEntry).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(hasDialogEntry).toBe(false);
  await page.goBack();
  await page.waitForURL(`${server.url}/my-visit`);
});

test("the link code is removed from the URL and isn't in the page's requests", async () => {
  const { page, order } = await patient();
  const link = await server.app.db
    .transaction()
    .execute((trx) => replaceLinkCode({ trx, app: server.app }, order.id));
  const referrers: (string | undefined)[] = [];
  page.on("request", (request) => referrers.push(request.headers().referer));
  await page.goto(`/schedule/${link}`);
  await page.waitForURL(`${server.url}/schedule`);
  await chooseFilter(page, "Morning");
  await page.waitForURL(/part=morning/);
  await page.goBack();
  await page.waitForURL(`${server.url}/schedule`);
  expect(referrers.filter((referrer) => referrer?.includes(link))).toEqual([]);
});

test("the first screen on a phone fits who writes, whom to call, the days, the filters, and four open times", async () => {
  const { page } = await patient();
  await page.goto("/schedule");
  await expect.poll(() => page.locator(".slots tbody tr").count()).toBeGreaterThanOrEqual(5);
  const fourth = await boxOf(page.locator(".slots tbody tr").nth(3));
  expect(fourth.y + fourth.height).toBeLessThanOrEqual(740);
  expect((await boxOf(page.getByText("Call us if you're not sure"))).y).toBeLessThan(320);
  for (const part of [".days", ".filters"]) {
    expect((await boxOf(page.locator(part).first())).height).toBeLessThan(80);
  }
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4 * 740);
});

test("the dialog of a time with several therapists leads to the others", async () => {
  for (const name of ["Ada Early", "Bo Early"]) {
    const therapist = await seedTherapist(server.app, { name, region: "Idaho" });
    await seedSlots(server.app, therapist, [Date.parse("2026-04-20T13:00:00Z")]);
  }
  const { page, order } = await patient();
  await page.goto("/schedule?region=Idaho");
  const row = page.getByText(/^(Ada|Bo) Early and others$/);
  const other = (await row.textContent())?.startsWith("Ada") ? "Bo Early" : "Ada Early";
  await page.getByRole("link", { name: /^Select .* with (Ada|Bo) Early$/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("link", { name: "Other therapists at this time" }).click();
  await page.getByRole("link", { name: `with ${other}` }).click();
  await dialog.getByText(`Confirm appointment with ${other} at`).waitFor();
  expect(await dialog.getByRole("link", { name: "Other therapists at this time" }).isVisible()).toBe(false);
  await page.getByLabel("I agree to SMS updates (data rates may apply).").check();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Appointment submitted successfully!").waitFor();
  expect((await visitOf(order.id))?.patient_zone).toBe("America/New_York");
});

test("at 320 px and 200% text, a day or a filter brings the times into view with their number", async () => {
  const { page, visitor } = await patient({ size: { width: 320, height: 640 } });
  await page.goto("/schedule");
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  const top = () => page.locator("#times").evaluate((times) => times.getBoundingClientRect().top);
  await page.locator(".days a").nth(1).click();
  await page
    .locator("#found")
    .getByText(/^\d+ times on \w+day\.$/)
    .waitFor();
  await expect.poll(top).toBeLessThan(320);
  expect(await page.locator("#load-status").textContent()).toMatch(/^\d+ times on \w+day\.$/);
  await page.evaluate(() => scrollTo(0, 0));
  await chooseFilter(page, "Morning");
  await page.getByText("Filters (1)").waitFor();
  await expect.poll(top).toBeLessThan(320);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("SUMMARY");
  await expectNoSidewaysScroll(page, "schedule at 320 px and 200% text");
  expectNoProblems(visitor);
});

test("the strip of days names the month that is in view", async () => {
  const april = Array.from({ length: 8 }, (_, index) => Date.parse("2026-04-06T15:00:00Z") + index * day);
  await seedSlots(server.app, clinic.therapist, april);
  const { page } = await patient();
  await page.goto("/schedule");
  const month = page.locator(".month-bar h2");
  await month.getByText("March 2026").waitFor();
  const scrollTo = (left: number) =>
    page.locator(".strip").evaluate((strip, to) => strip.scrollTo(to, 0), left);
  await scrollTo(10_000);
  await month.getByText("April 2026").waitFor();
  await scrollTo(0);
  await month.getByText("March 2026").waitFor();
});

test("times are shown in the viewer's time zone on the first load and on later ones", async () => {
  const { page, order } = await patient({ timezone: "America/Los_Angeles" });
  await forgetState(order.id);
  await page.goto("/schedule");
  await page.getByText("Times are in Pacific Time.").waitFor();
  expect(await page.locator(".slots .time").first().textContent()).toBe("6:00 AM");
  const html = await page.evaluate(() => fetch("/schedule").then((response) => response.text()));
  expect(html).toContain(">6:00 AM<");
});

test.each([
  ["America/Los_Angeles", "6:00 AM", "Pacific Time"],
  // Evening times fall on the next day in that time zone, so the page reloads the list from the server.
  ["Pacific/Auckland", "3:00 AM", "New Zealand Time"],
])("the layout doesn't shift when times change to %s", async (timezone, shown, name) => {
  const { page, order } = await patient({ timezone });
  await forgetState(order.id);
  await page.addInitScript(() => {
    const seen = window as unknown as { moved: number };
    seen.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.moved += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/schedule");
  await page.getByText(`Times are in ${name}.`).waitFor();
  expect(await page.locator(".slots .time").first().textContent()).toBe(shown);
  expect(await page.evaluate("moved")).toBe(0);
});

test("a patient with a visit moves it by picking another time", async () => {
  const { page, order, visitor } = await patient();
  const { patient_id, brightree_db } = order;
  const who = { kind: "operator", address: null } as const;
  await bookVisit(server.app, who, {
    patient_id,
    brightree_db,
    therapist: clinic.therapist.name,
    datetime: clinic.starts[25] ?? 0,
    sms_consent: true,
  });
  await page.goto("/my-visit");
  await page.getByText("Change or cancel", { exact: true }).click();
  await page.getByRole("link", { name: "Change time" }).click();
  await page
    .getByRole("link", { name: /^Select/ })
    .nth(2)
    .click();
  await page
    .getByRole("dialog")
    .getByText(/^Move your visit to .*, with Therapist \d+\?$/)
    .waitFor();
  await page.getByRole("dialog").getByText("Your therapist has to confirm the new time.").waitFor();
  const at = await page.locator("#confirm [name=datetime]").inputValue();
  await page.getByRole("button", { name: "Move my visit" }).click();
  await page.getByText("Your visit time was changed.").waitFor();
  await page.waitForURL(`${server.url}/my-visit`);
  expect(iso((await visitOf(order.id))?.start_at ?? 0)).toBe(at);
  expectNoProblems(visitor);
});
