import { afterEach, expect, test } from "vitest";
import { addDays, day, hour, localDate } from "~/core/time";
import { desktop, expectNoProblems, openBrowser, type Visitor } from "../support/browser";
import { Client } from "../support/client";
import { aVisit } from "../support/clinic";
import { eventually } from "../support/eventually";
import { seedOffers } from "../support/offers";
import { seedOrder, seedSlots, seedTherapist, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

// Buttons, filters and links that no other test presses. tests/presses/every-control.presses.ts finds those.

const { app, url, clock } = await startServer();
const { therapist, seedWaiting, free } = await seedOffers({ ...app, clock });
const colleague = await seedTherapist(app, { name: "Dana Reyes" });
const now = clock.now();
const today = localDate(now, "America/New_York");

async function enter(userId: number): Promise<Visitor> {
  const opened = await openBrowser(url, { size: desktop });
  const value = await signInStaff(app, new Client(url), userId);
  await opened.context.addCookies([{ name: "firstnight", value, url }]);
  return opened;
}
const supervisor = await seedUser(app, ["admin", "supervisor"]);
const visitor = await enter(supervisor.id);
const { page } = visitor;
afterEach(() => expectNoProblems(visitor));

const button = (name: string | RegExp) => page.getByRole("button", { name });
const sheet = page.locator("dialog#sheet[open]");
const visitOf = (id: number) =>
  app.db.selectFrom("visits").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const therapistOf = async (id: number) => (await visitOf(id)).therapist_id;
const statusOf = async (id: number) => (await visitOf(id)).status;

test.each(["/admin", "/admin/audit", "/appointments", "/users", "/calendars"])(
  "the search on %s shows the results for the text",
  async (path) => {
    await page.goto(path);
    const field = page.locator("main input[type=search]").first();
    await field.fill("Dana");
    await field.press("Enter");
    await page.waitForURL((address) => address.pathname === path && address.search.includes("=Dana"));
  },
);

test.each([
  ["/recovery", /^Show/, /\/recovery\?/],
  [`/therapist/day?therapist=${therapist.id}`, "Show day", /\/therapist\/day\?/],
  [`/therapists/${therapist.id}/out`, "Show day", /\/out\?date=/],
])("the button on %s shows the chosen period", async (path, name, address) => {
  await page.goto(path);
  const loaded = page.waitForEvent("load");
  await page.locator("main").getByRole("button", { name }).first().click();
  await loaded;
  await page.waitForURL(address);
});

test("the search page shows the results for the text", async () => {
  await page.goto("/search");
  await page.locator("#search-page-q").fill("Dana");
  await page.locator("#search-panel").getByRole("button").first().click();
  await page.waitForURL(/\/search\?.*q=Dana/);
});

test("a therapist's openings are listed before offering one", async () => {
  await page.goto("/offers/new");
  await page.locator("main select[name=therapist]").selectOption({ label: therapist.name });
  await button("Show openings").click();
  await page.waitForURL(/\/offers\/new\?therapist=/);
});

test("the filters of the dashboard and of freed times also work with the keyboard", async () => {
  for (const path of ["/supervisordashboard", "/offers?tab=times"]) {
    await page.goto(path);
    await page.locator("form#filter-form").evaluate((form: HTMLFormElement) => form.requestSubmit());
    await expect.poll(() => page.locator("#list").getAttribute("aria-busy")).toBeNull();
    expect(await page.locator("#list").count()).toBe(1);
  }
});

test("selected visits are canceled, and others get suggestions for reassigning", async () => {
  const visits = [
    await aVisit(app, therapist, now + 2 * day),
    await aVisit(app, therapist, now + 2 * day + hour),
  ];
  await page.goto("/calendars?tab=worklist");
  const form = page.locator("form").filter({ has: page.getByRole("table", { name: "Needs Confirmation" }) });
  for (const { id } of visits) await form.locator(`input[name=visit][value="${id}"]`).check();
  await form.getByRole("button", { name: "Cancel visits" }).click();
  await button("Cancel 2 visits").click();
  await page.getByText("2 canceled.", { exact: true }).waitFor();
  expect(await statusOf(visits[0]?.id ?? 0)).toBe("cancelled");
  await page.goto("/calendars?tab=worklist");
  await form.locator("tbody input[name=visit]").first().check();
  await form.getByRole("button", { name: "Reassign" }).click();
  await button(/^Reassign \d visit|Show suggestions/)
    .first()
    .waitFor();
});

test("reassigned visits are returned with Undo", async () => {
  const { id } = await aVisit(app, therapist, now + 22 * day);
  await page.goto(`/visits/bulk?act=reassign&visit=${id}&to=${colleague.id}`);
  await button("Reassign 1 visit").click();
  await page.getByText("1 reassigned.").waitFor();
  await button("Undo").click();
  await page
    .getByText(/undone/i)
    .first()
    .waitFor();
  expect(await therapistOf(id)).toBe(therapist.id);
});

test("a visit that ended is marked as a no-show in its sheet, and this is undone", async () => {
  const past = { status: "confirmed", confirmed_at: now - day };
  const { id } = await aVisit(app, therapist, now - 3 * hour, past);
  await page.goto(`/calendars?tab=worklist`);
  await page.locator(`a[href*="/visits/${id}"]`).first().click();
  await sheet.getByText("More", { exact: true }).click();
  await sheet.getByRole("link", { name: /No-show/ }).click();
  await sheet.getByRole("button", { name: /^Mark as a no-show/ }).click();
  const undo = page.locator("#toasts").getByRole("button", { name: "Undo" });
  await undo.waitFor();
  expect(await statusOf(id)).toBe("no show");
  await undo.click();
  await expect.poll(() => statusOf(id)).toBe("confirmed");
  await aVisit(app, therapist, now - 5 * hour, past);
  await page.goto("/calendars?tab=worklist");
  const form = page.locator("#ended + form");
  await form.locator("input[type=checkbox][name=visit]").first().check();
  await form.getByRole("button", { name: "Mark selected as no-shows" }).click();
  await button(/^Mark 1 visit/).click();
  await page.getByText(/^1 /).first().waitFor();
});

test("an order is marked as urgent and not urgent in the visit's sheet", async () => {
  const { id, visitId } = await seedWaiting();
  const isUrgent = async () =>
    (await app.db.selectFrom("orders").select("urgent").where("id", "=", id).executeTakeFirstOrThrow())
      .urgent;
  await page.goto("/supervisordashboard");
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement("a"), { href, textContent: "Open" });
    link.dataset.opens = "";
    document.querySelector("main")?.append(link);
  }, `/visits/${visitId}`);
  await page.getByRole("link", { name: "Open", exact: true }).click();
  await sheet.getByRole("button", { name: /^Mark as urgent/ }).click();
  await sheet.getByRole("button", { name: /^Mark as not urgent/ }).waitFor();
  expect(await isUrgent()).toBeTruthy();
  await sheet.getByRole("button", { name: /^Mark as not urgent/ }).click();
  await sheet.getByRole("button", { name: /^Mark as urgent/ }).waitFor();
  expect(await isUrgent()).toBeFalsy();
});

test("a freed time is offered to a waiting patient", async () => {
  await free();
  const { start_at } = await app.db.selectFrom("freed_times").select("start_at").executeTakeFirstOrThrow();
  await page.goto(`/offers/new?therapist=${therapist.id}&start=${start_at}`);
  await page.locator("main input[type=checkbox]").first().check();
  await button("Send offers").click();
  const countOffers = async () => (await app.db.selectFrom("offers").select("id").execute()).length;
  await eventually(countOffers, (count) => count > 0);
});

test("the visits of a therapist who is out are moved", async () => {
  const start = now + 40 * day;
  const { id } = await aVisit(app, therapist, start);
  await seedSlots(app, colleague, [start, start + hour]);
  await page.goto(`/therapists/${therapist.id}/out?date=${localDate(start, "America/New_York")}`);
  await button(/^Move 1 visit/).click();
  await eventually(
    () => therapistOf(id),
    (found) => found === colleague.id,
  );
});

test("the calendar shows other months, weeks and days, and the current one again", async () => {
  await page.goto("/calendars");
  const title = page.locator("#setup-calendar .title");
  const first = await title.innerText();
  for (const [view, unit] of [
    ["Month", "month"],
    ["Week", "week"],
    ["Day", "day"],
  ]) {
    await page.getByLabel(`${view} view`).click();
    const shown = await title.innerText();
    await button(`Next ${unit}`).click();
    await expect.poll(() => title.innerText()).not.toBe(shown);
    await button(`Prev ${unit}`).click();
    await expect.poll(() => title.innerText()).toBe(shown);
    await button(`Prev ${unit}`).click();
    await expect.poll(() => title.innerText()).not.toBe(shown);
    await button("Today").click();
    await expect.poll(() => title.innerText()).not.toBe("");
  }
  await page.getByLabel("Month view").click();
  await title.getByText(first).waitFor();
  expect(await title.innerText()).toBe(first);
});

test("a sheet closes with the link at its end on each page that opens it", async () => {
  // Closing the sheet goes one step back in the browser's history.
  const close = async (name: string, below: string) => {
    await sheet.getByRole("link", { name, exact: true }).last().click();
    await sheet.waitFor({ state: "detached" });
    await page.waitForURL((address) => address.pathname === below);
  };
  const { id } = await aVisit(app, therapist, now + hour);
  await page.goto("/supervisordashboard");
  await page.locator(`#needs a[href="/visits/${id}"]`).first().click();
  await sheet.getByText("More", { exact: true }).click();
  await sheet.getByRole("link", { name: "Cancel Appt" }).click();
  await close("Back", "/supervisordashboard");
  await page.goto(`/visits/${id}`);
  await page.locator("main").getByText("More", { exact: true }).click();
  await page.locator("main").getByRole("link", { name: "Cancel Appt" }).click();
  await close("Back", `/visits/${id}`);
  await page.goto("/calendars?tab=worklist");
  await page.locator(`a[href="/therapists/${therapist.id}"][data-opens]`).first().click();
  await close("Close", "/calendars");
  // Without a sheet, the link leads to the user's first page.
  await page.goto(`/visits/${id}/cancel`);
  await page.locator("main").getByRole("link", { name: "Back", exact: true }).click();
  await page.waitForURL("**/supervisordashboard");
});

test("the dashboard opens the list of unconfirmed visits, and a step's list opens an order", async () => {
  for (let index = 0; index < 12; index++) {
    await aVisit(app, therapist, now + 5 * hour + index * hour);
  }
  const { id } = await seedOrder(app, { step: 4 });
  await page.goto("/supervisordashboard");
  await page.locator('#needs a[href^="/supervisordashboard/unconfirmed"]').click();
  await sheet.getByRole("table").waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await page.waitForURL((address) => address.pathname === "/supervisordashboard");
  await page.locator('#tiles a[href^="/supervisordashboard/steps/4"]').click();
  await sheet.locator(`a[href="/orders/${id}"]`).click();
  await sheet.getByRole("link", { name: "Send link…" }).waitFor();
  await sheet.getByText("More", { exact: true }).click();
  await sheet.getByRole("link", { name: "+ New Appointment" }).waitFor();
});

test("a supervisor shows and hides a therapist's times on file", async () => {
  await seedSlots(app, therapist, [now + 60 * day]);
  await page.goto(`/therapists/${therapist.id}`);
  await page.getByRole("button", { name: "Hide", exact: true }).click();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByRole("button", { name: "Hide", exact: true }).waitFor();
});

test("the list of keyboard shortcuts is closed with its button", async () => {
  await page.goto("/appointments");
  await page.keyboard.press("?");
  const keys = page.locator("dialog.keys-dialog[open]");
  await keys.getByRole("button", { name: "Close" }).click();
  await keys.waitFor({ state: "detached" });
});

test("the appointments are loaded again and exported", async () => {
  await page.goto("/appointments");
  const removed = await page.evaluate(() => {
    const row = document.querySelector("#list tbody tr");
    row?.remove();
    return row?.textContent;
  });
  await page.locator("a[data-refresh]").click();
  await page.waitForFunction(
    (text) => document.querySelector("#list tbody tr")?.textContent === text,
    removed,
  );
  const download = page.waitForEvent("download");
  await page.locator("a[data-export]").click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

test("the day sheet is printed with its button", async () => {
  await page.addInitScript(() => {
    window.print = () => void dispatchEvent(new Event("beforeprint"));
  });
  await page.goto(`/therapist/day?therapist=${therapist.id}&date=${addDays(today, 1)}`);
  const printed = page.evaluate(
    () => new Promise((resolve) => addEventListener("beforeprint", () => resolve(true))),
  );
  await page.locator("button[data-print]").click();
  expect(await printed).toBe(true);
});
