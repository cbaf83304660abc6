import { expect, test } from "vitest";
import { addDays, day, hour, localDate } from "~/core/time";
import { operator } from "~/core/who";
import { makeIntegrationKey } from "~/orders/keys/integration-keys.server";
import { completeVisit } from "~/visits/complete-visit.server";
import { undoOutcome } from "~/visits/outcome/undo-outcome.server";
import { Client } from "../support/client";
import { textOfPages } from "../support/pdf-text";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedUser, seedVisit, signInStaff, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, clock, url } = server;
const { database, therapist } = await seedClinic(app);
const user = await seedUser(app, ["therapist"]);
await app.db.updateTable("therapists").set({ user_id: user.id }).where("id", "=", therapist.id).execute();
const admin = await staffClient(server, "admin");
const zone = "America/New_York";

const setFollowing = (isOn: boolean) =>
  PlainPage.open(admin, "/admin/company").then((form) =>
    form.press("Save", { first_nights: isOn ? ["false", "on"] : "false" }),
  );
await setFollowing(true);

const key = await makeIntegrationKey(app, operator, { name: "Usage reports" });
const put = (body: object) => new Client(url).put("/api/usage", body, { authorization: `Bearer ${key}` });

/** A patient whose setup visit was completed this many days ago. */
async function setUp(daysAgo: number) {
  const order = await seedOrder(app, { brightree_db: database, patient_name: "Ruth Avery" });
  const start_at = clock.now() - daysAgo * day;
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at,
    status: "confirmed",
    confirmed_at: start_at - day,
    patient_zone: zone,
  });
  await completeVisit(app, operator, visit.id);
  return {
    order,
    first: localDate(start_at, zone),
    patient: { brightree_db: database, patient_id: order.patient_id },
  };
}

const nightsFrom = (first: string, count: number, minutes = 300) =>
  Array.from({ length: count }, (_, index) => ({ date: addDays(first, index), minutes }));

const openOrder = (id: number, client = admin) => PlainPage.open(client, `/orders/${id}/nights`);

test("nights that another system sends meet the rule, and the list says to book the re-evaluation", async () => {
  const { order, first, patient } = await setUp(40);
  const reply = await put({ ...patient, nights: nightsFrom(first, 21) });
  expect([reply.status, reply.json]).toEqual([200, { ok: true, saved: 21, unchanged: 0, errors: [] }]);
  const again = await put({ ...patient, nights: nightsFrom(first, 22) });
  expect(again.json).toMatchObject({ saved: 1, unchanged: 21 });
  const page = await openOrder(order.id);
  expect(page.text).toContain("Best 30 nights 22 of 30 nights with 4 hours");
  expect(page.text).toContain("Book the re-evaluation");
  const list = await PlainPage.open(admin, "/nights");
  expect(list.text).toMatch(/Ruth Avery \d+ .* Night\s40 22 of 30 nights Met the rule on/);
});

test("values outside a night are refused with the place of each, and nothing invalid is saved", async () => {
  const { first, patient } = await setUp(3);
  const tomorrow = addDays(localDate(clock.now(), zone), 1);
  const reply = await put({
    ...patient,
    nights: [
      { date: first, minutes: 300 },
      { date: first, minutes: 1500 },
      { date: first, minutes: -1 },
      { date: first, minutes: 299.5 },
      { date: tomorrow, minutes: 300 },
      { date: addDays(first, -1), minutes: 300 },
      { date: "2026-02-30", minutes: 300 },
      null,
    ],
  });
  expect(reply.json).toMatchObject({ saved: 1, unchanged: 0 });
  expect(
    reply.json.errors.map(({ index, field }: { index: number; field: string }) => [index, field]),
  ).toEqual([
    [1, "minutes"],
    [2, "minutes"],
    [3, "minutes"],
    [4, "date"],
    [5, "date"],
    [6, "date"],
    [7, ""],
  ]);
  const none = await put({ ...patient, nights: [{ date: tomorrow, minutes: 300 }] });
  expect([none.status, none.json.error]).toEqual([422, "None of these nights could be saved."]);
  const unknown = await put({ ...patient, patient_id: 99_999_999, nights: nightsFrom(first, 1) });
  expect(unknown.status).toBe(404);
  const many = await put({ ...patient, nights: nightsFrom(first, 401) });
  expect(many.status).toBe(422);
});

test("staff enter a night, the device's value counts before theirs, and both are shown", async () => {
  const { order, first, patient } = await setUp(3);
  const page = await openOrder(order.id);
  expect(page.text).toContain("Needs 21 more nights of 4 hours by");
  const wrong = await page.press("Save night", { date: addDays(first, -1), hours: "5" });
  expect(wrong.text).toContain(`Nights count from ${first}, the day of the setup.`);
  const saved = await page.press("Save night", { date: first, hours: "5", minutes: "7" });
  expect(saved.text).toContain("Night saved");
  expect(saved.text).toContain("5 h 7 min Entered by staff");
  await put({ ...patient, nights: [{ date: first, minutes: 61 }] });
  expect((await openOrder(order.id)).text).toContain("1 h 1 min Device. Staff entered 5 h 7 min");
});

test("a patient without use for four nights is on the list, the therapist's too, but not on another's", async () => {
  const { order, first, patient } = await setUp(5);
  expect((await openOrder(order.id)).text).toContain("The last 4 nights have no value.");
  await put({ ...patient, nights: nightsFrom(first, 5, 0) });
  expect((await openOrder(order.id)).text).toContain(
    "No use for 4 nights. The device must be used every night from",
  );
  const own = await PlainPage.open(await clientOf(user.id), "/nights");
  expect(own.links(/./)).toContain(`/orders/${order.id}/nights`);
  const other = await staffClient(server, "therapist");
  expect((await PlainPage.open(other, "/nights")).text).not.toContain(`/orders/${order.id}/nights`);
  expect((await openOrder(order.id, other)).status).toBe(404);
});

async function clientOf(userId: number): Promise<Client> {
  const client = new Client(url);
  await signInStaff(app, client, userId);
  return client;
}

test("a supervisor ends and restarts the 90 nights with a reason, and the device's nights are refused in between", async () => {
  const { order, first, patient } = await setUp(20);
  const ended = await (await openOrder(order.id)).press("Stop following", { end_reason: "returned" });
  expect(ended.text).toContain("This patient's nights aren't followed anymore.");
  expect(ended.text).toContain("Patient returned the device");
  expect((await put({ ...patient, nights: nightsFrom(first, 1) })).status).toBe(409);
  expect((await PlainPage.open(admin, "/nights?show=all")).text).not.toContain(String(order.patient_id));
  const from = addDays(first, 10);
  const late = await ended.press("Restart the 90 nights", {
    started_on: addDays(first, -100),
    reason: "Break",
  });
  expect(late.text).toContain("Enter a date within the last 90 days.");
  const restarted = await ended.press("Restart the 90 nights", { started_on: from, reason: "Break in need" });
  expect(restarted.text).toContain("The 90 nights count from the new date.");
  expect((await put({ ...patient, nights: nightsFrom(from, 2) })).json.saved).toBe(2);
});

test("visits from before the company turned it on are followed only when a supervisor asks", async () => {
  await setFollowing(false);
  const { order } = await setUp(10);
  const { order: old } = await setUp(95);
  const quiet = await PlainPage.open(admin, `/orders/${order.id}`);
  expect(quiet.text).not.toContain("First 90 nights");
  await setFollowing(true);
  const sheet = await PlainPage.open(admin, `/orders/${order.id}`);
  const page = await sheet.follow("Follow…");
  const followed = await page.press("Follow the first 90 nights");
  expect(followed.text).toContain("The first 90 nights are followed from the day of the visit.");
  expect(followed.text).toContain("Night 10 of 90");
  const over = await (await openOrder(old.id)).press("Follow the first 90 nights");
  expect(over.text).toContain("The first 90 nights after this visit are over.");
});

test("the evidence is one page with each night and the rule", async () => {
  const { order, first, patient } = await setUp(30);
  await put({ ...patient, nights: nightsFrom(first, 25, 412) });
  const page = await openOrder(order.id);
  const [address = ""] = page.links("Evidence (PDF)");
  const response = await fetch(url + address, {
    headers: { cookie: [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
  });
  const [text, ...more] = textOfPages(Buffer.from(await response.arrayBuffer()));
  expect(more).toEqual([]);
  expect(text).toContain("6:52");
  expect(text).toContain("LCD L33718");
});

test("no night is in the log, a webhook, or the address", async () => {
  const rows = await app.reads.selectFrom("audit_log").select(["action", "details"]).execute();
  const ofNights = rows.filter(({ action }) => action.startsWith("nights."));
  expect(new Set(ofNights.map(({ action }) => action))).toEqual(
    new Set(["nights.saved", "nights.ended", "nights.restarted", "nights.followed", "nights.exported"]),
  );
  expect(JSON.stringify(ofNights)).not.toMatch(/minutes|412|300/);
});

test("undoing the visit's outcome stops following, unless nights were saved", async () => {
  const { order, first, patient } = await setUp(1);
  const followed = () =>
    app.reads
      .selectFrom("first_nights")
      .select("visit_id")
      .where("order_id", "=", order.id)
      .executeTakeFirst();
  const visitId = (await followed())?.visit_id ?? 0;
  await undoOutcome(app, operator, visitId);
  expect(await followed()).toBeUndefined();
  await completeVisit(app, operator, visitId);
  await put({ ...patient, nights: nightsFrom(first, 1) });
  await undoOutcome(app, operator, visitId);
  expect(await followed()).toBeDefined();
});

test("a night is over at noon where the patient is", async () => {
  const { order } = await setUp(2);
  const noon = Date.parse(`${localDate(clock.now(), zone)}T12:00:00-05:00`);
  clock.set(noon - hour);
  expect((await openOrder(order.id, await staffClient(server, "admin"))).text).toContain("Night 2 of 90");
  clock.set(noon + hour);
  expect((await openOrder(order.id, await staffClient(server, "admin"))).text).toContain("Night 3 of 90");
});
