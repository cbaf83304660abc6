import { expect, test } from "vitest";
import { hour } from "~/core/time";
import { Client } from "../support/client";
import { apiCalls } from "../support/routes";
import { seedClinic, seedUser, seedVisit, signInPatient, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const { therapist, order } = await seedClinic(app);
const staff = new Client(url);
await signInStaff(app, staff, (await seedUser(app, ["admin", "supervisor", "therapist"])).id);
const patient = new Client(url);
await signInPatient(app, patient, order.id);
const anonymous = new Client(url);

const calls = (await apiCalls()).filter(({ verb }) => verb !== "GET");

test.each(calls)(
  "$verb $path refuses a field that it doesn't have, by name",
  async ({ verb, path, allow }) => {
    const client = allow === "anyone" ? anonymous : allow.includes("admin") ? staff : patient;
    const reply = await client.send(path.replace(/:\w+/g, "1"), { method: verb, json: { colour: "blue" } });
    expect(reply.status, reply.text).toBe(422);
    expect(reply.json.fields).toEqual({ colour: [reply.json.error] });
    expect(reply.json.error).toContain("colour");
  },
);

test("a call with an unknown field changes nothing", async () => {
  const start_at = app.clock.now() - 2 * hour;
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at,
    status: "confirmed",
  });
  const path = `/api/appointments/${visit.id}/no-show`;
  const refused = await staff.post(path, { reason: "other", note: "Nobody came.", notify: false });
  expect([refused.status, Object.keys(refused.json.fields)]).toEqual([422, ["notify"]]);
  const read = () => app.reads.selectFrom("visits").select("status").where("id", "=", visit.id).execute();
  expect(await read()).toEqual([{ status: "confirmed" }]);
  expect((await staff.post(path, { reason: "other", note: "Nobody came." })).status).toBe(200);
  expect(await read()).toEqual([{ status: "no show" }]);
});

test("an unknown field inside a list is named with its place", async () => {
  const reply = await staff.post("/api/offers", {
    therapist: therapist.name,
    start: new Date(app.clock.now() + 48 * hour).toISOString(),
    patient_ids: [{ brightree_db: order.brightree_db, patient_id: order.patient_id, name: "Ellis" }],
  });
  expect(reply.status).toBe(422);
  expect(Object.keys(reply.json.fields)).toEqual(["patient_ids.0.name"]);
});

test("the ID of the path may be repeated in the body", async () => {
  const user = await seedUser(app, ["staff"]);
  const reply = await staff.patch(`/api/admin/users/${user.id}`, { id: user.id, name: "New Name" });
  expect([reply.status, reply.text]).toEqual([200, expect.any(String)]);
});
