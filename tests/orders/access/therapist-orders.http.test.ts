import { expect, test } from "vitest";
import { iso } from "~/core/time";
import { Client } from "../../support/client";
import {
  morningStarts,
  seedCompany,
  seedOrder,
  seedTherapist,
  seedUser,
  seedVisit,
  signInStaff,
  staffClient,
} from "../../support/seed";
import { startServer } from "../../support/server";

const server = await startServer({ STAFF_IDLE_MINUTES: "720" });
const { app } = server;
const supervisor = await staffClient(server, "supervisor");
const starts = morningStarts(app, 20).filter((_, index) => index % 2 === 0);
const freeStart = () => starts.pop() ?? 0;

type Order = Awaited<ReturnType<typeof seedOrder>>;

/** Creates a company with a database and a signed-in therapist. */
async function company(database: string) {
  const company_id = await seedCompany(app);
  await app.db.insertInto("databases").values({ name: database, company_id }).execute();
  const user = await seedUser(app, ["therapist"]);
  const therapist = await seedTherapist(app, { company_id, user_id: user.id });
  const client = new Client(server.url);
  await signInStaff(app, client, user.id);
  const order = (fields: Partial<Order> = {}) => seedOrder(app, { brightree_db: database, ...fields });
  return { database, therapist, client, order };
}

const own = await company("OWNC");
const other = await company("OTHR");
/** A nonexistent order in an existing database. */
const unknown = { patient_id: 987_654_321, brightree_db: "OTHR", sales_order_no: "987654321" };

type Named = Pick<Order, "patient_id" | "brightree_db" | "sales_order_no">;

const book = (client: Client, therapist: string, { patient_id, brightree_db, sales_order_no }: Named) =>
  client.post("/api/schedule-appointment", {
    patient_id,
    brightree_db,
    sales_order_no: sales_order_no ?? undefined,
    therapist,
    datetime: iso(freeStart()),
    sms_consent: false,
  });

/** The status and body of every endpoint that returns order data. */
async function details(client: Client, { patient_id: pid, brightree_db: db }: Named) {
  const replies = [
    await client.get(`/api/order-meta?db=${db}&pid=${pid}`),
    await client.get(`/api/code-info?patient_id=${pid}`),
    await client.get(`/api/brightree/patient-link?db=${db}&patient_id=${pid}`),
  ];
  return replies.map(({ status, json }) => [status, json]);
}
const statuses = async (client: Client, order: Named) =>
  (await details(client, order)).map(([status]) => status);
const open = [200, 200, 200];
const closed = [404, 404, 404];

const saveOrg = async (client: Client, db: string) =>
  (await client.post("/api/brightree/save-org", { db, bt_org: "02873" })).status;

test("therapists find orders of their company, and supervisors find all orders", async () => {
  const ownOrder = await own.order({ patient_name: "Quinn Lark", dob: "1951-05-17", phone: "+19195550801" });
  const otherOrder = await other.order({
    patient_name: "Quinn Heron",
    dob: "1951-05-17",
    phone: "+19195550801",
  });
  for (const typed of [
    "Quinn",
    "1951-05-17",
    "(919) 555-0801",
    otherOrder.patient_id,
    otherOrder.sales_order_no,
  ]) {
    const path = `/new-appointment?q=${encodeURIComponent(String(typed))}`;
    expect((await own.client.get(path)).text).not.toContain("Heron");
    expect((await supervisor.get(path)).text).toContain("Heron");
  }
  expect((await own.client.get("/new-appointment?q=Quinn")).text).toContain("Lark");
  expect((await own.client.get(`/new-appointment?order=${ownOrder.id}`)).status).toBe(200);
});

test("a user without a therapist profile finds no orders", async () => {
  await own.order({ patient_name: "Willa Stork" });
  const client = await staffClient(server, "therapist");
  expect((await client.get("/new-appointment?q=Willa")).text).not.toContain("Stork");
});

test("booking another company's order, a booked order, or an unknown order gets the same error", async () => {
  const booked = await other.order();
  await seedVisit(app, { order_id: booked.id, therapist_id: other.therapist.id, start_at: freeStart() });
  const replies = [];
  for (const order of [await other.order(), booked, unknown]) {
    const { status, text } = await book(own.client, own.therapist.name, order);
    replies.push([status, text]);
  }
  expect(replies[0]?.[0]).toBe(404);
  expect(replies).toEqual(Array(3).fill(replies[0]));
});

test("the new appointment form treats another company's order as unknown", async () => {
  const booked = await other.order();
  await seedVisit(app, { order_id: booked.id, therapist_id: other.therapist.id, start_at: freeStart() });
  for (const { id } of [await other.order(), booked, { id: 987_654_321 }]) {
    const form = { order: String(id), therapist: String(own.therapist.id), date: "2026-03-20", accept: "on" };
    const posted = await own.client.submit("/new-appointment", { ...form, slot: "other", time: "10:00" });
    expect([posted.status, (await own.client.get(`/new-appointment?order=${id}`)).status]).toEqual([
      404, 404,
    ]);
    expect(posted.text).toContain("Order not found.");
  }
  expect(
    await app.db.selectFrom("visits").select("id").where("order_id", "=", booked.id).execute(),
  ).toHaveLength(1);
});

test("booking an order shows its details to the therapist, and canceling hides them", async () => {
  const order = await own.order();
  expect(await statuses(own.client, order)).toEqual(closed);
  const booked = await book(own.client, own.therapist.name, order);
  expect([booked.status, await statuses(own.client, order)]).toEqual([201, open]);
  const { id } = booked.json.appointment;
  expect((await own.client.get(`/therapist?visit=${id}`)).text).toContain("Show order, insurance, and items");
  expect((await own.client.post(`/api/appointments/${id}/cancel`)).status).toBe(200);
  expect(await details(own.client, order)).toEqual(
    await details(own.client, { ...unknown, brightree_db: order.brightree_db }),
  );
  expect(await statuses(own.client, order)).toEqual(closed);
  expect(await statuses(supervisor, order)).toEqual(open);
  const sheet = await own.client.get(`/therapist?visit=${id}&details=1`);
  expect(sheet.status).toBe(200);
  expect(sheet.text).not.toContain("Show order, insurance, and items");
  expect(sheet.text).not.toContain("data-patient-link");
});

test.each([
  ["submitted", open],
  ["confirmed", open],
  ["pending", open],
  ["completed", open],
  ["no show", open],
  ["cancelled", closed],
])(
  "the therapist of a visit that is %s sees the order's details unless it was canceled",
  async (status, expected) => {
    const order = await other.order();
    await seedVisit(app, {
      order_id: order.id,
      therapist_id: own.therapist.id,
      start_at: freeStart(),
      status,
    });
    expect(await statuses(own.client, order)).toEqual(expected);
  },
);

test("reassigning a visit gives the new therapist access to the order's details", async () => {
  const order = await other.order();
  const { id } = await seedVisit(app, {
    order_id: order.id,
    therapist_id: own.therapist.id,
    start_at: freeStart(),
  });
  expect([await statuses(own.client, order), await saveOrg(own.client, "OTHR")]).toEqual([open, 200]);
  const reassigned = await supervisor.submit("/visits/bulk", {
    act: "reassign",
    therapist: String(other.therapist.id),
    visit: String(id),
  });
  expect(reassigned.status).toBeLessThan(400);
  expect([await statuses(own.client, order), await statuses(other.client, order)]).toEqual([closed, open]);
});

test("a therapist can save a database's organization code only while they have an open visit there", async () => {
  const third = await company("THRD");
  const order = await third.order();
  const { id } = await seedVisit(app, {
    order_id: order.id,
    therapist_id: own.therapist.id,
    start_at: freeStart(),
  });
  expect(await saveOrg(own.client, "THRD")).toBe(200);
  expect((await own.client.post(`/api/appointments/${id}/cancel`)).status).toBe(200);
  expect(await saveOrg(own.client, "THRD")).toBe(404);
  expect(await saveOrg(supervisor, "THRD")).toBe(200);
});
