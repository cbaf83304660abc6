import { expect, test } from "vitest";
import { addDays, day, formatDay, iso, localDate, startOfDay } from "~/core/time";
import { operator } from "~/core/who";
import { replaceLinkCode } from "~/orders/access/link-code.server";
import { makeIntegrationKey } from "~/orders/keys/integration-keys.server";
import { moveMyVisit, moveVisit } from "~/visits/move-visit.server";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedSlots, seedVisit, signInPatient, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, clock, url } = server;
const { database, therapist } = await seedClinic(app);
const supervisor = await staffClient(server, "supervisor");
const admin = await staffClient(server, "admin");
const zone = "America/New_York";
const today = localDate(clock.now(), zone);
const morning = (days: number) => startOfDay(addDays(today, days), zone) + 10 * 60 * 60 * 1000;
await seedSlots(app, therapist, [8, 9, 10, 11, 12].map(morning));

const setEquipment = async (equipment: "off" | "inform" | "require", equipment_days = "0") => {
  const form = await PlainPage.open(admin, "/admin/company");
  return form.press("Save", { equipment, equipment_days });
};

const key = await makeIntegrationKey(app, operator, { name: "Warehouse" });
const putOrder = (order: { sales_order_no: string | null; patient_id: number }, facts: object) =>
  new Client(url).put(
    "/api/orders",
    {
      orders: [
        {
          brightree_db: database,
          patient_id: order.patient_id,
          sales_order_no: order.sales_order_no,
          ...facts,
        },
      ],
    },
    { authorization: `Bearer ${key}` },
  );

let number = 0;
async function patient() {
  const order = await seedOrder(app, {
    brightree_db: database,
    state: "NC",
    visit_zone: zone,
    sales_order_no: `E${++number}`,
    phone: `+1919555${2000 + number}`,
  });
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  return { order, client };
}

const inDays = (days: number) => addDays(today, days);
const book = (client: Client, order: { patient_id: number }, start: number) =>
  client.post("/api/schedule-appointment", {
    patient_id: order.patient_id,
    brightree_db: database,
    therapist: therapist.name,
    datetime: iso(start),
    sms_consent: true,
  });

test("with the setting off, patients and staff see nothing of a shipment", async () => {
  await setEquipment("off");
  const { order, client } = await patient();
  const saved = await putOrder(order, {
    carrier: "UPS",
    tracking_number: "1Z5R89390357567127",
    expected_on: inDays(9),
  });
  expect([saved.status, saved.json]).toMatchObject([200, { updated: 1, errors: [] }]);
  expect((await putOrder(order, { expected_on: inDays(9) })).json).toMatchObject({
    updated: 0,
    unchanged: 1,
  });
  for (const path of ["/schedule", "/track", "/my-visit"])
    expect((await client.get(path)).text).not.toContain("quipment should");
  expect((await supervisor.get(`/orders/${order.id}`)).text).not.toContain("Equipment…");
  expect((await supervisor.get(`/orders/${order.id}/equipment`)).status).toBe(404);
});

test("the company can tell patients where the equipment is, in both languages, and still offer all times", async () => {
  await setEquipment("inform");
  const { order, client } = await patient();
  await putOrder(order, { carrier: "ups", tracking_number: "1z 5R8-939 0357567127", expected_on: inDays(9) });
  const link = await app.db.transaction().execute((trx) => replaceLinkCode({ trx, app }, order.id));
  for (const path of ["/schedule", "/my-visit", "/track", `/track/${link}`]) {
    const { text } = await client.get(path);
    expect([path, text]).toEqual([
      path,
      expect.stringMatching(/Your equipment should arrive \w+day, \w+ \d+\./),
    ]);
    expect(text).toContain("https://www.ups.com/track?tracknum=1Z5R89390357567127");
  }
  client.cookies.set("language", "es");
  expect((await client.get("/my-visit")).text).toMatch(/Su equipo debe llegar el \p{L}+,? \d+ de \w+\./u);
  client.cookies.set("language", "en");
  expect((await client.get(`/schedule?date=${inDays(8)}`)).text).toContain(`data-at="${iso(morning(8))}"`);
  expect((await book(client, order, morning(8))).status).toBe(201);
});

test("if it is required, patients are offered and can book only times after the expected day", async () => {
  await setEquipment("require", "1");
  const { order, client } = await patient();
  await putOrder(order, { expected_on: inDays(9) });
  const { text } = await client.get("/schedule");
  expect(text).toContain("You can choose times from");
  expect(text).not.toContain(`data-at="${iso(morning(10))}"`);
  expect(text).toContain(`data-at="${iso(morning(11))}"`);
  const early = await book(client, order, morning(10));
  expect([early.status, early.json.error]).toEqual([
    422,
    "Your equipment won't have arrived by that time. Please choose a later time.",
  ]);
  for (const { start } of early.json.alternatives) expect(Date.parse(start)).toBeGreaterThan(morning(10));
  expect((await book(client, order, morning(11))).status).toBe(201);
  const who = {
    kind: "patient",
    sessionId: 0,
    sessionKind: "link",
    orderId: order.id,
    address: null,
  } as const;
  await expect(moveMyVisit(app, who, { datetime: morning(10) })).rejects.toThrow(
    "Your equipment won't have arrived by that time.",
  );

  const later = await patient();
  await putOrder(later.order, { expected_on: inDays(9) });
  await putOrder(later.order, { delivered_at: iso(clock.now()) });
  expect((await book(later.client, later.order, morning(9))).status).toBe(201);
});

test("staff are warned before a visit earlier than the equipment, and can still book it", async () => {
  await setEquipment("require");
  const { order } = await patient();
  await putOrder(order, { expected_on: inDays(11) });
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: morning(12),
  });
  const move = (accept: boolean) => moveVisit(app, operator, { id: visit.id, datetime: morning(10), accept });
  await expect(move(false)).rejects.toThrow("The patient's equipment isn't delivered.");
  expect(await move(true)).toMatchObject({ datetime: iso(morning(10)) });
});

test("if patients are only informed, staff who choose a day before the equipment are warned, and can still book", async () => {
  await setEquipment("inform");
  const { order } = await patient();
  await putOrder(order, { expected_on: inDays(11) });
  const show = (days: number) =>
    PlainPage.open(
      supervisor,
      `/new-appointment?order=${order.id}&therapist=${therapist.id}&date=${inDays(days)}`,
    );
  const warning = "The patient's equipment isn't delivered. It should be there from";
  expect((await show(12)).text).not.toContain(warning);
  const page = await show(11);
  expect(page.text).toContain(warning);
  const chosen = { slot: "other", time: "13:00" };
  const warned = await page.press("Book visit", chosen);
  expect(warned.text).toContain(warning);
  const booked = await warned.press("Book visit", { ...chosen, accept: "on" });
  expect(booked.text).toContain("Visit booked");
});

test("a waiting patient isn't shown an open time before the required equipment, and neither are staff", async () => {
  await setEquipment("require");
  await app.db.updateTable("companies").set({ offers_on: 1 }).execute();
  const { order, client } = await patient();
  await putOrder(order, { expected_on: inDays(11) });
  const wait = await (await PlainPage.open(client, "/my-wait")).press("Let me know", { sms_consent: "on" });
  const day = (days: number) => formatDay(morning(days), zone);
  expect(wait.text).toContain("This time is open now and fits what you asked for:");
  expect(wait.html).toContain(encodeURIComponent(iso(morning(12))));
  const list = await PlainPage.open(supervisor, "/offers");
  expect(list.text).toContain(`An opening fits: ${day(12)}`);
  expect(list.text).not.toContain("When a suitable time opens");
  const booking = await list.follow(/^Book a visit/);
  const booked = await booking.press("Book visit", { slot: iso(morning(12)) });
  expect(booked.text).toContain("Visit booked");
  expect((await PlainPage.open(supervisor, "/offers")).text).not.toContain("An opening fits");
});

test("staff enter shipments on the order's page, and wrong numbers and days are marked", async () => {
  await setEquipment("inform");
  const { order } = await patient();
  const open = () => PlainPage.open(supervisor, `/orders/${order.id}/equipment`);
  const sheet = await PlainPage.open(supervisor, `/orders/${order.id}`);
  expect(sheet.text).toContain("No shipment known");
  const saved = await (await open()).press("Add shipment", {
    carrier: "ups",
    tracking_number: "986578788855",
    expected_on: inDays(4),
  });
  expect(saved.text).toContain("This looks like a FedEx number. Check the carrier.");
  const corrected = await saved.press("Save", { carrier: "fedex" });
  expect(corrected.text).not.toContain("This looks like");
  expect(corrected.text).toContain("From staff");
  const backwards = await corrected.press("Save", { shipped_on: inDays(-1), delivered_on: inDays(-2) });
  expect(backwards.text).toContain("The delivery can't be before the shipment.");
  await putOrder(order, {
    tracking_number: "986578788855",
    shipped_at: iso(clock.now() - day),
    delivered_at: iso(clock.now() - 3 * day),
  });
  expect((await open()).text).toContain("The delivery is before the shipment. Check the days.");
});

test("of two shipments, the one that hasn't arrived decides, and patients read that one did", async () => {
  await setEquipment("require");
  await seedSlots(app, therapist, [morning(14)]);
  const { order, client } = await patient();
  await putOrder(order, { tracking_number: "1Z5R89390357567127", carrier: "ups", expected_on: inDays(8) });
  await putOrder(order, { tracking_number: "986578788855", carrier: "fedex", expected_on: inDays(14) });
  await putOrder(order, { tracking_number: "1Z5R89390357567127", delivered_at: iso(clock.now()) });
  for (const path of ["/schedule", "/my-visit", "/track"]) {
    expect((await client.get(path)).text).toContain("1 of 2 packages came.");
  }
  const { html } = await PlainPage.open(client, "/schedule");
  expect(html).toContain("fedex.com");
  expect(html).not.toContain("ups.com");
  expect((await book(client, order, morning(14))).status).toBe(422);
  await putOrder(order, { tracking_number: "986578788855", delivered_at: iso(clock.now()) });
  expect((await book(client, order, morning(14))).status).toBe(201);
});

test("after an expected day in the past, patients read that nothing is marked as delivered, and book from tomorrow on", async () => {
  await setEquipment("require", "3");
  const { order, client } = await patient();
  await putOrder(order, { expected_on: inDays(-3) });
  expect((await PlainPage.open(client, "/schedule")).text).toMatch(
    /Your equipment was expected \w+day, \w+ \d+\. It isn't marked as delivered yet\./,
  );
  expect((await book(client, order, morning(3))).status).toBe(422);
  await setEquipment("require");
  expect((await book(client, order, morning(3))).status).toBe(201);
});
