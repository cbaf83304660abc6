import { expect, test } from "vitest";
import { expectAccessible, expectNoProblems, openBrowser } from "../support/browser";
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
const variants = (["en", "es"] as const).flatMap((language) =>
  [true, false].map((javaScript) => ({ language, javaScript })),
);

test.each(variants)(
  "a patient for whom no time works waits for one on a small phone: language $language, JavaScript $javaScript",
  async ({ language, javaScript }) => {
    const order = await seedOrder(app, { language });
    const client = new Client(url);
    await signInPatient(app, client, order.id);
    const visitor = await openBrowser(url, { size: { width: 320, height: 640 }, javaScript });
    const cookies = [...client.cookies].map(([name, value]) => ({ name, value, url }));
    await visitor.context.addCookies([...cookies, { name: "language", value: language, url }]);
    const { page } = visitor;
    const { link, evening, save, waiting, yours } = words[language];
    await page.goto(`${url}/schedule`);
    if (javaScript) {
      // The script replaces the list of times, which the link follows.
      await page.locator("#times").getByRole("link", { name: link }).waitFor();
    }
    await page.getByRole("link", { name: link }).click();
    await page.getByLabel(evening).check();
    if (javaScript) await expectAccessible(visitor, "the form to wait");
    await page.getByRole("button", { name: save, exact: true }).click();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(waiting);
    if (javaScript) await expectAccessible(visitor, "what a patient waits for");
    await page.goto(`${url}/schedule`);
    await page.getByRole("link", { name: yours }).click();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(waiting);
    expectNoProblems(visitor);
  },
);
