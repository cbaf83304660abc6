import { expect, test } from "vitest";
import { day } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { monday } from "../support/scratch";
import {
  seedDatabase,
  seedOrder,
  seedTherapist,
  seedUser,
  seedVisit,
  signInPatient,
  signInStaff,
  staffClient,
} from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
clock.set(monday);
await seedDatabase(app);
const user = await seedUser(app, ["therapist"]);
const therapist = await seedTherapist(app, { user_id: user.id, zoom_link: "https://meet.example/own" });
const supervisor = await staffClient({ app, url }, "supervisor");
const own = new Client(url);
await signInStaff(app, own, user.id);

const link = "https://meet.example/a";
let days = 0;
async function visitNeedingInterpreter(fields: Parameters<typeof seedOrder>[1] = {}, visitFields = {}) {
  const order = await seedOrder(app, { language: "es", interpreter: "Spanish", ...fields });
  const start_at = monday + ++days * day;
  const ids = { order_id: order.id, therapist_id: therapist.id };
  return { order, visit: await seedVisit(app, { ...ids, start_at, ...visitFields }) };
}
const visitOf = (id: number) =>
  app.db
    .selectFrom("visits")
    .select(["status", "interpreter_arranged", "interpreter_note"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const auditOf = async (subject: string) =>
  (await app.db.selectFrom("audit_log").select("action").where("subject", "=", subject).execute()).map(
    ({ action }) => action,
  );

test("the API requires an answer about the interpreter to confirm a visit that needs one", async () => {
  const { visit } = await visitNeedingInterpreter();
  const body = { appointment_id: visit.id, meeting_link: link };
  const reply = await own.post("/api/appointments/confirm", body);
  expect([reply.status, reply.json.error, Object.keys(reply.json.fields)]).toEqual([
    422,
    "Interpreter needed: Spanish. Check the box if one is arranged, or enter a reason to confirm without one.",
    ["interpreter_arranged"],
  ]);
  const odd = await own.post("/api/appointments/confirm", { ...body, interpreter_arranged: "perhaps" });
  expect(odd.status).toBe(422);
  const done = await own.post("/api/appointments/confirm", { ...body, interpreter_arranged: true });
  expect([done.status, done.json.appointment]).toMatchObject([
    200,
    { status: "confirmed", language: "es", interpreter: "Spanish", interpreter_arranged: true },
  ]);
});

test("visits and conversations show the chosen language instead of the order's language", async () => {
  const { order, visit } = await visitNeedingInterpreter({ chosen_language: "en", interpreter: "ASL" });
  const patient = new Client(url);
  await signInPatient(app, patient, order.id);
  expect((await patient.get("/api/my-appointment")).json.appointment).toMatchObject({
    id: visit.id,
    language: "en",
    interpreter: "ASL",
    interpreter_arranged: false,
  });
  const conversations = async () => {
    const reply = await supervisor.get("/api/sms/threads");
    return reply.json.find((conversation: { phone: string }) => conversation.phone === order.phone);
  };
  await supervisor.post("/api/sms/thread/start", { phone: order.phone });
  expect(await conversations()).toMatchObject({ language: "en", interpreter: "ASL" });
  await app.db.updateTable("orders").set({ chosen_language: "es" }).where("id", "=", order.id).execute();
  expect(await conversations()).toMatchObject({ language: "es", interpreter: "ASL" });
  const { json } = await supervisor.get("/api/unconfirmed-appointments");
  expect(json.find(({ id }: { id: number }) => id === visit.id)).toMatchObject({ language: "es" });
});

test("a language that staff choose appears immediately for users with an older copy of the list", async () => {
  const { order } = await visitNeedingInterpreter();
  await supervisor.post("/api/sms/thread/start", { phone: order.phone });
  const etag = (await supervisor.get("/api/sms/threads")).headers.get("etag") ?? "";
  expect((await supervisor.get("/api/sms/threads", { "if-none-match": etag })).status).toBe(304);
  await supervisor.submit(`/orders/${order.id}/language`, { language: "en", interpreter: "Spanish" });
  expect((await supervisor.get("/api/sms/threads", { "if-none-match": etag })).status).toBe(200);
});

test("the confirm page asks about the interpreter, even without JavaScript", async () => {
  const { visit } = await visitNeedingInterpreter();
  const path = `/visits/${visit.id}/confirm`;
  expect((await own.get(path)).text).toContain("Interpreter needed: Spanish. Interpreter arranged?");
  const { hidden } = await PlainPage.open(own, path);
  const refused = await own.submit(path, { ...hidden, meeting_link: link });
  expect([refused.status, refused.text]).toEqual([
    422,
    expect.stringContaining("enter a reason to confirm without one"),
  ]);
  const reply = await own.submit(path, { ...hidden, meeting_link: link, interpreter_note: "Son helps" });
  expect(reply.status).toBe(303);
  expect(await visitOf(visit.id)).toEqual({
    status: "confirmed",
    interpreter_arranged: 0,
    interpreter_note: "Son helps",
  });
  expect((await own.get(`/visits/${visit.id}`)).text).toContain(
    "Interpreter needed: Spanish, none (Son helps)",
  );
});

test("a visit that needs no interpreter is confirmed without a question", async () => {
  const { visit } = await visitNeedingInterpreter({ interpreter: null });
  expect((await own.get(`/visits/${visit.id}/confirm`)).text).not.toContain("Interpreter");
  const body = { appointment_id: visit.id, meeting_link: link };
  expect((await own.post("/api/appointments/confirm", body)).status).toBe(200);
});

test("confirming from the therapist's profile requires an answer about the interpreter", async () => {
  const { visit } = await visitNeedingInterpreter();
  const path = `/therapists/${therapist.id}`;
  const fields = { act: "confirm", visit: String(visit.id), meeting_link: link };
  expect((await supervisor.submit(path, fields)).status).toBe(422);
  expect((await supervisor.submit(path, { ...fields, interpreter_arranged: "on" })).status).toBe(303);
  expect(await visitOf(visit.id)).toMatchObject({ status: "confirmed", interpreter_arranged: 1 });
});

test("a bulk confirmation skips and lists the visits that need an interpreter", async () => {
  const needed = await visitNeedingInterpreter();
  const arranged = await visitNeedingInterpreter({}, { interpreter_arranged: 1 });
  const plain = await visitNeedingInterpreter({ interpreter: null });
  const path = `/visits/bulk?act=confirm&visit=${needed.visit.id}&visit=${arranged.visit.id}&visit=${plain.visit.id}`;
  const { text } = await supervisor.get(path);
  expect(text).toContain(
    `1 visit needs an interpreter and will be left out: patient ${needed.order.patient_id}.`,
  );
  expect(text).toContain("Confirm 2 visits");
  const reply = await supervisor.submit(path, { meeting_link: "" });
  const result = await supervisor.get(reply.location ?? "");
  expect(result.text).toContain("Interpreter needed: Spanish. Open this visit to confirm it.");
  const statuses = await Promise.all([needed, arranged, plain].map(({ visit }) => visitOf(visit.id)));
  expect(statuses.map(({ status }) => status)).toEqual(["submitted", "confirmed", "confirmed"]);
});

test("staff screens show the language and the interpreter", async () => {
  const { order, visit } = await visitNeedingInterpreter(
    { patient_name: "Luz Ortiz" },
    { interpreter_arranged: 1 },
  );
  const started = await supervisor.post("/api/sms/thread/start", { phone: order.phone });
  const date = new Date(visit.start_at).toISOString().slice(0, 10);
  const sets = ["Speaks Spanish", "Interpreter needed: Spanish, arranged"];
  for (const [client, path] of [
    [own, `/visits/${visit.id}`],
    [own, `/therapist/day?date=${date}`],
    [own, `/therapist?week=${date}`],
    [supervisor, `/messages/${started.json.thread.id}?details=1`],
    [supervisor, "/supervisordashboard/unconfirmed"],
    [supervisor, `/appointments?search=${order.patient_id}`],
    [supervisor, `/calendars?day=${date}`],
    [supervisor, `/therapists/${therapist.id}`],
  ] as const) {
    const { status, text } = await client.get(path);
    for (const shown of sets) expect([path, status, text.includes(shown)]).toEqual([path, 200, true]);
  }
  const composites = await supervisor.get(
    `/api/composite-appointments?start=${date}&search=${order.patient_id}`,
  );
  expect(composites.json).toMatchObject([
    { language: "es", interpreter: "Spanish", interpreter_arranged: true },
  ]);
});

test("staff set the language and the interpreter, and the audit log lists the changes", async () => {
  const { order, visit } = await visitNeedingInterpreter({ language: null, interpreter: null });
  const path = `/orders/${order.id}/language`;
  const back = `/visits/${visit.id}`;
  expect((await own.get(back)).text).toContain(`${path}?back=`);
  const address = `${path}?back=${encodeURIComponent(back)}`;
  const reply = await own.submit(address, { language: "es", interpreter: "asl" });
  expect([reply.status, reply.location]).toEqual([303, back]);
  expect((await own.get(back)).text).toContain("Interpreter needed: ASL, not arranged");
  const { hidden } = await PlainPage.open(own, path);
  const form = { ...hidden, language: "es", interpreter: "ASL", interpreter_arranged: "on" };
  await own.submit(path, form);
  expect((await own.get(back)).text).toContain("Interpreter needed: ASL, arranged");
  expect((await own.get(back)).text).toContain("Interpreter arranged by");
  await own.submit(path, { ...form, interpreter: "Spanish" });
  expect(await visitOf(visit.id)).toMatchObject({ interpreter_arranged: 0 });
  expect(await auditOf(`order ${order.id}`)).toEqual([
    ...["order.language-chosen", "order.interpreter-changed", "order.interpreter-changed"],
  ]);
  expect(await auditOf(`visit ${visit.id}`)).toEqual(["visit.interpreter-arranged"]);
});

test("an unknown language or interpreter is refused", async () => {
  const { order } = await visitNeedingInterpreter();
  const path = `/orders/${order.id}/language`;
  for (const fields of [
    { language: "fr", interpreter: "French" },
    { language: "", interpreter: "" },
    { language: "en", interpreter: "yes" },
    { language: "en", interpreter: "x".repeat(61) },
  ]) {
    expect((await supervisor.submit(path, fields)).status).toBe(422);
  }
  const { language, chosen_language, interpreter } = await app.db
    .selectFrom("orders")
    .selectAll()
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  expect([language, chosen_language, interpreter]).toEqual(["es", null, "Spanish"]);
});

test("a form opened before the visit was booked doesn't change the arranged interpreter", async () => {
  const { order, visit } = await visitNeedingInterpreter({}, { interpreter_arranged: 1 });
  await supervisor.submit(`/orders/${order.id}/language`, { language: "en", interpreter: "Spanish" });
  expect(await visitOf(visit.id)).toMatchObject({ interpreter_arranged: 1 });
});

test("another therapist can't see or change the order's language", async () => {
  const { order } = await visitNeedingInterpreter();
  const other = await seedUser(app, ["therapist"]);
  await seedTherapist(app, { user_id: other.id });
  const otherClient = new Client(url);
  await signInStaff(app, otherClient, other.id);
  const path = `/orders/${order.id}/language`;
  expect((await otherClient.get(path)).status).toBe(404);
  expect((await otherClient.submit(path, { language: "en", interpreter: "" })).status).toBe(404);
  expect(await auditOf(`order ${order.id}`)).toEqual([]);
});

test("the patient sees that an interpreter will join once one is arranged", async () => {
  const { order, visit } = await visitNeedingInterpreter();
  const patient = new Client(url);
  await signInPatient(app, patient, order.id);
  expect((await patient.get("/my-visit")).text).not.toContain("intérprete");
  await app.db
    .updateTable("visits")
    .set({ interpreter_arranged: 1, interpreter_note: "Agency 5" })
    .where("id", "=", visit.id)
    .execute();
  const spanish = (await patient.get("/my-visit")).text;
  expect(spanish).toContain("Un intérprete de español estará en su cita.");
  expect(spanish).not.toContain("Agency 5");
  await app.db
    .updateTable("orders")
    .set({ chosen_language: "en", interpreter: "Haitian Creole" })
    .where("id", "=", order.id)
    .execute();
  await app.db.updateTable("visits").set({ interpreter_arranged: 1 }).where("id", "=", visit.id).execute();
  expect((await patient.get("/my-visit")).text).toContain(
    "Your Haitian Creole interpreter will join the visit.",
  );
});
