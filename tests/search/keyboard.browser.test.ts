import { beforeEach, expect, test } from "vitest";
import { day } from "~/core/time";
import { expectAccessible } from "../support/accessible";
import { desktop, expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { seedDatabase, seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await seedDatabase(app);
const now = app.clock.now();
const supervisor = await seedUser(app, ["supervisor"]);
const therapist = await seedTherapist(app, { name: "Ana Bell" });
for (const name of ["Bo Chen", "Cleo Dunn"]) await seedTherapist(app, { name });
const ruth = await seedOrder(app, { patient_name: "Ruth Avery", phone: "+19195550123" });
await seedVisit(app, { order_id: ruth.id, therapist_id: therapist.id, start_at: now + day });
await app.db
  .insertInto("threads")
  .values(
    ["Nora One", "Nora Two", "Nora Three"].map((name, nth) => ({
      phone: `+1828555011${nth}`,
      patient_name: name,
      last_body: "Hello",
      last_dir: "in" as const,
      last_msg_at: now - nth,
      created_at: now,
    })),
  )
  .execute();

const visitor = await openBrowser(url, { size: desktop });
const { page, context } = visitor;
beforeEach(async () => {
  const value = await signInStaff(app, new Client(url), supervisor.id);
  await context.addCookies([{ name: "firstnight", value, url }]);
  // The page remembers the last focused row in the tab's session storage.
  await page.goto("/account");
  await page.evaluate(() => sessionStorage.clear());
  return () => expectNoProblems(visitor);
});

const dialog = page.locator("#search");
const results = dialog.locator(".found li a");
const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
const focusedId = () => page.evaluate(() => document.activeElement?.id);
const path = () => new URL(page.url()).pathname;
const press = (key: string) => page.keyboard.press(key);

test("the slash key opens search, arrow keys move through results, and Escape returns focus", async () => {
  await page.goto("/users");
  await page.getByRole("link", { name: /^Ana Bell/ }).focus();
  await press("/");
  await dialog.waitFor();
  expect(await focusedId()).toBe("search-q");
  await page.keyboard.type("555-0123");
  await expect.poll(() => results.count()).toBe(2);
  expect(await dialog.getByRole("status").textContent()).toBe("2 results");
  await press("ArrowDown");
  expect(await results.first().evaluate((link) => link === document.activeElement)).toBe(true);
  await press("ArrowDown");
  expect(await results.last().evaluate((link) => link === document.activeElement)).toBe(true);
  await press("ArrowDown");
  await press("ArrowUp");
  await press("ArrowUp");
  expect(await focusedId()).toBe("search-q");
  await expectAccessible(visitor, "the search dialog");
  await press("ArrowDown");
  await page.keyboard.type("x");
  expect(await dialog.getByRole("searchbox").inputValue()).toBe("555-0123x");
  await dialog.locator("#search-found").getByText("Nothing matches “555-0123x”.").waitFor();
  await press("Escape");
  await expect.poll(() => dialog.isVisible()).toBe(false);
  expect(await focused()).toContain("Ana Bell");
});

test("Ctrl+K opens search from a field, and Enter opens the first result", async () => {
  await page.goto("/users");
  await page.getByRole("searchbox", { name: "Search", exact: true }).focus();
  await page.keyboard.type("/");
  expect(await dialog.isVisible()).toBe(false);
  await press("Control+k");
  await dialog.waitFor();
  await page.keyboard.type("appointm");
  await press("Enter");
  await page.waitForURL("**/appointments");
});

test("the Search link opens the dialog, and the search page has its own URL", async () => {
  await page.goto("/account");
  await page.locator(".side").getByRole("link", { name: "Search" }).click();
  await dialog.getByRole("searchbox").fill("Ruth");
  await expect.poll(() => results.count()).toBe(2);
  await page.goto("/search?q=Ruth");
  expect(await page.locator("#found .found li").count()).toBe(2);
  await press("/");
  expect(await focusedId()).toBe("search-page-q");
  await page.keyboard.type("Nora");
  await expect.poll(() => page.locator("#found .found li").count()).toBe(3);
});

test("J, K, and the arrow keys move between table rows, and Enter opens a row", async () => {
  await page.goto("/users");
  await press("j");
  expect(await focused()).toContain("Ana Bell");
  await press("j");
  expect(await focused()).toContain("Bo Chen");
  await press("ArrowDown");
  expect(await focused()).toContain("Cleo Dunn");
  await press("k");
  await press("ArrowUp");
  expect(await focused()).toContain("Ana Bell");
  await press("Enter");
  await page.locator("#sheet h2", { hasText: "Ana Bell" }).waitFor();
  await press("j");
  expect(await focused()).toContain("Ana Bell");
  await press("Escape");
  await expect.poll(() => path()).toBe("/users");
});

test("Enter on a visit row opens the visit, and the list of shortcuts opens on top of it", async () => {
  for (const list of ["/supervisordashboard", "/appointments", "/calendars?tab=worklist"]) {
    await page.goto(list);
    await press("j");
    expect(await focused(), list).toMatch(new RegExp(`^(Patient|Visit for patient) ${ruth.patient_id}`));
  }
  await press("Enter");
  await page.locator("#sheet[open] [data-state]").waitFor();
  await press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await press("Escape");
  await page.locator("#sheet[open] [data-state]").waitFor();
  await press("Escape");
  // Closing navigates back, which would abort the next test's navigation.
  await expect.poll(path).toBe("/calendars");
});

test("when the focused row is removed, focus moves to the next row", async () => {
  await page.goto("/users");
  await press("j");
  expect(await focused()).toContain("Ana Bell");
  await page
    .locator("tbody tr")
    .first()
    .evaluate((row) => row.remove());
  await expect.poll(focused).toContain("Bo Chen");
});

test("returning from a page opened from a row puts focus back on that row", async () => {
  await page.goto("/messages");
  await press("j");
  await press("j");
  expect(await focused()).toContain("Nora Two");
  await page.reload();
  await expect.poll(focused).toContain("Nora Two");
});

test("opening a thread moves focus to the reply field, and Escape returns it to the list", async () => {
  await page.goto("/messages");
  await press("j");
  await press("Enter");
  await expect.poll(focusedId).toBe("body");
  await page.keyboard.type("jk/?");
  expect(await page.locator("#body").inputValue()).toBe("jk/?");
  await press("Escape");
  await press("j");
  expect(await focused()).toContain("Nora Two");
  await press("r");
  expect(await focusedId()).toBe("body");
  await press("Escape");
  await press("c");
  await page.locator("dialog[open]").waitFor();
  await press("Escape");
});

test("E marks unanswered conversations as done one after another", async () => {
  const title = () => page.title();
  await page.goto("/messages?filter=unanswered");
  await press("j");
  await press("Enter");
  await expect.poll(() => focusedId()).toBe("body");
  await press("Escape");
  await press("e");
  await page.locator(".chat-head h2", { hasText: "Nora Two" }).waitFor();
  expect(await focused()).toContain("Nora Two");
  expect(await title()).toBe("(2) 2-Way Messaging – Firstnight");
  expect(await page.locator("#thread-rows .thread").count()).toBe(2);
  await press("e");
  await page.locator(".chat-head h2", { hasText: "Nora One" }).waitFor();
  await press("e");
  await page.getByRole("heading", { name: "Select a Conversation" }).waitFor();
  expect(await title()).toBe("2-Way Messaging – Firstnight");
  await page.goBack();
  await page.getByRole("button", { name: "Mark as unanswered" }).click();
  await expect.poll(title).toBe("(1) 2-Way Messaging – Firstnight");
  await app.db.updateTable("threads").set({ done_at: null }).execute();
});

test("pressing G and then a letter opens a page", async () => {
  await page.goto("/account");
  for (const [letter, href] of [
    ["d", "/supervisordashboard"],
    ["a", "/appointments"],
    ["c", "/calendars"],
    ["u", "/users"],
    ["m", "/messages"],
  ] as const) {
    await press("g");
    await press(letter);
    await page.waitForURL(`**${href}`);
  }
  await page.goto("/account");
  await press("g");
  await press("t");
  await press("Control+j");
  expect(path()).toBe("/account");
});

test("the question mark key lists the shortcuts, which can be turned off", async () => {
  await page.goto("/users");
  await press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await keys.getByText("Previous row", { exact: true }).waitFor();
  await expectAccessible(visitor, "the list of shortcuts");
  await keys.getByRole("button", { name: "Turn off" }).click();
  await page.waitForURL("**/account/keys");
  await page.goto("/users");
  for (const key of ["j", "/", "?", "g", "a"]) await press(key);
  expect(await page.locator("dialog[open]").count()).toBe(0);
  expect([path(), await focused()]).toEqual(["/users", expect.not.stringMatching(/^Ana Bell/)]);
  await press("Control+k");
  await dialog.waitFor();
});

test("on a touch screen, the keyboard doesn't cover a thread that was just opened", async () => {
  const touch = await openBrowser(url);
  const value = await signInStaff(app, new Client(url), supervisor.id);
  await touch.context.addCookies([{ name: "firstnight", value, url }]);
  await touch.page.goto("/messages");
  await touch.page.getByText("Nora One").tap();
  await touch.page.locator("#body").waitFor();
  expect(await touch.page.evaluate(() => document.activeElement?.id)).not.toBe("body");
  await touch.page.goto("/users");
  await touch.page.locator(".side").getByRole("link", { name: "Search" }).tap();
  await touch.page.locator("#search").getByRole("searchbox").fill("Ruth");
  await expect.poll(() => touch.page.locator("#search .found li").count()).toBe(2);
  await touch.page.getByRole("button", { name: "Close" }).tap();
  expectNoProblems(touch);
});
