import { beforeAll, expect, test } from "vitest";
import { day } from "~/core/time";
import { auditLogOf } from "../support/acts";
import { Client } from "../support/client";
import { seedConversation, seedMessage } from "../support/inbox-actions";
import { PlainPage, textOf } from "../support/plain-page";
import { seedDatabase, seedTherapist, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const supervisor = new Client(url);
const therapist = new Client(url);
let me = 0;

beforeAll(async () => {
  await seedDatabase(app);
  me = (await seedUser(app, ["supervisor"], { name: "Samuel Ridley" })).id;
  await signInStaff(app, supervisor, me);
  await signInStaff(app, therapist, (await seedUser(app, ["therapist"])).id);
});

const countAuditEntries = async (action: string) => (await auditLogOf(app, { action })).length;

test("therapists and signed-out users can't use any messaging API endpoint", async () => {
  const { id } = await seedConversation(app);
  for (const path of [
    `/api/sms/threads`,
    `/api/sms/messages?thread_id=${id}`,
    `/api/sms/thread/${id}/notes`,
  ]) {
    expect((await therapist.get(path)).status).toBe(403);
    expect((await new Client(url).get(path)).status).toBe(401);
  }
  expect((await therapist.post("/api/sms/send", { thread_id: id, body: "Hello" })).status).toBe(403);
});

test("a therapist who opens Messages learns that the page is for another role, and finds the way back", async () => {
  expect((await therapist.get("/messages")).location).toBe("/login");
  const login = textOf((await therapist.get("/login")).text);
  expect(login).toContain("That page is for another role. An admin can give you the role.");
  expect(login).toContain("Continue to Firstnight");
  expect((await therapist.get("/login")).text).not.toContain("That page is for another role.");
});

test("starting a conversation returns its thread, and the message is held without consent", async () => {
  const start = {
    phone: "(919) 555-0199",
    patient_id: 4711,
    brightree_db: "QHMS",
    patient_name: "Ada Moore",
    first_message: "Hello Ada",
  };
  const first = await supervisor.post("/api/sms/thread/start", start);
  expect(first.status).toBe(200);
  expect(first.json).toMatchObject({
    ok: true,
    thread: {
      phone: "+19195550199",
      patient_id: 4711,
      patient_name: "Ada Moore",
      sms_consent: false,
      tags: [],
    },
  });
  const again = await supervisor.post("/api/sms/thread/start", { phone: "919-555-0199" });
  expect(again.json.thread.id).toBe(first.json.thread.id);
  const { json: messages } = await supervisor.get(`/api/sms/messages?thread_id=${first.json.thread.id}`);
  const held = messages.find((message: { body: string }) => message.body === "Hello Ada");
  expect(held).toMatchObject({
    direction: "out",
    status: "queued",
    held: true,
    author_name: "Samuel Ridley",
  });
});

test.each(["", "12345", "555-0123", "+44 20 7946 0958", "+1 800 555 0199", "not a phone"])(
  "%j is not a mobile number, and nothing is saved",
  async (phone) => {
    const before = await app.reads.selectFrom("threads").select("id").execute();
    const reply = await supervisor.post("/api/sms/thread/start", { phone, first_message: "Hi" });
    expect(reply.status).toBe(422);
    expect(reply.json).toMatchObject({ ok: false, error: "Enter a 10-digit mobile number." });
    expect(await app.reads.selectFrom("threads").select("id").execute()).toEqual(before);
  },
);

test("an unknown database is refused, and nothing is saved", async () => {
  const before = await app.reads.selectFrom("threads").select("id").execute();
  const start = { phone: "(919) 555-0187", brightree_db: "NONE", first_message: "Hi" };
  const reply = await supervisor.post("/api/sms/thread/start", start);
  expect(reply.status).toBe(422);
  expect(reply.json).toMatchObject({ fields: { brightree_db: ["Database not found."] } });
  expect(await app.reads.selectFrom("threads").select("id").execute()).toEqual(before);
});

test("an empty text, a text of 10,000 characters, and an unknown thread are refused", async () => {
  const { id } = await seedConversation(app);
  expect((await supervisor.post("/api/sms/send", { thread_id: id, body: "  " })).status).toBe(422);
  const long = await supervisor.post("/api/sms/send", { thread_id: id, body: "x".repeat(10_000) });
  expect(long.status).toBe(422);
  expect(long.json.error).toBe("A text message can have at most 1,600 characters.");
  expect((await supervisor.post("/api/sms/send", { thread_id: 999_999, body: "Hi" })).status).toBe(404);
});

test("if messages arrived after the last one the user saw, the reply is refused and the new messages are returned", async () => {
  const { id } = await seedConversation(app, { sms_consent: 1, consented_at: app.clock.now() });
  const seen = await seedMessage(app, id, "Can we talk?");
  const sent = await supervisor.post("/api/sms/send", { thread_id: id, body: "Yes", last_seen: seen.id });
  expect(sent.json).toMatchObject({ ok: true });
  const own = await supervisor.post("/api/sms/send", { thread_id: id, body: "When?", last_seen: seen.id });
  expect(own.status).toBe(409);
  const { json: messages } = await supervisor.get(`/api/sms/messages?thread_id=${id}`);
  const last = messages.at(-1).id;
  await seedMessage(app, id, "Never mind, it works");
  const stale = await supervisor.post("/api/sms/send", { thread_id: id, body: "Tomorrow?", last_seen: last });
  expect(stale.status).toBe(409);
  expect(stale.json).toMatchObject({ ok: false, newer: [{ direction: "in", body: "Never mind, it works" }] });
});

test("the newest 200 messages are returned in ascending order, with pagination in both directions", async () => {
  const { id } = await seedConversation(app);
  for (let nth = 1; nth <= 205; nth++) await seedMessage(app, id, `Number ${nth}`);
  const path = `/api/sms/messages?thread_id=${id}`;
  const bodies = (reply: { json: { body: string }[] }) => reply.json.map((message) => message.body);
  const newest = await supervisor.get(path);
  expect(newest.json).toHaveLength(200);
  expect(bodies(newest).at(0)).toBe("Number 6");
  expect(bodies(newest).at(-1)).toBe("Number 205");
  const before = await supervisor.get(`${path}&before=${newest.json[0].id}`);
  expect(bodies(before)).toEqual(["Number 1", "Number 2", "Number 3", "Number 4", "Number 5"]);
  const after = await supervisor.get(`${path}&after=${newest.json[197].id}`);
  expect(bodies(after)).toEqual(["Number 204", "Number 205"]);
});

test("polling a thread returns 200 after every change and 304 if nothing changed", async () => {
  const { id } = await seedConversation(app);
  await seedMessage(app, id, "Hello");
  const path = `/api/sms/messages?thread_id=${id}`;
  let tag = (await supervisor.get(path)).headers.get("etag") ?? "";
  const poll = () => supervisor.get(path, { "if-none-match": tag, "x-background": "1" });
  const idle = await poll();
  expect([idle.status, idle.text]).toEqual([304, ""]);
  expect(idle.headers.get("cache-control")).toBe("no-store");
  const changes = [
    () => seedMessage(app, id, "News"),
    () => app.db.updateTable("messages").set({ error: "x" }).where("thread_id", "=", id).execute(),
    () => supervisor.put(`/api/sms/thread/${id}/star`, { color: "red" }),
    () => supervisor.put(`/api/sms/thread/${id}/notes`, { notes: "Call back" }),
    () => supervisor.post(`/api/sms/thread/${id}/tags`, { tag: "urgent" }),
    () => supervisor.delete(`/api/sms/thread/${id}/tags`, { tag: "urgent" }),
    () => supervisor.put(`/api/sms/thread/${id}/assign`, { user_id: me, name: "Samuel Ridley" }),
  ];
  for (const change of changes) {
    await change();
    const fresh = await poll();
    expect(fresh.status).toBe(200);
    tag = fresh.headers.get("etag") ?? "";
  }
  expect((await poll()).status).toBe(304);
});

test("stars, notes, and tags are saved, and each change is logged once in the audit log", async () => {
  const { id } = await seedConversation(app);
  const path = `/api/sms/thread/${id}`;
  expect((await supervisor.put(`${path}/star`, { color: "teal" })).status).toBe(422);
  expect((await supervisor.put(`${path}/star`, { color: "purple" })).json).toEqual({ ok: true });
  const starred = await countAuditEntries("thread.starred");
  await supervisor.put(`${path}/star`, { color: "purple" });
  expect(await countAuditEntries("thread.starred")).toBe(starred);
  await supervisor.put(`${path}/notes`, { notes: "<b>Prefers evenings</b>" });
  expect((await supervisor.get(`${path}/notes`)).json).toEqual({ notes: "<b>Prefers evenings</b>" });
  await supervisor.post(`${path}/tags`, { tag: "VIP" });
  expect((await supervisor.post(`${path}/tags`, { tag: "vip" })).json.tags).toEqual(["VIP"]);
  expect((await supervisor.post(`${path}/tags`, { tag: " " })).status).toBe(422);
  expect((await supervisor.get(`${path}/tags`)).json).toEqual({ tags: ["VIP"] });
  expect((await supervisor.delete(`${path}/tags`, { tag: "VIP" })).json.tags).toEqual([]);
  expect((await supervisor.delete(`${path}/star`)).json).toEqual({ ok: true });
  const { json: conversations } = await supervisor.get("/api/sms/threads?folder=starred");
  expect(conversations.map((conversation: { id: number }) => conversation.id)).not.toContain(id);
  expect((await supervisor.get("/api/sms/thread/999999/notes")).status).toBe(404);
});

test("notes changed by another user are not overwritten", async () => {
  const { id } = await seedConversation(app);
  const notes = `/api/sms/thread/${id}/notes`;
  await supervisor.put(notes, { notes: "Calls back at 5", before: "" });
  const stale = await supervisor.put(notes, { notes: "Wants an evening", before: "" });
  expect([stale.status, stale.json.notes]).toEqual([409, "Calls back at 5"]);
  expect((await supervisor.put(notes, { notes: "Calls back at 5", before: "" })).status).toBe(200);
  // Browsers send form text with CRLF line endings.
  const typed = { notes: "Wants an\r\nevening", before: "" };
  const refused = await supervisor.submit(`/messages/${id}/notes`, typed);
  expect(refused.status).toBe(409);
  const page = new PlainPage(supervisor, `/messages/${id}`, refused);
  expect(page.values("notes")).toEqual(["Wants an\r\nevening"]);
  const [before = ""] = page.values("before");
  expect(before).toBe("Calls back at 5");
  expect((await supervisor.submit(`/messages/${id}/notes`, { ...typed, before })).status).toBe(303);
  expect((await supervisor.get(notes)).json).toEqual({ notes: "Wants an\nevening" });
  const again = { notes: "Wants a morning", before: "Wants an\r\nevening" };
  expect((await supervisor.submit(`/messages/${id}/notes`, again)).status).toBe(303);
});

test("a thread can be assigned by user ID or by the ID of a therapist who has an account", async () => {
  const { id } = await seedConversation(app);
  const user = await seedUser(app, ["therapist"], { name: "Hannah Whitfield" });
  const record = await seedTherapist(app, { id: 70_001, user_id: user.id, name: "Hannah Whitfield" });
  const path = `/api/sms/thread/${id}`;
  await supervisor.put(`${path}/assign`, { user_id: me, name: "Samuel Ridley" });
  const assigned = await supervisor.get(`/api/sms/threads?assigned=me&me_id=${me}&me_name=Samuel%20Ridley`);
  expect(assigned.json.find((conversation: { id: number }) => conversation.id === id)).toMatchObject({
    assignee_user_id: me,
    assignee_name: "Samuel Ridley",
  });
  await supervisor.put(`${path}/assign`, { user_id: record.id, name: "Hannah Whitfield" });
  const { json: all } = await supervisor.get("/api/sms/threads");
  const found = all.find((conversation: { id: number }) => conversation.id === id);
  expect(found).toMatchObject({ assignee_user_id: user.id, assignee_name: "Hannah Whitfield" });
  expect((await supervisor.put(`${path}/assign`, { user_id: 999_999 })).status).toBe(422);
  expect((await supervisor.put(`${path}/unassign`)).json).toEqual({ ok: true });
});

test("the Link header points to the next page of threads, and an invalid cursor is refused", async () => {
  const first = await supervisor.get("/api/sms/threads?limit=2");
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  const second = await supervisor.get(next);
  expect(second.json).toHaveLength(2);
  const ids = [...first.json, ...second.json].map((conversation: { id: number }) => conversation.id);
  expect(new Set(ids).size).toBe(4);
  expect((await supervisor.get("/api/sms/threads?cursor=9999")).status).toBe(422);
});

test("message text is never interpreted as HTML", async () => {
  const { id } = await seedConversation(app, { patient_name: "<script>alert(1)</script>" });
  await seedMessage(app, id, "<img src=x onerror=alert(1)> שלום 🙂");
  const page = await supervisor.get(`/messages/${id}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain("&lt;img src=x onerror=alert(1)&gt; שלום 🙂");
  expect(page.text).not.toContain("<script>alert(1)");
});

test("every form on the page works without JavaScript", async () => {
  const { id } = await seedConversation(app, { sms_consent: 1, patient_name: "Form Patient" });
  const back = `/messages/${id}?details=1`;
  const sent = await supervisor.submit(`/messages/${id}?folder=patients`, {
    body: "By form",
    last_seen: "0",
  });
  expect([sent.status, sent.location]).toEqual([303, `/messages/${id}?folder=patients`]);
  expect((await supervisor.submit(`/messages/${id}/star`, { color: "blue", back })).location).toBe(back);
  await supervisor.submit(`/messages/${id}/tags`, { tag: "call", back });
  await supervisor.submit(`/messages/${id}/notes`, { notes: "Noted", back });
  await supervisor.submit(`/messages/${id}/assign`, { user_id: String(me), back });
  const page = (await supervisor.get(back)).text;
  for (const text of ["By form", "Remove the tag call", "Noted", "unassign"]) expect(page).toContain(text);
  const away = await supervisor.submit(`/messages/${id}/star`, { color: "", back: "https://evil.example/" });
  expect(away.location).toBe(`/messages/${id}`);
  const started = await supervisor.submit("/messages/start", { phone: "3365550142", first_message: "" });
  expect(started.location).toMatch(/^\/messages\/\d+$/);
  const wrong = await supervisor.submit("/messages/start", { phone: "12", first_message: "Keep me" });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain("Enter a 10-digit mobile number.");
  expect(wrong.text).toContain("Keep me");
});

test("opening a form's URL directly shows an error in the staff layout", async () => {
  const pages = await Promise.all(
    ["assign", "notes", "retry", "star", "tags"].map((form) => supervisor.get(`/messages/1/${form}`)),
  );
  for (const { text } of pages) expect(text).toContain("This page can&#x27;t be opened directly.");
  const refused = await supervisor.submit("/messages/1/notes", { notes: "x".repeat(100_000) });
  expect(refused.status).toBe(422);
  for (const { text } of [...pages, refused]) {
    expect(text).toContain('id="refused"');
    expect(text).toContain('href="/appointments"');
  }
});

test("without JavaScript, a conversation that needs no reply can be marked as done, and the next one opens", async () => {
  const older = await seedConversation(app, { patient_name: "Olga Older" });
  const newer = await seedConversation(app, { patient_name: "Nils Newer" });
  const later = app.clock.now() + 90 * day;
  await seedMessage(app, older.id, "Thank you!", { created_at: later });
  await seedMessage(app, newer.id, "Perfect.", { created_at: later + 1 });
  const page = await PlainPage.open(supervisor, `/messages/${older.id}?filter=unanswered`);
  const next = await page.press("Done");
  expect(next.address).toBe(`/messages/${newer.id}?filter=unanswered`);
  expect(next.text).not.toContain("Olga Older");
  const done = await PlainPage.open(supervisor, `/messages/${older.id}`);
  expect((await done.press("Mark as unanswered")).address).toBe(`/messages/${older.id}`);
  expect((await PlainPage.open(supervisor, "/messages?filter=unanswered")).text).toContain("Olga Older");
  expect([await countAuditEntries("thread.done"), await countAuditEntries("thread.reopened")]).toEqual([
    1, 1,
  ]);
});

test("a device that hides names shows no patient names in conversations", async () => {
  const { id } = await seedConversation(app, { patient_name: "Nadia Nameless", patient_id: 77123 });
  const device = new Client(url);
  await signInStaff(app, device, me);
  expect((await device.get(`/messages/${id}?details=1`)).text).toContain("Nadia Nameless");
  await device.submit("/account/display", { hide_names: "on" });
  for (const path of [`/messages/${id}?details=1`, `/messages/${id}/consent`]) {
    const { text } = await device.get(path);
    expect(text).toContain("ID 77123");
    expect(text).not.toContain("Nameless");
  }
});
