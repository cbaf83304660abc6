import type { Page } from "playwright";
import { beforeEach, expect, test } from "vitest";
import { hour } from "~/core/time";
import { strings } from "~/schedule/strings";
import { noFaults, startBadNetwork } from "../support/bad-network";
import { openBrowser, type Visitor } from "../support/browser";
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
  signInPatient,
  signInStaff,
} from "../support/seed";
import { startServer } from "../support/server";

const [port, serverPort] = [await freePort(), await freePort()];
const url = `http://127.0.0.1:${port}`;
const { app } = await startServer({ PORT: String(serverPort), PUBLIC_URL: url }, testClock(Date.now()));
const network = await startBadNetwork(port, serverPort);
const therapist = await seedTherapist(app, { daily_capacity: 40 });
const mornings = morningStarts(app, 10);
await seedSlots(app, therapist, [...mornings, ...mornings.map((start) => start + 5 * hour)]);

const supervisor = await seedUser(app, ["supervisor"]);
const nameOf = async (id: number) =>
  (await app.db.selectFrom("therapists").select("name").where("id", "=", id).executeTakeFirst())?.name;

beforeEach(() => {
  Object.assign(network, noFaults);
});
const nextVisitor = await browserOfFile(url);

/** Opens the list of times as a patient. */
async function openTimes(visitor?: Visitor) {
  const order = await seedOrder(app);
  const person = visitor ?? (await nextVisitor());
  const token = await signInPatient(app, new Client(url), order.id);
  await person.context.addCookies([{ name: "firstnight-patient", value: token, url }]);
  await person.page.goto("/schedule");
  const visits = () =>
    app.db.selectFrom("visits").select(["id", "start_at"]).where("order_id", "=", order.id).execute();
  return { ...person, order, visits };
}

async function choose(page: Page, nth: number): Promise<void> {
  await page.locator(".slots a[data-at]").nth(nth).click();
  await page.getByRole("dialog").getByLabel("I agree to SMS updates (data rates may apply).").check();
}

const confirm = (page: Page) => page.getByRole("dialog").getByRole("button", { name: "Confirm" });
const isBooked = (page: Page) => page.getByText("Appointment submitted successfully!").waitFor();

test("if the response is lost, the visit is booked once, and booking again shows it", async () => {
  const { page, visits } = await openTimes();
  await choose(page, 2);
  // Browsers retry a request when a keep-alive connection breaks.
  network.lostResponses = 100;
  await confirm(page).click();
  await page.getByRole("dialog").getByText(strings.booking.error).waitFor();
  expect(await visits()).toHaveLength(1);
  network.lostResponses = 0;
  await confirm(page).click();
  await isBooked(page);
  expect(await visits()).toHaveLength(1);
});

test("if every response takes a quarter of a second, two taps book one visit", async () => {
  network.delay = 250;
  const { page, visits } = await openTimes();
  await choose(page, 4);
  await confirm(page).dblclick({ noWaitAfter: true });
  await isBooked(page);
  expect(await visits()).toHaveLength(1);
});

test("the Back button after booking shows the visit and doesn't book a second one", async () => {
  const { page, visits } = await openTimes();
  await choose(page, 1);
  await confirm(page).click();
  await page.waitForURL(({ pathname }) => pathname !== "/schedule");
  const [booked] = await visits();
  await page.goBack();
  await page.getByText(`with ${therapist.name}`).first().waitFor();
  if (await confirm(page).isVisible()) await confirm(page).click();
  await page
    .getByText(/You already have a visit on|[Yy]our visit/)
    .first()
    .waitFor();
  expect(await visits()).toEqual([booked]);
});

test("two tabs that book at the same time book one visit, and the other tab shows it", async () => {
  const { page, context, visits } = await openTimes(await openBrowser(url));
  const other = await context.newPage();
  await other.goto("/schedule");
  await choose(page, 3);
  await choose(other, 7);
  const outcomes = Promise.all(
    [page, other].map(async (tab) => {
      const booked = tab.getByText("Appointment submitted successfully!");
      const second = tab.getByText(/You already have a visit on/);
      const elsewhere = tab.getByText(strings.booking.elsewhere);
      // The dialog of the second tab may close while its message appears.
      await booked.or(second).or(elsewhere).filter({ visible: true }).first().waitFor();
      return (await booked.count()) > 0 ? "booked" : "has one already";
    }),
  );
  // The tab that books first closes the other one's dialog, perhaps before the click, which then waits in vain.
  for (const tab of [page, other])
    confirm(tab)
      .click({ timeout: 5000 })
      .catch(() => {});
  expect((await outcomes).sort()).toEqual(["booked", "has one already"]);
  expect(await visits()).toHaveLength(1);
});

test("if the session ends before confirming, nothing is booked, and the patient can sign in and book once", async () => {
  const { page, context, order, visits } = await openTimes();
  await choose(page, 6);
  await app.db.deleteFrom("sessions").where("order_id", "=", order.id).execute();
  await confirm(page).click();
  await page
    .getByText(/Please sign in|You were signed out/)
    .first()
    .waitFor();
  expect(await visits()).toEqual([]);
  const token = await signInPatient(app, new Client(url), order.id);
  await context.addCookies([{ name: "firstnight-patient", value: token, url }]);
  await page.goto("/schedule");
  await choose(page, 6);
  await confirm(page).click();
  await isBooked(page);
  expect(await visits()).toHaveLength(1);
});

test("text that staff typed before their session ended is restored and saved after they sign in again", async () => {
  const { page, context } = await nextVisitor();
  const signIn = async () => {
    const token = await signInStaff(app, new Client(url), supervisor.id);
    await context.addCookies([{ name: "firstnight", value: token, url }]);
  };
  await signIn();
  const { id } = await seedTherapist(app);
  const typed = `Newly Typed ${id}`;
  await page.goto(`/therapists/${id}`);
  await page.getByLabel("Name", { exact: true }).fill(typed);
  await app.db.deleteFrom("sessions").where("user_id", "=", supervisor.id).execute();
  await page.getByRole("button", { name: /^Save/ }).first().click();
  await page.getByText("You've been signed out").waitFor();
  await signIn();
  await page.getByRole("button", { name: "Submit again" }).click();
  await expect.poll(() => nameOf(id), { timeout: 10_000 }).toBe(typed);
});

test("if every third request fails, a patient who keeps trying books only one visit", async () => {
  const { page, visits } = await openTimes();
  network.cuts = 33;
  const patiently = async (work: () => Promise<unknown>, done: () => Promise<boolean>) => {
    for (let attempt = 0; attempt < 60 && !(await done()); attempt++) await work().catch(() => {});
  };
  const dialog = page.getByRole("dialog");
  await patiently(
    async () => {
      await page.goto("/schedule", { timeout: 5000 });
      await page.locator(".slots a[data-at]").nth(5).click({ timeout: 2000 });
      await dialog.waitFor({ timeout: 2000 });
    },
    () => dialog.isVisible(),
  );
  await dialog.getByLabel("I agree to SMS updates (data rates may apply).").check();
  await patiently(
    async () => {
      await confirm(page).click({ timeout: 2000 });
      await page.getByText("Appointment submitted successfully!").waitFor({ timeout: 1500 });
    },
    () => page.getByText("Appointment submitted successfully!").isVisible(),
  );
  network.cuts = 0;
  expect(await visits()).toHaveLength(1);
  await page.goto("/my-visit");
  expect(await page.locator("main").innerText()).toContain(therapist.name);
});
