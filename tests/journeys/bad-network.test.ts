import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { words } from "~/scheduling/words";
import { startBadNetwork } from "../support/bad-network";
import { visit } from "../support/browser";
import { Client } from "../support/client";
import { freePort } from "../support/free-port";
import { testClock } from "../support/scratch";
import { morningStarts, seedOrder, seedSlots, seedTherapist, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

const [port, serverPort] = [await freePort(), await freePort()];
const url = `http://127.0.0.1:${port}`;
const { app } = await startServer({ PORT: String(serverPort), PUBLIC_URL: url }, testClock(Date.now()));
const weather = await startBadNetwork(port, serverPort);
const therapist = await seedTherapist(app, { daily_capacity: 40 });
await seedSlots(app, therapist, morningStarts(app, 10));

beforeEach(() => {
  Object.assign(weather, { delay: 0, loss: 0, lostAnswers: 0 });
});

/** A patient in front of the times. */
async function openTimes(javaScript: boolean) {
  const order = await seedOrder(app);
  const person = await visit(url, { javaScript });
  const token = await signInPatient(app, new Client(url), order.id);
  await person.context.addCookies([{ name: "firstnight", value: token, url }]);
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

describe.each([true, false])("with JavaScript: %s", (javaScript) => {
  test("an answer that is lost on its way leaves one visit, and asking again says so", async () => {
    const { page, visits } = await openTimes(javaScript);
    await choose(page, 2);
    // The browser itself asks again where a connection that it had kept breaks.
    weather.lostAnswers = 100;
    if (javaScript) {
      await confirm(page).click();
      await page.getByRole("dialog").getByText(words.bookingError).waitFor();
      expect(await visits()).toHaveLength(1);
      weather.lostAnswers = 0;
      await confirm(page).click();
      await isBooked(page);
    } else {
      await confirm(page)
        .click({ noWaitAfter: true })
        .catch(() => {});
      await expect.poll(() => visits(), { timeout: 10_000 }).toHaveLength(1);
      weather.lostAnswers = 0;
      // Who opens the page again is told of the visit rather than asked for one.
      await expect
        .poll(
          async () => {
            await page.goto("/schedule").catch(() => {});
            return page.locator("main").innerText();
          },
          { timeout: 10_000 },
        )
        .toContain(`with ${therapist.name}`);
    }
    expect(await visits()).toHaveLength(1);
  });

  test("two taps while the answer takes three seconds are one visit", async () => {
    const { page, visits } = await openTimes(javaScript);
    await choose(page, 4);
    weather.delay = 3000;
    await confirm(page).dblclick({ noWaitAfter: true });
    await isBooked(page);
    expect(await visits()).toHaveLength(1);
  });
});

test("the back button after a booking can't make a second one, and says when the first is", async () => {
  const { page, visits } = await openTimes(false);
  await choose(page, 1);
  await confirm(page).click();
  await isBooked(page);
  await page.goBack();
  await page.goto("/schedule");
  expect(await page.getByText(/You already have|Your visit|is booked/).count()).toBeGreaterThan(0);
  expect(await visits()).toHaveLength(1);
});

test("two tabs that book two times at once end with one visit, and the other is told of it", async () => {
  const { page, context, visits } = await openTimes(true);
  const other = await context.newPage();
  await other.goto("/schedule");
  await choose(page, 3);
  await choose(other, 7);
  const told = Promise.all(
    [page, other].map(async (tab) => {
      const second = tab.getByText(/You already have a visit on/);
      await second.or(tab.getByText("Appointment submitted successfully!")).first().waitFor();
      return (await second.count()) === 0 ? "booked" : "has one already";
    }),
  );
  await Promise.all([confirm(page).click(), confirm(other).click()]);
  expect((await told).sort()).toEqual(["booked", "has one already"]);
  expect(await visits()).toHaveLength(1);
});

test("where every third connection breaks, a patient who goes on trying books once", async () => {
  const { page, visits } = await openTimes(true);
  weather.loss = 33;
  const patiently = async (work: () => Promise<unknown>, done: () => Promise<boolean>) => {
    for (let attempt = 0; attempt < 20 && !(await done()); attempt++) await work().catch(() => {});
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
  weather.loss = 0;
  expect(await visits()).toHaveLength(1);
  await page.goto("/my-visit");
  expect(await page.locator("main").innerText()).toContain(therapist.name);
});
