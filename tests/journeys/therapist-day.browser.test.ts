import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { day, hour, instantOf, minute, zoneOrUtc } from "~/core/time";
import { notifyOfMoves } from "~/visits/moves/notify-of-moves.server";
import { expectAccessible } from "../support/accessible";
import { boxOf, desktop, expectNoProblems, openBrowser, phone } from "../support/browser";
import { browserOfFile } from "../support/browser-of-file";
import { hasAllCases } from "../support/cases";
import { Client } from "../support/client";
import { monday } from "../support/scratch";
import {
  seedDatabase,
  seedOrder,
  seedSlots,
  seedTherapist,
  seedUser,
  seedVisit,
  signInStaff,
} from "../support/seed";
import { startServer } from "../support/server";
import { zoneCodes } from "../time/odd-days";

// 9 AM in New York on the test clock's Monday.
const nine = Math.floor(monday / day) * day + 14 * hour;
// The demo's outbox stands for a provider, so that the page may say that patients are notified.
const server = await startServer({}, undefined, { demo: true });
const { app, url, clock } = server;
await seedDatabase(app, "QHMS");

/** Adds a therapist with two unconfirmed and four confirmed visits this week. */
async function openDay() {
  const user = await seedUser(app, ["therapist"]);
  const therapist = await seedTherapist(app, { user_id: user.id, zoom_link: "https://meet.example/room" });
  await seedSlots(
    app,
    therapist,
    [1, 2, 3, 4].flatMap((days) => [nine + days * day + 4 * hour, nine + days * day + 5 * hour]),
  );
  const book = async (start: number, status: string) => {
    const order = await seedOrder(app, { branch_office: "Raleigh" });
    const confirmed = status === "confirmed" && {
      confirmed_at: start - day,
      meeting_link: "https://meet.example/room",
    };
    const { id } = await seedVisit(app, {
      order_id: order.id,
      therapist_id: therapist.id,
      start_at: start,
      status,
      ...confirmed,
    });
    return { id, order };
  };
  const one = await book(nine + day, "submitted");
  const two = await book(nine + day + hour, "submitted");
  const byMouse = await book(nine + 2 * day, "confirmed");
  const byKey = await book(nine + 3 * day, "confirmed");
  const toCancel = await book(nine + 4 * day, "confirmed");
  // In progress when the test starts.
  const toComplete = await book(monday - 20 * minute, "confirmed");
  return { user, therapist, one, two, byMouse, byKey, toCancel, toComplete };
}

const onDesktop = { size: desktop };
const nextVisitor = await browserOfFile(url, onDesktop);

async function enter(userId: number, options: Parameters<typeof openBrowser>[1] = onDesktop) {
  const person = options === onDesktop ? await nextVisitor() : await openBrowser(url, options);
  const value = await signInStaff(app, new Client(url), userId);
  await person.context.addCookies([{ name: "firstnight", value, url }]);
  return person;
}

const visitOf = (id: number) =>
  app.db.selectFrom("visits").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const noticesOf = (id: number) =>
  app.db.selectFrom("outbox").select(["kind", "channel", "calendar"]).where("visit_id", "=", id).execute();

/** Starts recording which other visits are redrawn. */
function watchOthers(page: Page, id: number): Promise<void> {
  return page.evaluate((dragged) => {
    const touched: string[] = [];
    Object.assign(window, { touched });
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) touched.push((target as Element).outerHTML ?? target.textContent);
    });
    for (const event of document.querySelectorAll(`#calendar [data-visit]:not([data-visit="${dragged}"])`)) {
      observer.observe(event, { attributes: true, childList: true, characterData: true, subtree: true });
    }
  }, id);
}

describe.each([
  ["desktop", desktop],
  ["phone", phone],
] as const)("a therapist's day on a %s", (name, size) => {
  test("two visits are confirmed, one is moved and moved back, one is canceled, and one is completed", async () => {
    const { user, therapist, one, two, byMouse, byKey, toCancel, toComplete } = await openDay();
    const person = await enter(user.id, { size });
    const { page } = person;
    await page.goto("/therapist");
    const event = (id: number) => page.locator(`#calendar [data-visit="${id}"]`);
    const sheet = page.getByRole("dialog");
    await event(one.id).waitFor();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(therapist.name);
    await expectAccessible(person, `calendar on a ${name}`);

    // Confirm the first visit from its card and the second one from its dialog.
    await page.locator("#pending summary").click();
    await page
      .locator("#pending")
      .getByRole("link", { name: /^Confirm/ })
      .first()
      .click();
    await sheet.getByRole("button", { name: /^Confirm visit on/ }).click();
    await page.getByText("Appointment confirmed and calendar invite sent.").waitFor();
    await page.locator(`#pending-${one.id}`).waitFor({ state: "detached" });
    expect(await page.locator(`#pending-${two.id}`).count(), "the other one stays").toBe(1);
    await event(two.id).click();
    await sheet.getByText("Not Provided").first().waitFor();
    await expectAccessible(person, `appointment on a ${name}`);
    await sheet.getByRole("link", { name: "Confirm Appt" }).click();
    await sheet.getByLabel("Meeting link").fill("javascript:alert(1)");
    await sheet.getByRole("button", { name: /^Confirm visit on/ }).click();
    if (await sheet.getByRole("alert").count()) await sheet.getByText("Confirm failed").waitFor();
    await sheet.getByLabel("Meeting link").fill("https://meet.example/two");
    await sheet.getByRole("button", { name: /^Confirm visit on/ }).click();
    await event(two.id).getByText("conf").first().waitFor();
    await page.locator("#pending details").waitFor({ state: "detached" });
    expect((await visitOf(one.id)).status).toBe("confirmed");
    expect((await visitOf(two.id)).meeting_link).toBe("https://meet.example/two");
    expect(await page.locator('[data-count="confirmed"]').textContent()).toBe("6");

    // On a desktop, drag a visit down by one hour and undo.
    if (size === desktop) {
      const box = await boxOf(event(byMouse.id));
      const [x, y] = [box.x + 40, box.y + 8];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + 10, { steps: 2 });
      await watchOthers(page, byMouse.id);
      await page.mouse.move(x, y + 47, { steps: 8 });
      expect(await page.evaluate("window.touched")).toEqual([]);
      await page.mouse.up();
      await page.getByText("Saved", { exact: true }).waitFor();
      const moved = await visitOf(byMouse.id);
      expect(moved.start_at).toBeGreaterThan(nine + 2 * day);
      expect(await noticesOf(byMouse.id)).toEqual([]);
      await page.getByRole("button", { name: /^Undo/ }).click();
      await page.getByText("Move undone. No notice was sent.").waitFor();
      expect((await visitOf(byMouse.id)).start_at).toBe(nine + 2 * day);
    }

    // Move a visit with the keyboard.
    await event(byKey.id).focus();
    await page.keyboard.press("m");
    await sheet.getByLabel("New day").waitFor();
    await expectAccessible(person, `move on a ${name}`);
    await sheet.getByLabel("New time (EST)").or(sheet.getByLabel("New time (EDT)")).fill("13:00");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /^Undo/ }).waitFor();
    expect((await visitOf(byKey.id)).start_at).toBe(nine + 3 * day + 4 * hour);
    await expect
      .poll(() => event(byKey.id).evaluate((element) => element === document.activeElement))
      .toBe(true);

    await event(toCancel.id).press("Enter");
    await sheet.getByRole("link", { name: "Cancel Appt" }).click();
    await sheet.getByRole("button", { name: /^Cancel visit on/ }).click();
    await page.getByText("Appointment cancelled and patient notified.").waitFor();
    await event(toComplete.id).click();
    await sheet.getByRole("link", { name: "Mark as Completed" }).click();
    await sheet.getByRole("button", { name: /^Complete visit on/ }).click();
    await page.getByText("Marked as completed and patient notified.").waitFor();
    expect((await visitOf(toCancel.id)).status).toBe("cancelled");
    expect((await visitOf(toComplete.id)).status).toBe("completed");

    // After half a minute, one notice is sent for the move and none for the undone move.
    clock.advance(31_000);
    await notifyOfMoves(app);
    const notices = await noticesOf(byKey.id);
    expect(notices.map(({ kind }) => kind)).toContain("visit-moved");
    expect(await noticesOf(byMouse.id)).toEqual([]);
    clock.set(monday);
    expectNoProblems(person);
  }, 120_000);
});

test("closing a visit focuses it in the calendar, and confirming it again shows which link was kept", async () => {
  const { user, one } = await openDay();
  const person = await enter(user.id);
  const { page } = person;
  await page.goto(`/therapist?visit=${one.id}`);
  const sheet = page.getByRole("dialog");
  await page.locator("dialog#sheet[open]").waitFor();
  await page.keyboard.press("Escape");
  const event = page.locator(`#calendar [data-visit="${one.id}"]`);
  await expect.poll(() => event.evaluate((element) => element === document.activeElement)).toBe(true);

  await event.press("Enter");
  await sheet.getByRole("link", { name: "Confirm Appt" }).click();
  await sheet.getByLabel("Meeting link").fill("https://meet.example/second");
  const first = { status: "confirmed", meeting_link: "https://meet.example/first", confirmed_at: monday };
  await app.db.updateTable("visits").set(first).where("id", "=", one.id).execute();
  await sheet.getByRole("button", { name: /^Confirm visit on/ }).click();
  await page
    .getByText("This visit is already confirmed with another meeting link. That link was kept.")
    .waitFor();
  expect((await visitOf(one.id)).meeting_link).toBe("https://meet.example/first");
  expectNoProblems(person);
});

test("a traveling therapist sees the week in their own time zone, with a note about the device's zone", async () => {
  const { user, byMouse } = await openDay();
  const person = await enter(user.id, { size: desktop, timezone: "Europe/Berlin" });
  const { page } = person;
  await page.goto("/therapist");
  const event = page.locator(`#calendar [data-visit="${byMouse.id}"]`);
  await event.getByText("9:00 AM").waitFor();
  await page.getByText("Your device uses a different time zone, Europe/Berlin").waitFor();
  const line = page.locator("#calendar").getByText("9am", { exact: true });
  expect(Math.abs((await boxOf(event)).y - (await boxOf(line)).y)).toBeLessThan(12);
  await event.press("m");
  await page.getByLabel("New time (EST)").fill("13:00");
  await page.keyboard.press("Enter");
  await event.getByText("1:00 PM").waitFor();
  expect((await visitOf(byMouse.id)).start_at).toBe(nine + 2 * day + 4 * hour);
  expectNoProblems(person);
}, 60_000);

test("across DST changes, 9 AM visits stay at 9 AM, no matter the device's time zone", async () => {
  const supervisor = await seedUser(app, ["supervisor"]);
  const person = await enter(supervisor.id, { size: desktop, timezone: "Europe/Berlin" });
  const { page } = person;
  for (const code of hasAllCases ? zoneCodes : (["PST"] as const)) {
    const therapist = await seedTherapist(app, { timezone: code });
    for (const date of ["2026-03-08", "2026-11-01"]) {
      const start = instantOf(date, "09:00", zoneOrUtc(code)) ?? 0;
      const order = await seedOrder(app);
      const { id } = await seedVisit(app, {
        order_id: order.id,
        therapist_id: therapist.id,
        start_at: start,
      });
      await page.goto(`/therapist?therapist=${therapist.id}&week=${date}&view=day`);
      const event = page.locator(`#calendar [data-visit="${id}"]`);
      await event.getByText("9:00 AM").waitFor();
      const line = page.locator("#calendar").getByText("9am", { exact: true });
      expect(Math.abs((await boxOf(event)).y - (await boxOf(line)).y), `${code} on ${date}`).toBeLessThan(12);
    }
  }
  expectNoProblems(person);
}, 120_000);

test("changing the week loads it once and updates the URL, and Back shows nothing after logout", async () => {
  const { user, byMouse } = await openDay();
  const person = await enter(user.id);
  const { page } = person;
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/appointments/")) requests.push(request.url());
  });
  await page.goto("/login");
  await page.goto("/therapist");
  await page.locator("#calendar [data-visit]").first().waitFor();
  expect(requests).toEqual([]);
  await page.getByRole("button", { name: "Next week" }).click();
  await page.locator("#calendar [data-visit]").first().waitFor({ state: "detached" });
  expect(requests).toHaveLength(1);
  expect(requests[0]).toContain("from=2026-03-08T05%3A00%3A00.000Z&to=2026-03-15T04%3A00%3A00.000Z");
  expect(new URL(page.url()).search).toBe("?week=2026-03-08");

  // The URL contains the week and the view.
  await page.getByRole("tab", { name: "Month" }).click();
  await page.locator(`#calendar [data-visit="${byMouse.id}"]`).waitFor();
  expect(new URL(page.url()).search).toBe("?week=2026-03-01&view=month");
  await page.reload();
  await page.getByRole("tab", { name: "Month", selected: true }).waitFor();
  await page.locator(`#calendar [data-visit="${byMouse.id}"]`).click();
  await page.getByRole("dialog").getByText("Not Provided").first().waitFor();
  expect(new URL(page.url()).search).toBe(`?week=2026-03-01&view=month&visit=${byMouse.id}`);
  await page.keyboard.press("Escape");
  await page.waitForURL((at) => at.search === "?week=2026-03-01&view=month");
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/login");
  await page.goBack();
  expect(new URL(page.url()).pathname).not.toBe("/therapist");
}, 60_000);
