import { beforeEach, expect, test, vi } from "vitest";
import { minute, second } from "~/core/time";
import { auditLogOf } from "../../support/acts";
import { Client } from "../../support/client";
import {
  morningStarts,
  seedDatabase,
  seedOrder,
  seedTherapist,
  seedUser,
  seedVisit,
  signInPatient,
  signInStaff,
} from "../../support/seed";
import { startServer } from "../../support/server";
import * as simulated from "../../support/simulated-clinic";

const { url, app, clock } = await startServer({ STAFF_IDLE_MINUTES: "720" });
const simulator = await simulated.simulatedClinic();
const database = await seedDatabase(app);
await simulated.connectDatabase(app, simulator);
const order = await seedOrder(app, {
  patient_id: simulated.patient.key,
  sales_order_no: String(simulated.order.key),
});
const imported = await seedOrder(app, {
  brightree_db: await seedDatabase(app, "LOCAL"),
  branch_office: "Durham",
});

async function staff(role: "supervisor" | "therapist") {
  const client = new Client(url);
  const user = await seedUser(app, [role]);
  await signInStaff(app, client, user.id);
  return { client, user };
}
const { client: supervisor } = await staff("supervisor");
const { client: therapist, user } = await staff("therapist");
const { client: stranger } = await staff("therapist");
const { id: therapistId } = await seedTherapist(app, { user_id: user.id });
const [start = 0] = morningStarts(app);
const visit = await seedVisit(app, { order_id: order.id, therapist_id: therapistId, start_at: start });

beforeEach(() => {
  simulator.recover();
  clock.advance(6 * minute);
});

const path = `/api/order-meta?db=${database}&pid=${order.patient_id}&so=${order.sales_order_no}`;
const localPath = `/api/order-meta?db=LOCAL&pid=${imported.patient_id}&so=${imported.sales_order_no}`;
const views = async () => (await auditLogOf(app, { action: "order.viewed" })).length;

test("order details are fetched at most once every five minutes, and each view is in the audit log", async () => {
  const before = await views();
  const reply = await supervisor.get(path);
  expect([reply.status, reply.json]).toEqual([
    200,
    {
      ok: true,
      data: simulated.orderMeta,
      error: null,
    },
  ]);
  expect(reply.headers.get("cache-control")).toBe("no-store");
  expect((await therapist.get(path)).status).toBe(200);
  expect(simulator.operations).toHaveLength(1);
  expect(await views()).toBe(before + 2);
  clock.advance(5 * minute + 1);
  await supervisor.get(path);
  expect(simulator.operations).toHaveLength(2);
});

test("concurrent requests share one call to the order system", async () => {
  simulator.mode = "slow";
  const replies = await Promise.all(Array.from({ length: 8 }, () => supervisor.get(path)));
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(simulator.operations).toHaveLength(1);
});

test("a database without a connection shows the imported details", async () => {
  const { json } = await supervisor.get(localPath);
  expect(json.data).toEqual({
    order: { address: null, phone: imported.phone, mobile: null, order_note: null, delivery_note: null },
    insurance: { company: null, policy_number: null, effective: null, verified: null },
    items: [],
    branch_office: "Durham",
  });
});

test("if the order system fails, the dialog shows that details couldn't be loaded", async () => {
  simulator.mode = "garbage";
  const { text } = await therapist.get(`/therapist?visit=${visit.id}&details=1`);
  expect(text).toContain("The order, insurance, and items could not be loaded.");
  expect(text).not.toContain("Not Provided");
});

test("only staff can see order details, and therapists can see them only for their own visits", async () => {
  const patient = new Client(url);
  await signInPatient(app, patient, order.id);
  expect((await new Client(url).get(path)).status).toBe(401);
  expect((await patient.get(path)).status).toBe(403);
  const other = await stranger.get(path);
  const unknown = await stranger.get(path.replace(String(order.patient_id), "999"));
  expect([other.status, unknown.status]).toEqual([404, 404]);
  expect(other.json).toEqual(unknown.json);
  expect(other.json).toMatchObject({ ok: false, error: "Order not found." });
  expect((await therapist.get(localPath)).status).toBe(404);
  expect(simulator.operations).toHaveLength(0);
});

test.each(["", "?db=QHMS", "?db=QHMS&pid=x", "?db=QHMS&pid=0", `?db=${"x".repeat(61)}&pid=1`])(
  "'/api/order-meta%s' returns 422",
  async (query) => {
    const reply = await supervisor.get(`/api/order-meta${query}`);
    expect([reply.status, reply.json.ok]).toEqual([422, false]);
  },
);

test("the link to a patient includes the organization code with its leading zeros", async () => {
  const link = `/api/brightree/patient-link?db=${database}&patient_id=${order.patient_id}`;
  expect((await therapist.get(link)).json).toEqual({
    ok: false,
    needs_org: true,
    patient_url: null,
    sso_url: null,
    error: null,
  });
  const saved = await therapist.post("/api/brightree/save-org", { db: database, bt_org: " 02873 " });
  expect([saved.status, saved.json]).toEqual([200, { ok: true, error: null }]);
  expect((await therapist.get(link)).json).toEqual({
    ok: true,
    needs_org: false,
    patient_url: `https://brightree.net/F1/02873/QHMS/Patient/frmPatientPersonalRO.aspx?PatientKey=${order.patient_id}&Edit=0`,
    sso_url: null,
    error: null,
  });
  await supervisor.post("/api/brightree/save-org", { db: database, bt_org: "0320", bt_env: "F2" });
  await app.db.updateTable("order_systems").set({ sso_url: "https://login.example/" }).execute();
  const again = (await supervisor.get(link)).json;
  expect(again.patient_url).toContain("https://brightree.net/F2/0320/QHMS/");
  expect(again.sso_url).toBe("https://login.example/");
  expect((await stranger.get(link)).status).toBe(404);
});

test("the organization code must be digits and can be saved only for a database the user can see", async () => {
  const save = (client: Client, body: object) => client.post("/api/brightree/save-org", body);
  for (const bt_org of ["12", "1234567", "28a73", "", null, 2873, "٠٢٨٧٣"]) {
    const reply = await save(supervisor, { db: database, bt_org });
    expect([bt_org, reply.status, reply.json.ok]).toEqual([bt_org, 422, false]);
  }
  expect((await save(supervisor, { db: database, bt_org: "02873", bt_env: "../x" })).status).toBe(422);
  for (const [client, db] of [
    [supervisor, "NOWHERE"],
    [stranger, database],
    [therapist, "LOCAL"],
  ] as const) {
    const reply = await save(client, { db, bt_org: "02873" });
    expect([reply.status, reply.json]).toEqual([404, { ok: false, error: "Database not found." }]);
  }
  expect((await save(new Client(url), { db: database, bt_org: "02873" })).status).toBe(401);
});

test("if the order system is broken, the API returns 502 or 504 with a reason, and nothing else is affected", async () => {
  for (const mode of ["fault", "garbage", "half", "bomb", "cut"] as const) {
    simulator.mode = mode;
    const reply = await supervisor.get(path);
    expect([mode, reply.status, reply.json.ok]).toEqual([mode, 502, false]);
    expect(reply.json.error).toMatch(/^The order system/);
  }
  const resting = await supervisor.get(path);
  expect([resting.status, resting.json.error]).toEqual([
    502,
    "The order system has failed several times in a row. Try again in 30 seconds.",
  ]);
  expect(simulator.operations).toHaveLength(5);
});

test("while the order system doesn't respond, pages and bookings still work", async () => {
  // Changing the password creates a new client with no recorded failures.
  simulator.password = "another";
  await simulated.connectDatabase(app, simulator);
  simulator.mode = "silent";
  const limit = new AbortController();
  const limits = vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
  let answered = false;
  const asking = Promise.all(
    Array.from({ length: 12 }, (_, index) => supervisor.get(`${path}&n=${index}`)),
  ).then((replies) => {
    answered = true;
    return replies.map(({ status }) => status);
  });
  for (const other of ["/healthz", "/api/unconfirmed-appointments", "/api/therapists", localPath]) {
    expect((await supervisor.get(other)).status).toBe(200);
  }
  const visit = await supervisor.get("/api/unconfirmed-appointments");
  const moved = await supervisor.patch(`/api/appointments/${visit.json[0].id}`, {
    datetime: new Date(start + 30 * minute).toISOString(),
  });
  expect(moved.status).toBe(200);
  expect(answered).toBe(false);
  expect(limits).toHaveBeenCalledWith(5 * second);
  limits.mockRestore();
  limit.abort(new DOMException("It took too long.", "TimeoutError"));
  expect(await asking).toEqual(Array(12).fill(504));
});
