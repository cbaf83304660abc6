import { expect, test } from "vitest";
import { Client } from "../support/client";
import { seedClinic, signInPatient, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const { url, app } = await startServer({ TRUST_PROXY: "1" });
const { order, database } = await seedClinic(app);
const supervisor = await staffClient({ app, url }, "supervisor");

let hosts = 0;
const from = (address = `198.51.100.${++hosts}`) => ({ "x-forwarded-for": address });

/** Creates a code through the API and reads it from the supervisors' list. */
async function newCode(patient_id = order.patient_id): Promise<{ id: number; code: string }> {
  const made = await supervisor.post("/api/generate-code", {
    patient_id,
    brightree_db: database,
    phone: "9195550142",
    email: "",
    sales_order_no: 0,
  });
  expect([made.status, made.json.success]).toEqual([200, true]);
  const { json: rows } = await supervisor.get("/api/pending-access-codes");
  return rows[0];
}
async function linkOf(patientId: number): Promise<string> {
  const row = await app.db
    .selectFrom("link_codes")
    .innerJoin("orders", "orders.id", "link_codes.order_id")
    .select("code_sealed")
    .where("patient_id", "=", patientId)
    .executeTakeFirstOrThrow();
  return app.secrets.open(row.code_sealed);
}

test("a code created by a supervisor signs in a browser", async () => {
  const { code } = await newCode();
  const phone = new Client(url);
  const reply = await phone.post("/api/validate-code", { code }, from());
  expect([reply.status, reply.json]).toEqual([
    200,
    { success: true, patient_id: order.patient_id, brightree_db: database },
  ]);
  expect(reply.headers.get("cache-control")).toBe("no-store");
  for (const cookie of reply.headers.getSetCookie()) expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
  expect([...phone.cookies.keys()].sort()).toEqual(["browser", "firstnight-patient"]);
  const info = await phone.get(`/api/code-info?patient_id=${order.patient_id}`);
  expect([info.status, info.json]).toEqual([200, { brightree_db: database }]);
});

test("the same browser can reuse its code, and another browser gets 401", async () => {
  const { code } = await newCode();
  const phone = new Client(url);
  await phone.post("/api/validate-code", { code }, from());
  expect((await phone.post("/api/validate-code", { code }, from())).status).toBe(200);
  const reply = await new Client(url).post("/api/validate-code", { code }, from());
  expect([reply.status, reply.json]).toEqual([
    401,
    { success: false, error: expect.stringContaining("That code didn't work.") },
  ]);
});

test.each([
  [{}],
  [{ code: "12345" }],
  [{ code: 123456 }],
  [{ code: ["1"] }],
  [{ code: null }],
  [{ code: "1".repeat(9000) }],
])("%j returns 422 and doesn't count as a wrong code", async (body) => {
  const address = "203.0.113.9";
  const reply = await new Client(url).post("/api/validate-code", body, from(address));
  expect([reply.status, reply.json.success]).toEqual([422, false]);
  expect(reply.json.error).toBe("Enter the 6-digit access code.");
});

test("the sixth wrong code from an address returns 429 with Retry-After", async () => {
  const address = "203.0.113.20";
  const statuses: number[] = [];
  for (let tries = 0; tries < 6; tries++) {
    const reply = await new Client(url).post("/api/validate-code", { code: "000000" }, from(address));
    statuses.push(reply.status);
    if (reply.status === 429) {
      expect(reply.headers.get("retry-after")).toBe("900");
      expect(reply.json.error).toBe("Too many attempts. Please wait 15 minutes and try again.");
    }
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

test("after a wrong code, the browser must enter the last digits of the phone number", async () => {
  const { code } = await newCode();
  const phone = new Client(url);
  await phone.post("/api/validate-code", { code: "000000" }, from());
  const refused = await phone.post("/api/validate-code", { code }, from());
  expect([refused.status, refused.json.success, refused.json.need]).toEqual([401, false, "phone_last4"]);
  const reply = await phone.post("/api/validate-code", { code, phone_last4: order.phone?.slice(-4) }, from());
  expect([reply.status, reply.json.success]).toEqual([200, true]);
});

test("a link code signs in a browser, and an access code doesn't work as a link code", async () => {
  const { code } = await newCode();
  const link = await linkOf(order.patient_id);
  const phone = new Client(url);
  const reply = await phone.get(`/api/shortlink/bootstrap-schedule/${link}`);
  expect([reply.status, reply.json]).toEqual([
    200,
    { patient_id: order.patient_id, brightree_db: database, sales_order_no: order.sales_order_no },
  ]);
  expect((await phone.get(`/api/code-info?patient_id=${order.patient_id}`)).status).toBe(200);
  const wrong = await new Client(url).get(`/api/shortlink/bootstrap-schedule/${code}`);
  expect([wrong.status, typeof wrong.json.error]).toEqual([404, "string"]);
});

test("resending a code returns success, or 404 for an unknown ID", async () => {
  const { id } = await newCode();
  const again = await supervisor.post(`/api/resend-code/${id}`);
  expect([again.status, again.json]).toEqual([200, { success: true, id }]);
  const unknown = await supervisor.post("/api/resend-code/999999");
  expect([unknown.status, unknown.json.success]).toEqual([404, false]);
  expect((await supervisor.post("/api/resend-code/abc")).status).toBe(422);
});

test("the list of codes is paginated with the Link header", async () => {
  for (const patient of [81, 82, 83]) await newCode(patient);
  const first = await supervisor.get(`/api/pending-access-codes?limit=2&db=${database}`);
  const next = /<(.*)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  const second = await supervisor.get(next);
  expect(first.json.map((row: { patient_id: number }) => row.patient_id)).toEqual([83, 82]);
  expect(second.json[0].patient_id).toBe(81);
  expect(Object.keys(first.json[0]).sort()).toEqual([
    "brightree_db",
    "code",
    "created_at",
    "email",
    "id",
    "order_id",
    "patient_id",
    "patient_name",
    "phone",
    "sent_at",
  ]);
});

test("only supervisors see codes", async () => {
  const patient = new Client(url);
  await signInPatient(app, patient, order.id);
  const therapist = await staffClient({ app, url }, "therapist");
  for (const [client, status] of [
    [new Client(url), 401],
    [patient, 403],
    [therapist, 403],
  ] as const) {
    expect((await client.get("/api/pending-access-codes")).status).toBe(status);
    expect((await client.post("/api/generate-code", {})).status).toBe(status);
    expect((await client.post("/api/resend-code/1")).status).toBe(status);
  }
});

test("only the patient and staff can use code-info", async () => {
  const path = `/api/code-info?patient_id=${order.patient_id}`;
  const byQuery = new Client(url);
  await signInPatient(app, byQuery, order.id, "query");
  const therapist = await staffClient({ app, url }, "therapist");
  const patient = new Client(url);
  await signInPatient(app, patient, order.id);
  expect((await new Client(url).get(path)).status).toBe(401);
  expect((await byQuery.get(path)).status).toBe(401);
  expect((await therapist.get(path)).status).toBe(404);
  expect((await supervisor.get(path)).json).toEqual({ brightree_db: database });
  expect((await patient.get("/api/code-info?patient_id=81")).status).toBe(404);
  expect((await patient.get("/api/code-info")).status).toBe(422);
});
