import { expect, test } from "vitest";
import { operator } from "~/core/who";
import { generateCode } from "~/orders/access/generate-code.server";
import { Client } from "../../support/client";
import {
  morningStarts,
  seedDatabase,
  seedOrder,
  seedSlots,
  seedTherapist,
  signInPatient,
  staffClient,
} from "../../support/seed";
import { startServer } from "../../support/server";

// One patient has two orders, each with its own link and code.
const { url, app } = await startServer();
await seedDatabase(app, "QHMS");
const therapist = await seedTherapist(app);
const starts = morningStarts(app);
await seedSlots(app, therapist, starts);
const patient = { brightree_db: "QHMS", patient_id: 4711, phone: "+19195550155" };
const first = await seedOrder(app, { ...patient, sales_order_no: "100" });
const second = await seedOrder(app, { ...patient, sales_order_no: "200" });
const codeFor = (order: typeof first) =>
  generateCode(app, operator, { ...patient, sales_order_no: order.sales_order_no ?? undefined });
const sentFirst = await codeFor(first);
const sentSecond = await codeFor(second);

const timeline = async (link: string) => (await new Client(url).get(`/api/shortlink/timeline/${link}`)).json;
const book = (client: Client, start = 6, more = {}) =>
  client.post("/api/schedule-appointment", {
    patient_id: patient.patient_id,
    brightree_db: patient.brightree_db,
    therapist: therapist.name,
    datetime: new Date(starts[start] ?? 0).toISOString(),
    sms_consent: true,
    ...more,
  });

test("each order has its own code and link, and a second code replaces only that order's code", async () => {
  expect(sentFirst.orderId).toBe(first.id);
  expect(sentSecond.orderId).toBe(second.id);
  expect((await timeline(sentFirst.link)).sales_order_no).toBe("100");
  expect((await timeline(sentSecond.link)).sales_order_no).toBe("200");
});

test("a patient who signs in with one order's code can book and track only that order", async () => {
  const client = new Client(url);
  const entry = await client.post("/api/validate-code", { code: sentFirst.code });
  expect(entry.json.success).toBe(true);
  expect((await client.get("/api/shortlink/timeline")).json.sales_order_no).toBe("100");
  expect((await book(client)).status).toBe(201);
  expect(await timeline(sentFirst.link)).toMatchObject({ waiting_on: "us", appointment: {} });
  expect(await timeline(sentSecond.link)).toMatchObject({ waiting_on: "you", appointment: null });
});

test("the patient can book their other order at another time", async () => {
  const client = new Client(url);
  expect((await client.get(`/api/shortlink/bootstrap-schedule/${sentSecond.link}`)).json).toMatchObject({
    sales_order_no: "200",
  });
  expect((await book(client, 6)).status).toBe(409);
  expect((await book(client, 10)).status).toBe(201);
  const again = await book(client, 14);
  expect([again.status, again.json.error]).toEqual([409, expect.stringContaining("already")]);
  const appointment = await client.get("/api/my-appointment");
  expect(Date.parse(appointment.json.appointment?.datetime ?? appointment.json.datetime)).toBe(starts[10]);
});

test("canceling one order's visit doesn't affect the other order's visit", async () => {
  const client = new Client(url);
  await signInPatient(app, client, first.id);
  expect((await client.post("/api/my-appointment/cancel")).status).toBe(200);
  expect(await timeline(sentFirst.link)).toMatchObject({ waiting_on: "you", appointment: null });
  expect(await timeline(sentSecond.link)).toMatchObject({ waiting_on: "us" });
});

test("a booking by staff uses the patient's order without a visit, or the order that staff choose", async () => {
  const staff = await staffClient({ app, url }, "supervisor");
  expect((await book(staff, 16)).status).toBe(201);
  const orders = await app.reads
    .selectFrom("visits")
    .select("order_id")
    .where("status", "=", "submitted")
    .orderBy("order_id")
    .execute();
  expect(orders).toEqual([{ order_id: first.id }, { order_id: second.id }]);
  expect((await book(staff, 18, { sales_order_no: "200" })).status).toBe(409);
  expect((await book(staff, 18, { sales_order_no: "999" })).status).toBe(404);
});

test("staff lists show each order's number", async () => {
  const staff = await staffClient({ app, url }, "supervisor");
  const rows: { sales_order_no: string }[] = (await staff.get("/api/kpi/step-orders?step=6")).json;
  expect(rows.map((row) => row.sales_order_no).sort()).toEqual(["100", "200"]);
});
