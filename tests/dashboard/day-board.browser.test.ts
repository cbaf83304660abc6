import { afterEach, expect, test } from "vitest";
import { addDays, day, hour, instantOf, localDate } from "~/core/time";
import { reassignOnBoard } from "~/dashboard/day-board/reassign-on-board.server";
import { expectAccessible } from "../support/accessible";
import {
  boxOf,
  desktop,
  expectNoProblems,
  expectNoSidewaysScroll,
  openBrowser,
  phone,
} from "../support/browser";
import { Client } from "../support/client";
import { aVisit } from "../support/clinic";
import { seedClinic, seedTherapist, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";
import { staffOf } from "../support/users";

const zone = "America/New_York";
const { app, url } = await startServer();
const { therapist } = await seedClinic(app);
const dana = await seedTherapist(app, { name: "Dana Reyes" });
const wanda = await seedTherapist(app, { name: "Wanda West", region: "WA", timezone: "PST" });
await seedTherapist(app, { name: "Ned Nothing" });
const supervisor = await seedUser(app, ["supervisor"]);
const tomorrow = addDays(localDate(app.clock.now(), zone), 1);
const noon = instantOf(tomorrow, "12:00", zone) ?? 0;
const board = `/calendars/day-board?day=${tomorrow}`;

const visitor = await openBrowser(url, { size: desktop });
await visitor.context.addCookies([
  { name: "firstnight", value: await signInStaff(app, new Client(url), supervisor.id), url },
]);
const { page } = visitor;
const columnOf = (name: string) => page.locator(".board-column").filter({ hasText: name });
const cardOf = (id: number) => page.locator(`#board-visit-${id}`);

/** Drags a visit to the top of a therapist's column. */
async function drag(id: number, name: string) {
  const card = await boxOf(cardOf(id));
  const head = await boxOf(columnOf(name).locator(".board-head"));
  await page.mouse.move(card.x + 20, card.y + 8);
  await page.mouse.down();
  await page.mouse.move(card.x + 40, card.y + 12, { steps: 3 });
  await page.mouse.move(head.x + 40, head.y + 20, { steps: 3 });
  await page.mouse.up();
}

const therapistOf = async (id: number) =>
  (await app.db.selectFrom("visits").select("therapist_id").where("id", "=", id).executeTakeFirstOrThrow())
    .therapist_id;

// The board shows only therapists with visits or openings.
await aVisit(app, dana, noon + 4 * hour, { local_date: tomorrow });
await aVisit(app, wanda, noon + 4 * hour, { local_date: tomorrow });
const moving = await aVisit(app, therapist, noon, { local_date: tomorrow });
afterEach(() => expectNoProblems(visitor));

test("the card of a visit of 45 minutes shows all of its mark for a visit at home", async () => {
  const { company_id } = dana;
  const kind = await app.db
    .insertInto("visit_kinds")
    .values({ company_id, name: "Setup at home", name_es: "En casa", mode: "home" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id } = await aVisit(app, dana, noon, { local_date: tomorrow, kind_id: kind.id });
  await app.db.updateTable("orders").set({ zip: "30309" }).execute();
  for (const size of [desktop, { width: 1024, height: 768 }]) {
    await page.setViewportSize(size);
    await page.goto(board);
    const mark = cardOf(id).locator(".kind-note:visible");
    expect(await mark.getAttribute("title")).toBe("Home 30309");
    const [card, shown] = [await boxOf(cardOf(id)), await boxOf(mark)];
    expect(shown.y + shown.height).toBeLessThanOrEqual(card.y + card.height);
    expect(shown.x + shown.width).toBeLessThanOrEqual(card.x + card.width);
  }
  await page.setViewportSize(phone);
  await page.goto(board);
  expect(await cardOf(id).locator(".kind-note:visible").textContent()).toBe("Home 30309");
  await page.setViewportSize(desktop);
  await app.db.deleteFrom("visits").where("id", "=", id).execute();
});

test("a visit that is dragged to another therapist is reassigned, and an undo moves it back", async () => {
  await page.goto(board);
  await drag(moving.id, "Wanda West");
  await columnOf("Wanda West").locator(`#board-visit-${moving.id}`).waitFor();
  await page.getByText("Reassigned to Wanda West").waitFor();
  expect(await therapistOf(moving.id)).toBe(wanda.id);
  expect(new URL(page.url()).searchParams.get("day"), "the address keeps the day").toBe(tomorrow);
  const undo = page.locator("#toasts").getByRole("button", { name: "Undo" });
  await page.locator("#toasts").getByText("No one has been notified yet.").waitFor();
  const left = async () => Number(await undo.getAttribute("data-seconds"));
  const before = await left();
  await expect.poll(left, { timeout: 5000 }).toBeLessThan(before);
  await undo.click();
  await columnOf(therapist.name).locator(`#board-visit-${moving.id}`).waitFor();
  await page.getByText("Moved back. No notice was sent.").waitFor();
  expect(await therapistOf(moving.id)).toBe(therapist.id);
});

test("a visit isn't reassigned to a therapist who is taken at that time, and the board explains why", async () => {
  const taken = await aVisit(app, dana, noon, { local_date: tomorrow });
  await page.goto(board);
  await drag(moving.id, "Dana Reyes");
  await page.getByText("Not reassigned. Dana Reyes has another visit at that time.").waitFor();
  expect(await therapistOf(moving.id)).toBe(therapist.id);
  await app.db.updateTable("visits").set({ status: "cancelled" }).where("id", "=", taken.id).execute();
});

test("a completed visit can't be dragged", async () => {
  const done = await aVisit(app, therapist, noon + 2 * hour, { local_date: tomorrow, status: "completed" });
  await page.goto(board);
  await drag(done.id, "Wanda West");
  await columnOf(therapist.name).locator(`#board-visit-${done.id}`).waitFor();
  expect(await therapistOf(done.id)).toBe(therapist.id);
});

test("with the keyboard, a visit opens in the sheet, which leads to Reassign", async () => {
  await page.goto(board);
  await cardOf(moving.id).focus();
  await page.keyboard.press("Enter");
  const sheet = page.locator("dialog[open]");
  await sheet.locator("summary", { hasText: "More" }).focus();
  await page.keyboard.press("Enter");
  const reassign = sheet.getByRole("link", { name: "Reassign" });
  const back = new URL((await reassign.getAttribute("href")) ?? "", url).searchParams.get("back");
  expect(back, "Back leads to the board").toBe(board);
  await reassign.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Reassign visits" }).waitFor();
});

test("therapists are grouped by region, and those without visits or openings are folded", async () => {
  await page.goto(board);
  expect(await page.locator(".board-region-name").allTextContents()).toHaveLength(2);
  expect(await page.locator(".board-column").count()).toBe(3);
  await page.getByText("1 therapist without visits or openings").click();
  await page.getByRole("link", { name: "Ned Nothing" }).waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill("wanda");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/search=wanda/);
  expect(await page.locator(".board-column").count()).toBe(1);
  await page.getByRole("link", { name: "Next day" }).click();
  await page.waitForURL(new RegExp(`day=${addDays(tomorrow, 1)}`));
  expect(new URL(page.url()).searchParams.get("search"), "the filters stay").toBe("wanda");
});

test("a visit that someone else reassigns moves on the open board", async () => {
  await page.goto(board);
  await columnOf(therapist.name).locator(`#board-visit-${moving.id}`).waitFor();
  await page.mouse.move(1, 1);
  const colleague = await seedUser(app, ["supervisor"]);
  const { version } = await app.db
    .selectFrom("visits")
    .select("version")
    .where("id", "=", moving.id)
    .executeTakeFirstOrThrow();
  const slot = { therapist: wanda.id, start: noon };
  await reassignOnBoard(
    app,
    staffOf({ userId: colleague.id, email: colleague.email, roles: ["supervisor"] }),
    [{ visit: moving.id, version, slot }],
  );
  await columnOf("Wanda West").locator(`#board-visit-${moving.id}`).waitFor();
});

test("the board is accessible and fits a desk and a phone, where it is a list by therapist", async () => {
  await page.goto(board);
  await expectAccessible(visitor, "day board");
  await page.setViewportSize(phone);
  await expectAccessible(visitor, "day board on a phone");
  await expectNoSidewaysScroll(page, "day board");
  const [first, second] = await Promise.all(
    [therapist.name, "Wanda West"].map((name) => columnOf(name).boundingBox()),
  );
  expect((second?.y ?? 0) - (first?.y ?? 0)).toBeGreaterThan((first?.height ?? 0) - 1);
  await page.setViewportSize(desktop);
});

test("an empty day shows a sentence", async () => {
  await page.goto(`${board}&search=nobody`);
  await page.getByText("No therapists match these filters.").waitFor();
  await page.goto(`/calendars/day-board?day=${localDate(app.clock.now() + 300 * day, zone)}`);
  await page.getByText("No therapist has a visit or an opening on this day.").waitFor();
});
