import { afterEach, expect, test } from "vitest";
import { day, hour, localDate } from "~/core/time";
import { desktop, expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { aVisit } from "../support/clinic";
import { seedConversation } from "../support/inbox-actions";
import { seedClinic, seedOrder, seedSlots, seedTherapist, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const { therapist } = await seedClinic(app);
const supervisor = await seedUser(app, ["supervisor"]);
const at = app.clock.now() + day;
const visitor = await openBrowser(url, { size: desktop });
await visitor.context.addCookies([
  { name: "firstnight", value: await signInStaff(app, new Client(url), supervisor.id), url },
]);
const { page } = visitor;
afterEach(() => expectNoProblems(visitor));

const sheet = page.locator("dialog#sheet[open]");
const startOf = async (id: number) =>
  (await app.db.selectFrom("visits").select("start_at").where("id", "=", id).executeTakeFirstOrThrow())
    .start_at;
async function openMove(): Promise<void> {
  await sheet.getByText("More", { exact: true }).click();
  await sheet.getByRole("link", { name: "Move…" }).click();
}
/** Waits for the page's URL as well, since the notice appears before the URL is restored. */
async function showsMoved(): Promise<void> {
  await page.getByText("No one has been notified yet.").waitFor();
  await page.waitForURL((address) => !address.pathname.startsWith("/visits/"));
}
/** @returns the displayed time */
async function moveToSuggestion(): Promise<string> {
  const suggested = sheet.locator(".nearest a:not([aria-current])").first();
  const text = (await suggested.textContent()) ?? "";
  await suggested.click();
  await sheet.locator('.nearest [aria-current="time"]').waitFor();
  await sheet.getByRole("button", { name: "Move visit" }).click();
  return text;
}

test("a supervisor undoes a move made on the dashboard", async () => {
  const { id, start_at } = await aVisit(app, therapist, at);
  await page.goto("/supervisordashboard");
  await page.locator(`#needs a[href="/visits/${id}"]`).first().click();
  await openMove();
  await moveToSuggestion();
  await showsMoved();
  expect(await startOf(id)).not.toBe(start_at);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await page.getByText("Move undone. No notice was sent.").waitFor();
  expect(await startOf(id)).toBe(start_at);
});

test("a move made in a conversation is sent once and shown there", async () => {
  const order = await seedOrder(app);
  const { id } = await aVisit(app, therapist, at + 2 * hour, { order_id: order.id });
  const conversation = await seedConversation(app, {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
  });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (["PATCH", "POST"].includes(request.method())) sent.push(`${request.method()} ${request.url()}`);
  });
  await page.goto(`/messages/${conversation.id}`);
  await page.getByRole("link", { name: "Move…" }).click();
  const time = await moveToSuggestion();
  await showsMoved();
  await page.locator("#about-work", { hasText: time }).waitFor();
  expect(sent.filter((line) => /visits|appointments/.test(line))).toEqual([
    `PATCH ${url}/api/appointments/${id}`,
  ]);
  expect(new URL(page.url()).pathname).toBe(`/messages/${conversation.id}`);
});

test("choosing a suggested time fills in the form, and choosing a day updates the suggestions", async () => {
  const { id, start_at } = await aVisit(app, therapist, at + 5 * hour);
  await page.goto(`/supervisordashboard`);
  await page.locator(`#needs a[href="/visits/${id}"]`).first().click();
  await openMove();
  await sheet.locator(".nearest a").first().click();
  await sheet.locator('.nearest [aria-current="time"]').waitFor();
  expect(await startOf(id)).toBe(start_at);
  await sheet.getByLabel("New day").fill("2026-06-01");
  await sheet.getByRole("button", { name: "Show times near this day" }).click();
  await sheet.getByText("No openings within two weeks.").waitFor();
  expect(await sheet.getByLabel("New day").inputValue()).toBe("2026-06-01");
});

test("a time outside the therapist's hours needs a second confirmation", async () => {
  const { id, start_at } = await aVisit(app, therapist, at + 7 * hour);
  await page.goto(`/supervisordashboard`);
  await page.locator(`#needs a[href="/visits/${id}"]`).first().click();
  await openMove();
  await sheet.getByLabel(/New time/).fill("22:00");
  await sheet.getByRole("button", { name: "Move visit" }).click();
  await sheet.getByText("isn't available at this time.").waitFor();
  expect(await startOf(id)).toBe(start_at);
  await sheet.getByLabel("Move to this time anyway").check();
  await sheet.getByRole("button", { name: "Move visit" }).click();
  await showsMoved();
  expect(await startOf(id)).not.toBe(start_at);
  visitor.problems.length = 0;
});

test("a visit moved to another day disappears from the absence page, and other choices stay", async () => {
  const absent = await seedTherapist(app, { name: "Ona Absent" });
  const colleague = await seedTherapist(app, { name: "Cole League" });
  const start = app.clock.now() + 8 * day;
  const moved = await aVisit(app, absent, start);
  const kept = await aVisit(app, absent, start + hour);
  await seedSlots(app, absent, [start + day, start + day + hour]);
  await seedSlots(app, colleague, [start, start + hour, start + 2 * hour]);
  const date = localDate(start, "America/New_York");
  await page.goto(`/therapists/${absent.id}/out?date=${date}`);
  const choice = page.locator(`#proposal-${kept.id} select`);
  await choice.selectOption({ label: "Keep with Ona Absent" });
  await page.locator(`#proposal-${moved.id} a[data-opens]`).first().click();
  await openMove();
  await moveToSuggestion();
  await page.locator(`#proposal-${moved.id}`).waitFor({ state: "detached" });
  expect(await choice.locator("option:checked").textContent()).toBe("Keep with Ona Absent");
});
