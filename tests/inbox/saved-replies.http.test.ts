import { expect, test } from "vitest";
import { day } from "~/core/time";
import { auditLogOf } from "../support/acts";
import { Client } from "../support/client";
import { seedConversation } from "../support/inbox-actions";
import { PlainPage } from "../support/plain-page";
import {
  seedClinic,
  seedCompany,
  seedDatabase,
  seedOrder,
  seedTherapist,
  seedVisit,
  signInPatient,
  staffClient,
} from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
const company = await seedCompany(app, "Restwell");
const database = await seedDatabase(app);
const clinic = await seedClinic(app);
const other = await seedCompany(app, "Elsewhere");
const supervisor = await staffClient({ app, url }, "supervisor");
const list = "/messages/replies";

const repliesOf = (companyId: number) =>
  app.reads
    .selectFrom("saved_replies")
    .selectAll()
    .where("company_id", "=", companyId)
    .orderBy("position")
    .execute();

const add = (fields: Record<string, string>) =>
  supervisor.submit(list, { company: "Elsewhere", text_en: "Hello.", text_es: "", ...fields });

async function replyNamed(name: string) {
  const row = (await repliesOf(other)).find((reply) => reply.name === name);
  if (!row) throw new Error(`Reply "${name}" not found.`);
  return row;
}

async function save(id: number, fields: Record<string, string>) {
  const page = await PlainPage.open(supervisor, `${list}/${id}`);
  const typed = Object.fromEntries(
    ["version", "name", "text_en", "text_es", "position"].map((name) => [name, page.values(name)[0] ?? ""]),
  );
  return supervisor.submit(`${list}/${id}`, { ...typed, ...fields });
}

test("only supervisors and admins can see and change saved replies", async () => {
  const added = await add({ name: "Guarded" });
  expect(added.status).toBe(303);
  const { id } = await replyNamed("Guarded");
  const patient = new Client(url);
  await signInPatient(app, patient, clinic.order.id);
  for (const caller of [await staffClient({ app, url }, "therapist"), patient, new Client(url)]) {
    for (const path of [list, `${list}/${id}`, `${list}/${id}/delete`]) {
      expect((await caller.get(path)).status).toBe(302);
      expect((await caller.submit(path, { name: "Mine", text_en: "x", text_es: "" })).status).not.toBe(303);
    }
    expect((await caller.submit(`${list}/defaults`, {})).status).not.toBe(303);
  }
  expect((await repliesOf(other)).map(({ name }) => name)).toEqual(["Guarded"]);
  expect((await repliesOf(company)).length).toBe(0);
  const admin = await staffClient({ app, url }, "admin");
  expect((await admin.get(`${list}/${id}`)).status).toBe(200);
  expect((await admin.submit(`${list}/${id}/delete`, {})).location).toBe(`${list}?company=Elsewhere`);
});

test("a supervisor can add the five default replies with one click, but only once", async () => {
  const page = await PlainPage.open(supervisor, `${list}?company=Restwell`);
  expect(page.text).toContain("No saved replies yet");
  for (let click = 0; click < 2; click++) {
    const reply = await supervisor.submit(`${list}/defaults`, { company: "Restwell" });
    expect([reply.status, reply.location]).toEqual([303, `${list}?company=Restwell`]);
  }
  expect((await repliesOf(company)).map(({ name }) => name)).toEqual([
    "Running late",
    "Meeting link help",
    "Which phone number works best?",
    "Call us",
    "Thanks",
  ]);
  expect((await supervisor.get(`${list}?company=Restwell`)).text).not.toContain("Add five replies");
});

test("a saved reply needs a unique name, English text, and known placeholders, and has at most 1,600 characters", async () => {
  expect((await add({ name: "Directions", text_es: "Hola.\r\nGracias." })).status).toBe(303);
  expect(await replyNamed("Directions")).toMatchObject({ text_en: "Hello.", text_es: "Hola.\nGracias." });
  const refusals: [Record<string, string>, string][] = [
    [{ name: "DIRECTIONS" }, "Another saved reply has this name."],
    [{ name: " " }, "Enter a name."],
    [{ name: "x".repeat(61) }, "Please keep this under 61 characters."],
    [{ name: "No text", text_en: " " }, "Enter the English text."],
    [{ name: "Typo", text_en: "Hi {firstname}" }, "{firstname} is not a placeholder."],
    [{ name: "Typo", text_es: "Hola {nombre}" }, "{nombre} is not a placeholder."],
    [{ name: "Long", text_en: "x".repeat(1601) }, "Please keep this under 1601 characters."],
  ];
  for (const [fields, message] of refusals) {
    const reply = await add(fields);
    expect([reply.status, message]).toEqual([422, message]);
    expect(new PlainPage(supervisor, list, reply).text).toContain(message);
  }
  expect((await add({ name: "Longest", text_en: "x".repeat(1600) })).status).toBe(303);
});

test("an edit changes a reply's text and position, and an edit based on an older version is refused", async () => {
  await add({ name: "Parking" });
  const { id, version } = await replyNamed("Parking");
  expect((await save(id, { text_en: "Park behind the house.", position: "1" })).status).toBe(303);
  expect((await repliesOf(other)).map(({ name }) => name)).toEqual(["Parking", "Directions", "Longest"]);
  expect(await replyNamed("Parking")).toMatchObject({ text_en: "Park behind the house.", text_es: null });
  const stale = await save(id, { text_en: "Late", version: String(version) });
  expect(stale.status).toBe(409);
  expect(new PlainPage(supervisor, list, stale).values("text_en")).toEqual(["Late"]);
  expect((await save(id, { name: "directions" })).text).toContain("Another saved reply has this name.");
  expect((await save(id, { name: "parking" })).status).toBe(303);
  expect((await supervisor.get(`${list}/987654`)).status).toBe(404);
});

test("each change to a saved reply is in the audit log once, without the text", async () => {
  const { id } = await replyNamed("parking");
  const before = (await auditLogOf(app, { subject: `saved reply ${id}` })).length;
  expect((await save(id, {})).status).toBe(303);
  expect((await auditLogOf(app, { subject: `saved reply ${id}` })).length).toBe(before);
  await supervisor.submit(`${list}/${id}/delete`, {});
  const entries = await auditLogOf(app, { subject: `saved reply ${id}` });
  expect(entries.map(({ action }) => action)).toEqual([
    "saved-reply.added",
    "saved-reply.changed",
    "saved-reply.changed",
    "saved-reply.deleted",
  ]);
  expect(JSON.stringify(entries)).not.toContain("Park behind");
});

test("a company can have at most 50 saved replies", async () => {
  const count = (await repliesOf(other)).length;
  for (let nth = count; nth < 50; nth++) await add({ name: `Number ${nth}` });
  const reply = await add({ name: "One more" });
  expect(reply.status).toBe(409);
  expect(reply.text).toContain("A company can have 50 saved replies. Delete one first.");
});

async function composerOf(path: string): Promise<string> {
  return (await PlainPage.open(supervisor, path)).values("body")[0] ?? "";
}

const meetingHelp = async () =>
  (await repliesOf(company)).find(({ name }) => name === "Meeting link help")?.id;

/** Creates a conversation with Ruth Lee, who has a visit at this time. */
async function conversationWithVisit(start_at: number): Promise<number> {
  const therapist = await seedTherapist(app, { company_id: company });
  const order = await seedOrder(app, { brightree_db: database, patient_name: "LEE, RUTH" });
  await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at,
    patient_zone: "America/Chicago",
  });
  return (await seedConversation(app, { brightree_db: database, patient_id: order.patient_id })).id;
}

test("without JavaScript, choosing a reply fills in the message for the patient and sends nothing", async () => {
  const id = await conversationWithVisit(Date.parse("2027-01-12T15:00:00Z"));
  const path = `/messages/${id}?reply=${await meetingHelp()}`;
  expect(await composerOf(path)).toContain("Hi Ruth, your video visit is on Tue, Jan 12, 9:00 AM CST.");
  expect(await composerOf(path)).toContain("call (919) 555-0100.");
  expect(await composerOf(`${path}&in=es`)).toContain("el mar 12 de ene, 9:00 a.m. CST.");
  expect((await supervisor.get(`/messages/${id}`)).text).not.toContain("No Spanish text saved");
  const messages = await app.reads.selectFrom("messages").select("id").where("thread_id", "=", id).execute();
  expect(messages).toEqual([]);
});

test("placeholders are not filled from a past visit", async () => {
  const id = await conversationWithVisit(clock.now() - day);
  const body = await composerOf(`/messages/${id}?reply=${await meetingHelp()}`);
  expect(body).toContain("Hi Ruth, your video visit is on {visit_time}.");
});

test("a reply without Spanish text shows the English text and explains why", async () => {
  await app.db.updateTable("saved_replies").set({ text_es: null }).where("name", "=", "Call us").execute();
  const { id } = await seedConversation(app, { brightree_db: database });
  expect((await supervisor.get(`/messages/${id}`)).text).toContain("No Spanish text saved");
  const call = (await repliesOf(company)).find(({ name }) => name === "Call us")?.id;
  expect(await composerOf(`/messages/${id}?reply=${call}&in=es`)).toContain("please call Restwell");
});

test("a message that still has a placeholder is refused and stays in the form", async () => {
  const { id } = await seedConversation(app, { sms_consent: 1 });
  const body = "Hi {first_name}, see you {visit_time}.";
  const message = "Not sent. Replace {first_name}, {visit_time} in your message first.";
  const refused = await supervisor.submit(`/messages/${id}`, { body });
  expect(refused.status).toBe(422);
  const page = new PlainPage(supervisor, `/messages/${id}`, refused);
  expect([page.text.includes(message), page.values("body")]).toEqual([true, [body]]);
  const sent = await supervisor.post("/api/sms/send", { thread_id: id, body });
  expect([sent.status, sent.json.fields.body]).toEqual([422, [message]]);
  const other = await supervisor.submit(`/messages/${id}`, { body: "Use {braces} freely." });
  expect(other.status).toBe(303);
});
