import { beforeEach, expect, test } from "vitest";
import { hour } from "~/core/time";
import { strings } from "~/schedule/strings";
import { noFaults, startBadNetwork } from "../support/bad-network";
import { Client } from "../support/client";
import { freePort } from "../support/free-port";
import { PlainPage } from "../support/plain-page";
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

// Tests pages without scripts on a bad connection. bad-network.browser.test.ts tests pages with scripts.
const [port, serverPort] = [await freePort(), await freePort()];
const url = `http://127.0.0.1:${port}`;
const { app } = await startServer({ PORT: String(serverPort), PUBLIC_URL: url }, testClock(Date.now()));
const network = await startBadNetwork(port, serverPort);
const mornings = morningStarts(app, 10);
const therapist = await seedTherapist(app, { daily_capacity: 40 });
await seedSlots(app, therapist, [...mornings, ...mornings.map((start) => start + 5 * hour)]);
const supervisor = await seedUser(app, ["supervisor"]);

beforeEach(() => {
  Object.assign(network, noFaults);
});

async function openTimes() {
  const order = await seedOrder(app);
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  const visits = () =>
    app.db.selectFrom("visits").select(["id", "start_at"]).where("order_id", "=", order.id).execute();
  return { order, client, visits, page: await PlainPage.open(client, "/schedule") };
}

const choose = (page: PlainPage, nth: number) => page.open(page.links(/^Select/)[nth] ?? "");
const confirm = (page: PlainPage) => page.press("Confirm", { sms_consent: "on" });

test("if the response is lost, the visit is booked once, and the next page shows it", async () => {
  const { page, visits } = await openTimes();
  const question = await choose(page, 2);
  network.lostResponses = 100;
  await expect(confirm(question)).rejects.toThrow();
  // Browsers retry a request whose connection broke.
  await expect(confirm(question)).rejects.toThrow();
  expect(await visits()).toHaveLength(1);
  network.lostResponses = 0;
  expect((await page.open("/schedule")).text).toContain(strings.visitTitle.submitted);
});

test("submitting the booking form again books nothing and shows the visit's date", async () => {
  const { page, visits } = await openTimes();
  const question = await choose(page, 1);
  await confirm(question);
  const booked = await visits();
  expect(booked).toHaveLength(1);
  expect((await confirm(question)).text).toMatch(/You already have a visit on|[Yy]our visit/);
  expect(await visits()).toEqual(booked);
});

test("a booking form submitted twice at the same time books one visit", async () => {
  const { page, visits } = await openTimes();
  const question = await choose(page, 4);
  await Promise.all([confirm(question), confirm(question)]);
  expect(await visits()).toHaveLength(1);
});

test("two tabs that book at the same time book one visit, and the other tab shows it", async () => {
  const { page, visits } = await openTimes();
  const tabs = await Promise.all([choose(page, 3), choose(page, 7)]);
  const responses = await Promise.all(tabs.map(confirm));
  const second = responses.filter(({ text }) => /You already have a visit on/.test(text));
  const first = responses.filter(({ text }) => text.includes("Appointment submitted successfully!"));
  expect([first.length, second.length]).toEqual([1, 1]);
  expect(await visits()).toHaveLength(1);
});

test("if the session ends before confirming, nothing is booked, and the patient can sign in and book once", async () => {
  const { page, client, order, visits } = await openTimes();
  const question = await choose(page, 6);
  await app.db.deleteFrom("sessions").where("order_id", "=", order.id).execute();
  expect((await confirm(question)).text).toMatch(/Please sign in|You were signed out/);
  expect(await visits()).toEqual([]);
  await signInPatient(app, client, order.id);
  const again = await choose(await page.open("/schedule"), 6);
  expect((await confirm(again)).text).toContain("Appointment submitted successfully!");
  expect(await visits()).toHaveLength(1);
});

test("text that staff typed before their session ended is restored and saved after they sign in again", async () => {
  const client = new Client(url);
  await signInStaff(app, client, supervisor.id);
  const { id } = await seedTherapist(app);
  const page = await PlainPage.open(client, `/therapists/${id}`);
  await app.db.deleteFrom("sessions").where("user_id", "=", supervisor.id).execute();
  const signedOut = await page.press(/^Save/, { name: `Newly Typed ${id}` });
  expect(signedOut.text).toContain("You've been signed out");
  await signInStaff(app, client, supervisor.id);
  await signedOut.press("Submit again");
  const saved = await app.db.selectFrom("therapists").select("name").where("id", "=", id).execute();
  expect(saved).toEqual([{ name: `Newly Typed ${id}` }]);
});

test("if every third request fails, a patient who keeps trying books only one visit", async () => {
  const { client, visits } = await openTimes();
  network.cuts = 33;
  let shown = "";
  for (let attempt = 0; attempt < 60 && !shown.includes(strings.visitTitle.submitted); attempt++) {
    const page = await PlainPage.open(client, "/schedule").catch(() => null);
    shown = page?.text ?? "";
    if (!page || page.links(/^Select/).length === 0) continue;
    await choose(page, 8)
      .then(confirm)
      .catch(() => {});
  }
  expect(shown).toContain(strings.visitTitle.submitted);
  expect(await visits()).toHaveLength(1);
});
