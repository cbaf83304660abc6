import { expect, test } from "vitest";
import { hour, iso } from "~/core/time";
import { seedClinic, seedOrder, seedVisit, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app } = server;
const { therapist, database } = await seedClinic(app);
const supervisor = await staffClient(server, "supervisor");

async function seedConversation(phone: string): Promise<number> {
  const conversation = { phone, created_at: app.clock.now() };
  const row = await app.db
    .insertInto("threads")
    .values(conversation)
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

async function shown(id: number) {
  const { json } = await supervisor.get("/api/sms/threads");
  const { patient_zone, patient_confirmed, earlier } = json.find((one: { id: number }) => one.id === id);
  return { patient_zone, patient_confirmed, earlier };
}

test("a conversation shows the patient's zone, confirmation, and wish for an earlier time", async () => {
  const phone = "+19195550611";
  const id = await seedConversation(phone);
  expect(await shown(id)).toEqual({ patient_zone: null, patient_confirmed: null, earlier: null });
  const order = await seedOrder(app, { brightree_db: database, phone, state: "AZ" });
  expect(await shown(id)).toEqual({
    patient_zone: "America/Phoenix",
    patient_confirmed: null,
    earlier: null,
  });

  const start_at = app.clock.now() + 100 * hour;
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at,
    status: "confirmed",
    patient_zone: "America/Chicago",
  });
  const any = { wanted: false, parts: ["morning", "afternoon", "evening"], notice_hours: 24 };
  expect(await shown(id)).toMatchObject({
    patient_zone: "America/Chicago",
    patient_confirmed: false,
    earlier: any,
  });
  await app.db
    .insertInto("earlier_wishes")
    .values({ order_id: order.id, parts: '["morning"]', weekdays: "[1,2]", notice_hours: 48, asked_at: 1 })
    .execute();
  await app.db
    .updateTable("visits")
    .set({ patient_confirmed_at: app.clock.now() })
    .where("id", "=", visit.id)
    .execute();
  const earlier = { wanted: true, parts: ["morning"], weekdays: [1, 2], notice_hours: 48 };
  expect(await shown(id)).toEqual({ patient_zone: "America/Chicago", patient_confirmed: true, earlier });

  const path = `/api/composite-appointments?start=${iso(start_at - hour)}&end=${iso(start_at + hour)}`;
  expect((await supervisor.get(path)).json[0].patient_zone).toBe("America/Chicago");

  await supervisor.post(`/api/appointments/${visit.id}/cancel`);
  expect(await shown(id)).toEqual({
    patient_zone: "America/Chicago",
    patient_confirmed: null,
    earlier: null,
  });
});

test("polling conversations returns 200 if only the visit has changed", async () => {
  const phone = "+19195550612";
  await seedConversation(phone);
  const order = await seedOrder(app, { brightree_db: database, phone });
  const first = await supervisor.get("/api/sms/threads");
  const tag = first.headers.get("etag") ?? "";
  const poll = () => supervisor.get("/api/sms/threads", { "if-none-match": tag });
  expect((await poll()).status).toBe(304);
  const start_at = app.clock.now() + 200 * hour;
  await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at });
  expect((await poll()).status).toBe(200);
});
