import { expect, test } from "vitest";
import { day } from "~/core/time";
import { expectAccessible } from "../support/accessible";
import { boxOf, expectNoProblems, openBrowser } from "../support/browser";
import { Client } from "../support/client";
import { seedClinic, seedOrder, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer({}, undefined, { demo: true });
await seedClinic(app);
const words = {
  en: {
    link: "None of these times work for me",
    evening: "Evening (5 PM or later)",
    save: "Let me know",
    waiting: "We're looking for a time for you",
    yours: "What you asked for",
  },
  es: {
    link: "Ninguna de estas horas me sirve",
    evening: "Desde las 5 p.m.",
    save: "Avísenme",
    waiting: "Estamos buscando una hora para usted",
    yours: "Lo que usted pidió",
  },
};

test.each(["en", "es"] as const)(
  "a patient for whom no time works waits for one on a small phone in the language %s",
  async (language) => {
    const order = await seedOrder(app, { language });
    const client = new Client(url);
    await signInPatient(app, client, order.id);
    const visitor = await openBrowser(url, { size: { width: 320, height: 640 } });
    const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url }));
    await visitor.context.addCookies([...cookies, { name: "language", value: language, url }]);
    const { page } = visitor;
    const { link, evening, save, waiting, yours } = words[language];
    await page.goto(`${url}/schedule`);
    // The script replaces the list of times, which the link follows.
    await page.locator("#times").getByRole("link", { name: link }).waitFor();
    await page.getByRole("link", { name: link }).click();
    await page.getByLabel(evening).check();
    await expectAccessible(visitor, "the form to wait");
    await page.getByRole("button", { name: save, exact: true }).click();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(waiting);
    await expectAccessible(visitor, "what a patient waits for");
    await page.goto(`${url}/schedule`);
    await page.getByRole("link", { name: yours }).click();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(waiting);
    expectNoProblems(visitor);
  },
);

test("headings on the waiting page are closer to their text than to what precedes them", async () => {
  const order = await seedOrder(app);
  await app.db
    .insertInto("waits")
    .values({
      order_id: order.id,
      parts: '["morning","afternoon","evening"]',
      weekdays: "[1,2,3,4,5,6,7]",
      notice_hours: 24,
      until_at: app.clock.now() + 30 * day,
      zone: "America/New_York",
      asked_at: app.clock.now(),
    })
    .execute();
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  const { page, context } = await openBrowser(url);
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto(`${url}/my-wait`);
  const before = await boxOf(page.getByRole("link", { name: "See this time" }));
  const heading = page.getByRole("heading", { name: "What happens now" });
  const box = await boxOf(heading);
  const after = await boxOf(heading.locator("+ p"));
  const above = box.y - (before.y + before.height);
  const below = after.y - (box.y + box.height);
  expect(above).toBeGreaterThan(below + 8);
});
