import { expect, test } from "vitest";
import { addDays, day, localDate } from "~/core/time";
import { saveShipment } from "~/equipment/save-shipment.server";
import { findActiveVisit } from "~/visits/visits.server";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedTherapist, seedVisit, signInPatient, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, clock, url } = server;
const { database } = await seedClinic(app);
await app.db.updateTable("companies").set({ equipment: "inform" }).execute();
const supervisor = await staffClient(server, "supervisor");
const zone = "America/New_York";
const inDays = (days: number) => addDays(localDate(clock.now(), zone), days);
const yesSentence = "The patient reported that it arrived, but it is expected later. Decide which is right.";
const noSentence =
  "The patient reported that it isn't there, but it was reported as delivered. Decide which is right.";

let number = 0;
/** A patient with a visit tomorrow, and what the order system reports. */
async function patient() {
  const order = await seedOrder(app, {
    brightree_db: database,
    state: "NC",
    visit_zone: zone,
    sales_order_no: `D${++number}`,
  });
  const { id: visit } = await seedVisit(app, {
    order_id: order.id,
    therapist_id: (await seedTherapist(app)).id,
    start_at: clock.now() + day + number,
  });
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  const report = (facts: Parameters<typeof saveShipment>[2]) =>
    app.db
      .transaction()
      .execute((trx) =>
        saveShipment({ trx, app }, order.id, facts, { source: "order_system", by: "the order system" }),
      );
  const say = async (answer: "Yes, it's here" | "No, not yet") =>
    (await PlainPage.open(client, "/my-visit")).press(answer);
  const sheets = () =>
    Promise.all([`/orders/${order.id}`, `/visits/${visit}`].map((path) => PlainPage.open(supervisor, path)));
  const texts = async () => (await sheets()).map(({ text }) => text);
  const missingAt = async () => (await findActiveVisit(app.db, order.id))?.equipment_missing_at ?? null;
  return { order, client, report, say, sheets, texts, missingAt };
}

test("the patient's yes and a later expected day are both shown, and staff can take the patient's word", async () => {
  const { order, report, say, sheets, texts } = await patient();
  await say("Yes, it's here");
  await report({ expected_on: inDays(3) });
  for (const text of await texts()) {
    expect(text).toContain(yesSentence);
    expect(text).toMatch(/Delivered .+ \(the patient\), expected .+ \(the order system\)/);
  }
  const [, visitSheet] = await sheets();
  const decided = await visitSheet?.press("It arrived");
  expect(decided?.text).toContain("Saved");
  for (const text of await texts()) expect(text).not.toContain(yesSentence);
  await report({ expected_on: inDays(4) });
  for (const text of await texts()) expect(text).not.toContain(yesSentence);
  expect((await PlainPage.open(supervisor, `/orders/${order.id}/equipment`)).text).toContain("From staff");
});

test("staff can decide that it hasn't arrived, until another delivery is reported", async () => {
  const { client, report, say, sheets, texts } = await patient();
  await say("Yes, it's here");
  await report({ tracking_number: "986578788855", expected_on: inDays(3) });
  const [orderSheet] = await sheets();
  await orderSheet?.press("It hasn't arrived");
  for (const text of await texts()) {
    expect(text).not.toContain(yesSentence);
    expect(text).toMatch(/Expected .+, not delivered/);
  }
  expect((await PlainPage.open(client, "/my-visit")).text).toContain("too late for this visit");
  await report({ delivered_at: clock.now() + 60_000 });
  for (const text of await texts()) expect(text).toMatch(/Delivered \w/);
});

test("the patient's no after a reported delivery is shown, and a repeated report doesn't undo the decision", async () => {
  const { client, report, say, sheets, texts, missingAt } = await patient();
  const deliveredAt = clock.now() - day;
  await say("No, not yet");
  await report({ delivered_at: deliveredAt });
  for (const text of await texts()) expect(text).toContain(noSentence);
  const [orderSheet] = await sheets();
  await orderSheet?.press("It hasn't arrived");
  await report({ delivered_at: deliveredAt });
  for (const text of await texts()) {
    expect(text).not.toContain(noSentence);
    expect(text).toContain("Not shipped");
  }
  expect((await PlainPage.open(client, "/my-visit")).text).toContain("your equipment isn't there yet");
  await report({ delivered_at: deliveredAt + 1 });
  const [, visitSheet] = await sheets();
  expect(visitSheet?.text).toContain(noSentence);
  await visitSheet?.press("It arrived");
  for (const text of await texts()) expect(text).not.toContain(noSentence);
  expect(await missingAt()).toBeNull();
});
