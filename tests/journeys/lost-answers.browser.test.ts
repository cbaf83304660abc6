import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { addDays, hour, localDate, minute } from "~/core/time";
import { strings as boardWords } from "~/dashboard/strings";
import { strings } from "~/schedule/strings";
import { profileResults } from "~/therapists/record/ui/profile-strings";
import { visitStrings } from "~/visits/strings";
import { noFaults, startBadNetwork } from "../support/bad-network";
import { desktop, expireTimeouts } from "../support/browser";
import { browserOfFile } from "../support/browser-of-file";
import { Client } from "../support/client";
import { freePort } from "../support/free-port";
import { testClock } from "../support/scratch";
import {
  morningStarts,
  seedOrder,
  seedSlots,
  seedTherapist,
  seedUser,
  seedVisit,
  signInStaff,
} from "../support/seed";
import { startServer } from "../support/server";

const [port, serverPort] = [await freePort(), await freePort()];
const url = `http://127.0.0.1:${port}`;
const { app, clock } = await startServer(
  { PORT: String(serverPort), PUBLIC_URL: url },
  testClock(Date.now()),
);
const network = await startBadNetwork(port, serverPort);
const user = await seedUser(app, ["therapist"]);
const therapist = await seedTherapist(app, { user_id: user.id });
const offered = await seedTherapist(app, { daily_capacity: 40 });
const mornings = morningStarts(app, 10);
await seedSlots(app, offered, [...mornings, ...mornings.map((start) => start + 5 * hour)]);
const supervisor = await seedUser(app, ["supervisor"]);

beforeEach(() => {
  Object.assign(network, noFaults);
});

const noResponse = "The server didn't respond. Try again.";

/** Records requests that change something, without the browser's automatic retries. */
function changesFrom(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isPreview = request.postData()?.includes("act=preview");
    if (
      request.method() !== "GET" &&
      !pathname.endsWith("/replying") &&
      pathname !== "/api/activity/ui" &&
      !isPreview
    )
      sent.push(pathname);
  });
  return sent;
}

const nextStaff = await browserOfFile(url, { size: desktop });
const nextPatient = await browserOfFile(url);

async function openAs(member: { id: number }, path: string) {
  const person = await nextStaff();
  const value = await signInStaff(app, new Client(url), member.id);
  await person.context.addCookies([{ name: "firstnight", value, url }]);
  await person.page.goto(path);
  return { ...person, sent: changesFrom(person.page) };
}

let seeded = 0;

/** Adds a submitted visit for the therapist, one hour after the previous visit. */
async function seedOwnVisit() {
  const order_id = (await seedOrder(app)).id;
  const start_at = (mornings[0] ?? 0) + seeded++ * hour;
  return seedVisit(app, { order_id, therapist_id: therapist.id, start_at });
}

const statusOf = async (id: number) =>
  (await app.db.selectFrom("visits").select("status").where("id", "=", id).executeTakeFirst())?.status;

describe("a booking by patient ID and database name", () => {
  const dialogOf = (page: Page) => page.getByRole("dialog");
  const confirm = (page: Page) => dialogOf(page).getByRole("button", { name: "Confirm" });

  async function choose(nth: number) {
    const order = await seedOrder(app);
    const { page } = await nextPatient();
    await page.goto(`/schedule?pid=${order.patient_id}&db=${order.brightree_db}`);
    const slot = page.locator(".slots a[data-at]").nth(nth);
    const start = Date.parse((await slot.getAttribute("data-at")) ?? "");
    await slot.click();
    await dialogOf(page).getByLabel(visitStrings.consent).check();
    const visits = () =>
      app.db.selectFrom("visits").select("start_at").where("order_id", "=", order.id).execute();
    return { page, order, start, visits, sent: changesFrom(page) };
  }

  test("keeps the screen if the response is lost, and trying again books one visit", async () => {
    const { page, start, visits, sent } = await choose(2);
    network.noResponseTo = /^POST \/schedule/;
    await confirm(page).click();
    await dialogOf(page).getByText(strings.booking.error, { exact: true }).waitFor();
    expect(await visits()).toEqual([{ start_at: start }]);
    expect(sent).toEqual(["/schedule"]);
    network.noResponseTo = null;
    await confirm(page).click();
    await page.getByText(strings.flash.booked).waitFor();
    expect(new URL(page.url()).pathname).toBe("/schedule");
    await page.waitForURL(`${url}/`);
    expect(await visits()).toEqual([{ start_at: start }]);
  });

  test("offers other times on the same screen if the time was just taken", async () => {
    const { page, start, visits } = await choose(8);
    const other = await seedOrder(app);
    await seedVisit(app, { order_id: other.id, therapist_id: offered.id, start_at: start });
    await confirm(page).click();
    await dialogOf(page).getByText(visitStrings.timeTaken).waitFor();
    await dialogOf(page).getByRole("button", { name: /^Book/ }).first().click();
    await page.getByText(strings.flash.booked).waitFor();
    expect(await visits()).toHaveLength(1);
  });

  test("redirects to the sign-in page if the session has ended", async () => {
    const { page, order, visits } = await choose(0);
    await app.db.deleteFrom("sessions").where("order_id", "=", order.id).execute();
    await confirm(page).click();
    await dialogOf(page).getByText("You were signed out").waitFor();
    expect(await dialogOf(page).getByRole("link", { name: strings.signIn }).getAttribute("href")).toBe("/");
    expect(await visits()).toEqual([]);
  });
});

test("the availability card shows an error if the response is lost and doesn't send the change twice", async () => {
  const { page, sent } = await openAs(user, `/therapists/${therapist.id}/availability`);
  const date = addDays(localDate(app.clock.now(), "America/New_York"), 70);
  await page.getByLabel("Date From").fill(date);
  await page.getByLabel("Date To").fill(addDays(date, 6));
  network.noResponseTo = /^POST \/therapists\//;
  await page.getByRole("button", { name: "Generate & Add", exact: true }).first().click();
  await page.getByText(`❌ ${noResponse}`).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/therapists/${therapist.id}/availability`);
  expect(sent).toHaveLength(1);
  const added = await app.db
    .selectFrom("slots")
    .select("start_at")
    .where("therapist_id", "=", therapist.id)
    .execute();
  expect(added).toHaveLength(5 * 36);
});

test("a request times out if the server doesn't respond", async () => {
  const { page } = await openAs(user, `/therapists/${therapist.id}/availability`);
  await page.getByLabel("Date From").fill(addDays(localDate(app.clock.now(), "America/New_York"), 70));
  await expireTimeouts(page);
  network.down = "silent";
  await page.getByRole("button", { name: "Remove in Range", exact: true }).first().click();
  await page.getByText(`❌ ${noResponse}`).waitFor();
});

test("the therapist profile shows the change if the response is lost and doesn't send it twice", async () => {
  const { id } = await seedOwnVisit();
  const { page, sent } = await openAs(supervisor, "/calendars?tab=worklist");
  await page.locator(`a[data-opens][href="/therapists/${therapist.id}"]`).first().click();
  const dialog = page.getByRole("dialog");
  const change = async (name: string) => {
    const part = dialog.locator("li", { has: page.locator(`input[name=visit][value="${id}"]`) });
    await part.locator("summary", { hasText: name }).click();
    if (name === "Confirm") await part.getByLabel("Meeting link").fill("https://meet.example/room");
    await part.getByRole("button", { name: `${name} visit on` }).click();
  };
  network.noResponseTo = /^POST \/therapists\//;
  await change("Confirm");
  await dialog.getByText(profileResults.confirm.failed, { exact: true }).waitFor();
  expect(await statusOf(id)).toBe("confirmed");
  await change("Cancel");
  await dialog.getByText(profileResults.cancel.failed, { exact: true }).waitFor();
  expect(await statusOf(id)).toBe("cancelled");
  expect(sent).toHaveLength(2);
  expect(new URL(page.url()).pathname).toBe(`/therapists/${therapist.id}`);
});

test("a step's popup shows an empty list without a connection and loads when the connection is back", async () => {
  const order = await seedOrder(app, { source_step: 2 });
  const { page } = await openAs(supervisor, "/supervisordashboard");
  const dialog = page.getByRole("dialog");
  const tile = page.locator('[data-tile="2"]');
  network.down = "broken";
  await tile.click();
  await dialog.getByText(boardWords.noRows, { exact: true }).waitFor();
  await dialog.getByText(noResponse).waitFor();
  expect(await dialog.getByRole("heading").textContent()).toBe(boardWords.stepOrders("Referral Received"));
  await dialog.getByRole("button", { name: "Close" }).click();
  network.down = false;
  await tile.click();
  await dialog.getByText(String(order.sales_order_no)).waitFor();
});

test("a sheet shows an error if the server doesn't respond, and an open sheet keeps its content", async () => {
  const { id } = await seedOwnVisit();
  const { page } = await openAs(user, "/therapist");
  const dialog = page.getByRole("dialog");
  network.down = "broken";
  await page.locator(`[data-visit="${id}"]`).first().click();
  await dialog.getByText(noResponse).waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  network.down = false;
  await page.locator(`[data-visit="${id}"]`).first().click();
  await dialog.getByText("More", { exact: true }).click();
  const cancel = dialog.getByRole("link", { name: "Cancel Appt" });
  await cancel.waitFor();
  network.down = "broken";
  await cancel.click();
  await dialog.getByText(noResponse).waitFor();
  expect(await cancel.isVisible()).toBe(true);
});

describe("order details", () => {
  async function openVisit(prepare: (page: Page) => unknown) {
    const { id } = await seedOwnVisit();
    const { page } = await openAs(user, "/therapist");
    await prepare(page);
    await page.locator(`[data-visit="${id}"]`).first().click();
    return page.getByRole("dialog");
  }

  test.each([
    ["no reason", {}, "Failed to load details"],
    ["its reason", { error: "The order system is busy." }, "The order system is busy."],
  ])("show an error for ok: false without data, with %s", async (_name, more, shown) => {
    const dialog = await openVisit((page) =>
      page.route("**/api/order-meta?*", (route) => route.fulfill({ json: { ok: false, ...more } })),
    );
    await dialog.getByText(shown, { exact: true }).waitFor();
  });

  test("show an error if the response is incomplete", async () => {
    const dialog = await openVisit(() => {
      network.truncatedResponseTo = /^GET \/api\/order-meta/;
    });
    await dialog.getByText("Failed to load details", { exact: true }).waitFor();
  });
});

test("if logout gets no response, the therapist stays on the page and sees an error", async () => {
  const { page, sent } = await openAs(user, "/therapist");
  network.down = "broken";
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByText("The server didn't respond. You may still be signed in. Log out again.").waitFor();
  expect(sent).toEqual(["/logout"]);
  network.down = false;
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL(`${url}/login`);
});

test("the calendar shows an error if a week can't be loaded", async () => {
  const { page } = await openAs(user, "/therapist");
  await page.locator("[data-visit]").first().waitFor();
  network.down = "broken";
  await page.getByRole("button", { name: /^Next/ }).click();
  await page.getByText("The visits couldn't be loaded. Try again.").waitFor();
});

test("if the response is lost, a text returns to the reply box and is sent only once", async () => {
  const client = new Client(url);
  await signInStaff(app, client, supervisor.id);
  const started = await client.post("/api/sms/thread/start", {
    phone: "+19195550188",
    first_message: "Hello",
  });
  const { id } = started.json.thread;
  const { page, sent } = await openAs(supervisor, `/messages/${id}`);
  const field = page.getByPlaceholder("Reply…");
  network.noResponseTo = /^POST \/messages\/\d+ /;
  await field.fill("Please bring your insurance card.");
  await field.press("Enter");
  await page
    .getByText("The server didn't respond. Check whether the message was sent before you try again.")
    .waitFor();
  expect(await field.inputValue()).toBe("Please bring your insurance card.");
  expect(sent).toEqual([`/messages/${id}`]);
});

test("the sign-out warning stays and shows an error if the server doesn't respond", async () => {
  const { page } = await openAs(supervisor, "/account");
  await page.clock.install();
  await page.reload();
  const warning = page.getByRole("alertdialog", { name: "You will be signed out in 2 minutes" });
  clock.advance(28 * minute);
  const warned = async () => {
    await page.clock.fastForward(14 * minute);
    return warning.isVisible();
  };
  await expect.poll(warned, { timeout: 15_000 }).toBe(true);
  network.down = "broken";
  await warning.getByRole("button", { name: "Stay signed in" }).click();
  await warning.getByText("The server didn't respond. Try again.").waitFor();
  network.down = false;
  await warning.getByRole("button", { name: "Stay signed in" }).click();
  await warning.waitFor({ state: "hidden" });
});
