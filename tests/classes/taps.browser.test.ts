import type { Locator } from "playwright";
import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { expectAccessible } from "../support/accessible";
import { expectNoProblems, expectNoSidewaysScroll, openBrowser } from "../support/browser";
import { seedClass, seedClassKind } from "../support/classes";
import { seedClinic, seedOrder } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer({}, undefined, { demo: true });
const { therapist } = await seedClinic(app);
const start = Math.ceil(app.clock.now() / hour) * hour + 3 * day;
const { company_id } = await app.db
  .selectFrom("therapists")
  .select("company_id")
  .where("id", "=", therapist.id)
  .executeTakeFirstOrThrow();

const words = {
  en: {
    className: "Setup class",
    choose: "Choose this class",
    agree: "I agree to SMS updates (data rates may apply).",
    confirm: "Confirm",
  },
  es: {
    className: "Clase de inicio",
    choose: "Elegir esta clase",
    agree: /Acepto/,
    confirm: "Confirmar",
  },
} as const;
type Language = keyof typeof words;

/** A patient's phone on the link of their text. */
async function phoneOf(language: Language) {
  const order = await seedOrder(app, { language });
  const code = await app.db.transaction().execute((trx) => linkCodeOf({ trx, app }, order.id));
  const visitor = await openBrowser(url, { size: { width: 390, height: 844 } });
  await visitor.page.goto(`${url}/schedule/${code}`);
  let taps = 0;
  const tap = async (target: Locator) => {
    await target.click();
    taps += 1;
  };
  const look = async (screen: string) => {
    await expectAccessible(visitor, screen);
    await expectNoSidewaysScroll(visitor.page, screen);
  };
  const visitOf = () =>
    app.db
      .selectFrom("visits")
      .select(["class_id", "status"])
      .where("order_id", "=", order.id)
      .executeTakeFirst();
  return { ...visitor, visitor, tap, look, visitOf, taps: () => taps };
}

/** Books the first time by video. @returns the number of taps from the text */
async function bookVideo(language: Language): Promise<number> {
  const { page, tap, taps, visitor, visitOf } = await phoneOf(language);
  const { agree, confirm } = words[language];
  await tap(page.locator(".slots a[data-at]").first());
  const question = page.getByRole("dialog");
  await tap(question.getByLabel(agree));
  await tap(question.getByRole("button", { name: confirm, exact: true }));
  await page.waitForURL((address) => !address.pathname.startsWith("/schedule"));
  expect(await visitOf()).toEqual({ class_id: null, status: "submitted" });
  expectNoProblems(visitor);
  return taps();
}

const byVideo = { en: await bookVideo("en"), es: await bookVideo("es") };
const kind = await seedClassKind(app, company_id, { name: "Setup class", name_es: "Clase de inicio" });
const session = await seedClass(app, { ...therapist, company_id }, start + 2 * day, { kind_id: kind.id });

test.each(["en", "es"] as const)(
  "a seat in a class takes one tap more than a video visit, from the text to the visit: %s",
  async (language) => {
    const { page, tap, taps, look, visitor, visitOf } = await phoneOf(language);
    const { className, choose, agree, confirm } = words[language];
    await look("the kinds of visits");
    await tap(page.getByRole("link", { name: className }));
    await page.getByRole("link", { name: choose }).waitFor();
    await look("the classes");
    await tap(page.getByRole("link", { name: choose }));
    await page.getByLabel(agree).waitFor();
    await look("a class");
    await tap(page.getByLabel(agree));
    await tap(page.getByRole("button", { name: confirm, exact: true }));
    await page.waitForURL((address) => !address.pathname.startsWith("/schedule"));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await look("the visit");
    expect(await visitOf()).toEqual({ class_id: session.id, status: "confirmed" });
    expect(taps()).toBe(byVideo[language] + 1);
    expectNoProblems(visitor);
  },
);
