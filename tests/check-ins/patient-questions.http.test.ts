import { expect, test } from "vitest";
import { checkInToken } from "~/check-ins/check-in-link.server";
import { runPlans } from "~/check-ins/run-plans.server";
import { addDays, day, hour, localDate } from "~/core/time";
import { Client } from "../support/client";
import { agree } from "../support/http-actions";
import { PlainPage } from "../support/plain-page";
import { seedClinic, signInPatient, staffClient } from "../support/seed";
import { startServer } from "../support/server";
import { aSetUpPatient, followNights, zone } from "../support/set-up-patients";

const server = await startServer();
const { app, clock, url } = server;
const { database, therapist } = await seedClinic(app);
await followNights(app);

/** A patient who was just asked, and the page that the link opens. */
async function askedOnDay(number: number, fields = {}) {
  // The next day, at the hour at which the clock began, because no one is asked at night.
  clock.advance(day - 2 * hour);
  const { order } = await aSetUpPatient(app, { database, therapistId: therapist.id }, fields);
  await agree(app, order.phone ?? "");
  clock.advance(number * day + 2 * hour);
  await runPlans(app);
  const step = await app.db
    .selectFrom("plan_steps")
    .select("id")
    .where("order_id", "=", order.id)
    .where("type", "=", "check_in")
    .where("state", "=", "done")
    .orderBy("day", "desc")
    .executeTakeFirstOrThrow();
  const page = await PlainPage.open(new Client(url), `/check-in/${checkInToken(app, step.id)}`);
  const myVisit = async () => {
    const client = new Client(url);
    await signInPatient(app, client, order.id);
    return PlainPage.open(client, "/my-visit");
  };
  return { order, page, myVisit };
}

test("the numbers can be typed as the device shows them", async () => {
  const { order, page } = await askedOnDay(30);
  const weekOnly = await page.press("Send", { answer: "well", nights_used: "6/7" });
  expect(weekOnly.text).toContain("Type the number of nights as digits");
  const done = await page.press("Send", {
    answer: "well",
    nights_used: "26/30",
    nights_counted: "22 of 30",
    hours: "5h 12m",
  });
  expect(done.text).toContain("We're glad it's going well.");
  expect(
    await app.db.selectFrom("readings").selectAll().where("order_id", "=", order.id).execute(),
  ).toMatchObject([{ nights_used: 26, nights_counted: 22, minutes: 312 }]);
  const again = await done.follow("Change my answer");
  expect(again.text).toContain("Numbers that you sent before stay saved.");
  await again.press("Send", { answer: "well" });
  expect(
    await app.db.selectFrom("readings").select("nights_used").where("order_id", "=", order.id).execute(),
  ).toEqual([{ nights_used: 26 }]);
});

test("the page says who reads the answers, and when the patient is asked again", async () => {
  const english = await askedOnDay(3);
  expect(english.page.text).toContain("Our staff read your answers.");
  const next = addDays(localDate(clock.now(), zone), 11);
  const spoken = (locale: string) =>
    new Intl.DateTimeFormat(locale, { day: "numeric", timeZone: "UTC" }).format(Date.parse(next));
  const done = await english.page.press("Send", { answer: "well" });
  expect(done.text).toMatch(new RegExp(`We'll ask you again on \\w{3}, \\w{3} ${spoken("en-US")}\\.`));
  const spanish = await askedOnDay(3, { language: "es" });
  const gracias = await spanish.page.press("Enviar", { answer: "well" });
  expect(gracias.text).toMatch(/Le preguntaremos otra vez el \p{L}+ \d+ de \p{L}+\./u);
  const last = await askedOnDay(30);
  expect((await last.page.press("Send", { answer: "well" })).text).not.toContain("ask you again");
});

test("staff read the trouble of a patient who asks for a call", async () => {
  const { order, page } = await askedOnDay(3);
  await page.press("Send", { answer: "call", troubles: ["leak"] });
  const plan = await PlainPage.open(await staffClient(server, "supervisor"), `/orders/${order.id}/plan`);
  expect(plan.text).toContain("Wants a call: mask leak");
});

test("My visit plans nothing for a patient who stops or gave the equipment back", async () => {
  for (const answer of ["stop", "returned"]) {
    const { page, myVisit } = await askedOnDay(3);
    expect((await myVisit()).text).toContain("Your first weeks with the equipment");
    await page.press("Send", { answer });
    const { text } = await myVisit();
    expect(text).toContain("You told us that you want to stop or don't have the equipment anymore");
    expect(text).not.toContain("Time for your next appointment");
    expect(text).not.toContain("Your first weeks with the equipment");
  }
});
