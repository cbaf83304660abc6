import { expect, test } from "vitest";
import { makePasswordLink } from "~/accounts/passwords/password-link.server";
import { day } from "~/core/time";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { newOfferCode } from "~/orders/access/send-code.server";
import { createFeed } from "~/therapists/calendars/feed-address.server";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedTherapist, seedUser, seedVisit } from "../support/seed";
import { startServer } from "../support/server";
import { staffOf } from "../support/users";

const { url, app } = await startServer();
const order = await seedOrder(app);
const { link = "" } = await generateCode(app, operator, {
  patient_id: order.patient_id,
  brightree_db: order.brightree_db,
  phone: "+19195550100",
});

/** A code as messages and people pass it on. */
function waysToPassOn(code: string): [how: string, passedOn: string][] {
  const half = code.length / 2;
  return [
    ["a period", `${code}.`],
    ["a bracket", `${code})`],
    ["an angle bracket", `${code}%3E`],
    ["quotation marks", `%E2%80%9C${code}%E2%80%9D`],
    ["capitals", code.toUpperCase()],
    ["a zero-width space", `${code.slice(0, half)}%E2%80%8B${code.slice(half)}`],
    ["a tracking parameter", `${code}?utm_source=mail&fbclid=abc`],
    ["a tracking parameter without a question mark", `${code}&utm_source=mail`],
  ];
}

test.each(waysToPassOn(link))("a link with %s opens the patient's pages", async (_, code) => {
  const track = await new Client(url).get(`/track/${code}`);
  expect(track.status).toBe(200);
  const schedule = await new Client(url).get(`/schedule/${code}`);
  expect(schedule.status).toBe(200);
  expect((await new Client(url).get(`/api/shortlink/timeline/${code}`)).json.patient_id).toBe(
    order.patient_id,
  );
});

test("an offer's link opens and accepts the offer, however it is passed on", async () => {
  const { order: own, therapist, starts } = await seedClinic(app);
  const visit = await seedVisit(app, {
    order_id: own.id,
    therapist_id: therapist.id,
    start_at: starts[9] ?? 0,
  });
  const { code, columns } = newOfferCode(app);
  await app.db
    .insertInto("offers")
    .values({
      order_id: own.id,
      visit_id: visit.id,
      therapist_id: therapist.id,
      start_at: starts[2] ?? 0,
      visit_start: visit.start_at,
      wave: 1,
      status: "open",
      sent_at: app.clock.now(),
      expires_at: app.clock.now() + day,
      ...columns,
    })
    .execute();
  for (const [how, passedOn] of waysToPassOn(code)) {
    const page = await PlainPage.open(new Client(url), `/offer/${passedOn}`);
    expect([how, page.status, page.buttons("Take this time").length]).toEqual([how, 200, 1]);
  }
  const page = await PlainPage.open(new Client(url), `/offer/${code.toUpperCase()}.`);
  expect((await page.press("Take this time")).text).toContain("You're booked for the earlier time");
});

test("an invitation, a password link, and a calendar feed work with punctuation around them", async () => {
  const user = await seedUser(app, ["admin"]);
  const address = await app.db
    .transaction()
    .execute((trx) => makePasswordLink({ trx, app }, user.id, "reset"));
  const token = address.split("/").at(-1);
  const page = await PlainPage.open(new Client(url), `/reset-password/%3C${token}%3E.`);
  const password = "an entirely new password";
  const reset = await page.press(/password/i, { password, confirm_password: password });
  expect(reset.status).toBe(200);
  const signedIn = await new Client(url).post("/api/login", { email: user.email, password });
  expect(signedIn.status).toBe(200);

  const own = await seedUser(app, ["therapist"]);
  const therapist = await seedTherapist(app, { user_id: own.id });
  const feed = await createFeed(
    app,
    staffOf({ userId: own.id, roles: ["therapist"], therapistId: therapist.id }),
    {
      id: therapist.id,
    },
  );
  const { pathname } = new URL(feed.url);
  for (const passedOn of [
    pathname,
    `${pathname}.`,
    `${pathname}%29`,
    pathname.replace("/calendar/", "/calendar/%E2%80%8B"),
  ]) {
    expect((await new Client(url).get(passedOn)).status, passedOn).toBe(200);
  }
  expect((await new Client(url).get(pathname.replace(".ics", ""))).status).toBe(404);
});

test("a link with a different or shorter code opens nothing", async () => {
  for (const code of [link.slice(1), `${link}2`, "%E2%80%8B", "..."]) {
    expect((await new Client(url).get(`/track/${code}`)).status).toBe(404);
  }
});
