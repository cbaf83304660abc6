import { expect, test } from "vitest";
import { day, iso, minute } from "~/core/time";
import { runWaves } from "~/offers/run-waves.server";
import { Client } from "../support/client";
import { agree, rowsTo } from "../support/http-actions";
import { seedOffers, thursday } from "../support/offers";
import { PlainPage } from "../support/plain-page";
import { seedOrder, seedSlots, seedVisit, signInPatient, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer({}, undefined, { demo: true });
const seeded = await seedOffers({ ...app, clock });
const supervisor = await staffClient({ app, url }, "supervisor");
const { therapist, free } = seeded;
const staffPage = (path: string) => PlainPage.open(supervisor, path);

async function patientClient(fields: Parameters<typeof seedOrder>[1] = {}) {
  const order = await seedOrder({ ...app, clock }, fields);
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  return { order, client };
}

const waitOf = (orderId: number) =>
  app.db.selectFrom("waits").selectAll().where("order_id", "=", orderId).executeTakeFirst();

test("a patient for whom no time works asks for one, changes the wish, and ends it, without a script", async () => {
  const { order, client } = await patientClient();
  const schedule = await PlainPage.open(client, "/schedule");
  const form = await schedule.follow("None of these times work for me");
  expect(form.text).toContain("Which times work for you?");
  const wrong = await form.press("Let me know", { parts: [], until: "2031-01-01" });
  expect(wrong.text).toContain("Choose at least one time of day.");
  const late = await form.press("Let me know", { until: "2031-01-01" });
  expect(late.text).toContain("Choose a day from today to 180 days from now.");
  const saved = await form.press("Let me know", {
    parts: ["morning"],
    weekdays: ["4", "5"],
    notice_hours: "48",
    standby: "on",
    until: "2026-03-20",
    sms_consent: "on",
  });
  expect(saved.text).toContain("Saved. We're looking for a time for you.");
  expect(saved.text).toContain("we'll text you a link");
  expect(saved.text).toContain("If nothing opens up by Friday, March 20, we'll call you.");
  expect(saved.text).toContain("Morning (before noon)");
  expect(saved.text).toContain("Thursday, Friday");
  expect(saved.text).toContain("You can also start within two hours");
  const consents = await app.db
    .selectFrom("consents")
    .select(["given", "source"])
    .where("phone", "=", order.phone ?? "")
    .execute();
  expect(consents).toEqual([{ given: 1, source: "booking" }]);

  const again = await (await PlainPage.open(client, "/schedule")).follow("What you asked for");
  const changing = await again.follow("Change what you asked for");
  const changed = await changing.press("Save", { parts: ["afternoon"], notice_hours: "24" });
  expect(changed.text).toContain("Afternoon (noon to 5 PM)");
  expect((await client.get("/api/my-wait")).json).toMatchObject({
    waiting: true,
    parts: ["afternoon"],
    notice_hours: 24,
    until: "2026-03-20",
  });
  const ended = await changed.press("Stop looking for me");
  expect(ended.text).toContain("We've stopped looking for a time for you.");
  expect(await waitOf(order.id)).toMatchObject({ ended_because: "patient" });
});

test("a wish that no therapist can meet is answered immediately, and staff are asked to call", async () => {
  const { order, client } = await patientClient({ patient_name: "Nash, Omar" });
  const form = await PlainPage.open(client, "/my-wait");
  const saved = await form.press("Let me know", { parts: ["evening"], sms_consent: "on" });
  expect(saved.text).toContain("We have no times like this right now. We'll call you to find one.");
  expect(saved.text).not.toContain("What happens now");
  const page = await staffPage("/offers?who=without");
  expect(page.text).toContain("No therapist has times like this. Call the patient, or add hours.");
  const task = await app.db
    .selectFrom("call_tasks")
    .select("reason")
    .where("order_id", "=", order.id)
    .where("done_at", "is", null)
    .execute();
  expect(task).toEqual([{ reason: "no_visit" }]);
  const worklist = await staffPage("/calendars?tab=worklist");
  expect(worklist.text).toContain("Waits for times that no therapist has");
  await client.delete("/api/my-wait");
});

test("an open time that already fits is shown immediately", async () => {
  await seedSlots(app, therapist, [thursday + 5 * day]);
  const { client } = await patientClient();
  const saved = await (await PlainPage.open(client, "/my-wait")).press("Let me know", { parts: ["morning"] });
  expect(saved.text).toContain("This time is open now and fits what you asked for:");
  const booking = await saved.follow("See this time");
  expect(booking.text).toContain(therapist.name);
  await client.delete("/api/my-wait");
  await app.db
    .deleteFrom("slots")
    .where("start_at", "=", thursday + 5 * day)
    .execute();
});

test("a patient without a visit takes an offered time from the text, and declines another", async () => {
  const first = await patientClient({ patient_name: "Avery, Ruth" });
  const second = await patientClient();
  for (const { client } of [first, second]) {
    await (await PlainPage.open(client, "/my-wait")).press("Let me know", { sms_consent: "on" });
  }
  await free();
  clock.advance(minute);
  await runWaves(app);
  const linkOf = async (phone: string | null) => {
    const sent = (await rowsTo(app, phone ?? "")).find(({ kind }) => kind === "wait-offer");
    const body = app.secrets.open(sent?.body_sealed ?? "");
    expect(body).toContain("Time found: Thu, Mar 5, 10:00 AM EST, with");
    return /\/offer\/\w{20}/.exec(body)?.[0] ?? "";
  };
  expect((await PlainPage.open(second.client, "/schedule")).text).toContain("A time is open for you.");
  const declined = await (await PlainPage.open(new Client(url), await linkOf(second.order.phone))).press(
    "No, keep looking",
  );
  expect(declined.text).toContain("You didn't take this time");
  expect(declined.text).toContain("We'll let you know when another time opens up.");
  expect(declined.text).not.toContain("Your current visit");
  const offer = await PlainPage.open(new Client(url), await linkOf(first.order.phone));
  expect(offer.text).toContain("For Ruth A.");
  expect(offer.text).toContain("A time for your visit");
  expect(offer.text).not.toContain("I agree to SMS updates");
  const taken = await offer.press("Take this time");
  expect(taken.text).toContain("Your visit is booked");
  expect(taken.text, "they never asked for an earlier time").not.toContain("earlier times");
  expect(taken.text).toContain("Thursday, March 5, 2026 at 10:00 AM EST");
  expect((await first.client.get("/api/my-appointment")).json.appointment).toMatchObject({
    datetime: iso(thursday),
  });
  expect((await PlainPage.open(new Client(url), await linkOf(second.order.phone))).text).toContain(
    "You didn't take this time",
  );
  const stopped = await declined.press("Stop looking for me");
  expect(stopped.text).toContain("We won't tell you about times that open up.");
  expect(await waitOf(second.order.id)).toMatchObject({ ended_because: "patient" });
});

test("a patient who hasn't agreed to texts agrees when taking an offered time, if the company requires it", async () => {
  const { order, client } = await patientClient();
  const saved = await (await PlainPage.open(client, "/my-wait")).press("Let me know");
  expect(saved.text).toContain("we'll email you a link");
  const other = await seedOrder({ ...app, clock });
  const start = thursday + 6 * day;
  await seedSlots(app, therapist, [start]);
  const visit = await seedVisit(app, { order_id: other.id, therapist_id: therapist.id, start_at: start });
  await supervisor.post(`/api/appointments/${visit.id}/cancel`, { reason: "patient_request" });
  clock.advance(minute);
  await runWaves(app);
  const { code_sealed } = await app.db
    .selectFrom("offers")
    .select("code_sealed")
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  const code = app.secrets.open(code_sealed);
  const refused = await new Client(url).post(`/api/offers/${code}/accept`);
  expect(refused).toMatchObject({ status: 422, json: { ok: false } });
  const offer = await PlainPage.open(new Client(url), `/offer/${code}`);
  const without = await offer.press("Take this time");
  expect(without.text).toContain("Check the box to agree to text updates.");
  expect((await offer.press("Take this time", { sms_consent: "on" })).text).toContain("Your visit is booked");
});

test("an accepted offer keeps the time zone in which the patient waited, in a browser in another zone", async () => {
  const { order, client } = await patientClient({ state: "TN" });
  client.cookies.set("tz", "America/Chicago");
  await (await PlainPage.open(client, "/my-wait")).press("Let me know", { sms_consent: "on" });
  expect(await waitOf(order.id)).toMatchObject({ zone: "America/Chicago" });
  const other = await seedOrder({ ...app, clock });
  const start = thursday + 7 * day;
  await seedSlots(app, therapist, [start]);
  const visit = await seedVisit(app, { order_id: other.id, therapist_id: therapist.id, start_at: start });
  await supervisor.post(`/api/appointments/${visit.id}/cancel`, { reason: "patient_request" });
  clock.advance(minute);
  await runWaves(app);
  const { code_sealed } = await app.db
    .selectFrom("offers")
    .select("code_sealed")
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  const elsewhere = new Client(url);
  elsewhere.cookies.set("tz", "America/Los_Angeles");
  const offer = await PlainPage.open(elsewhere, `/offer/${app.secrets.open(code_sealed)}`);
  expect(offer.text).toContain("10:00 AM CDT");
  const taken = await offer.press("Take this time");
  expect(taken.text).toContain("10:00 AM CDT");
  const booked = await app.db
    .selectFrom("visits")
    .select("patient_zone")
    .where("order_id", "=", order.id)
    .executeTakeFirstOrThrow();
  expect(booked.patient_zone).toBe("America/Chicago");
});

test("staff add a patient to the waiting list, read what would help, and remove the patient", async () => {
  const order = await seedOrder({ ...app, clock }, { patient_name: "Stone, Silas" });
  await agree(app, order.phone ?? "");
  const sheet = await staffPage(`/orders/${order.id}`);
  const form = await sheet.follow("Add to the waiting list…");
  const saved = await form.press("Add to waiting list", {
    parts: ["evening"],
    weekdays: ["2"],
    standby: "on",
  });
  expect(saved.text).toContain("Added to the waiting list.");
  const page = await staffPage("/offers");
  expect(page.text).toContain("Stone, Silas");
  expect(page.text).toContain("Evenings, Tue, 24 hours' notice");
  expect(page.text).toContain("Can start within two hours");
  expect(page.text).toContain("1 more evening hour a week would clear 1");
  const helped = await page.follow(/^1 waiting for evening hours/);
  expect(helped.table("Waiting patients")).toHaveLength(1);
  expect((await page.follow(/^1 waiting without an open time that fits/)).text).toContain("Stone, Silas");
  const { order: fitting, client } = await patientClient({ patient_name: "Fitz, Fay" });
  await (await PlainPage.open(client, "/my-wait")).press("Let me know", { sms_consent: "on" });
  const both = await staffPage("/offers");
  expect(both.text, "the open time needs a booking, not more hours").not.toContain("more morning hour");
  const fits = await both.follow(/^\d+ waiting with an open time that fits/);
  expect(fits.text).toContain("Fitz, Fay");
  expect(fits.text).not.toContain("Stone, Silas");
  await (await fits.follow(new RegExp(`^Change or remove….*${fitting.patient_id}`))).press(
    "Remove from waiting list",
  );
  const all = (await supervisor.get("/api/waiting")).json as { patient_id: number }[];
  expect(all.find(({ patient_id }) => patient_id === order.patient_id)).toMatchObject({
    visit_id: null,
    parts: ["evening"],
    standby: true,
    unmatched: true,
  });
  const booking = await helped.follow(new RegExp(`^Book a visit for patient ${order.patient_id}`));
  expect(booking.heading).toBe("New appointment");
  expect(booking.text).toContain("Stone, Silas");
  const change = await helped.follow(new RegExp(`^Change or remove….*${order.patient_id}`));
  const removed = await change.press("Remove from waiting list");
  expect(removed.text).toContain("Removed from the waiting list");
  const ended = await staffPage("/offers?who=ended");
  expect(ended.text).toContain("Removed by staff");
});

test("a patient with a visit, and a patient whose company offers no freed times, can't wait", async () => {
  const { order, client } = await patientClient();
  await seedSlots(app, therapist, [thursday + 9 * day]);
  await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: thursday + 9 * day });
  expect((await client.get("/api/my-wait")).status).toBe(404);
  expect((await client.put("/api/my-wait")).status).toBe(404);
  const other = await patientClient();
  await app.db.updateTable("companies").set({ offers_on: 0 }).execute();
  expect((await other.client.put("/api/my-wait")).status).toBe(404);
  expect((await PlainPage.open(other.client, "/schedule")).text).not.toContain("None of these times");
  await app.db.updateTable("companies").set({ offers_on: 1 }).execute();
});
