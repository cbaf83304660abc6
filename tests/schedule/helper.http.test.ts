import { beforeEach, expect, test } from "vitest";
import { verifyAudit } from "~/audit/verify-audit.server";
import { iso } from "~/core/time";
import { operator } from "~/core/who";
import { revokeAccess } from "~/orders/access/revoke-access.server";
import { remindOfVisits } from "~/visits/notices/reminders.server";
import { Client } from "../support/client";
import { agree, conversationRows, rowsTo, say } from "../support/http-actions";
import { PlainPage } from "../support/plain-page";
import {
  morningStarts,
  seedOrder,
  seedSlots,
  seedTherapist,
  seedVisit,
  signInPatient,
  staffClient,
} from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer({}, undefined, { demo: true });
const { app, url } = server;
const therapist = await seedTherapist(app);
const starts = morningStarts(app, 20).filter((_, index) => index % 2 === 0);
await seedSlots(app, therapist, starts);
const freeStart = () => starts.pop() ?? 0;

let order: Awaited<ReturnType<typeof seedOrder>>;
let visit: Awaited<ReturnType<typeof seedVisit>>;
let patient: Client;
let number = 0;
let tom: { name: string; relation: string; phone: string; email: string };

beforeEach(async () => {
  number++;
  tom = {
    name: "Tom Baker",
    relation: "son",
    phone: `+1336555${1000 + number}`,
    email: `tom${number}@mail.example`,
  };
  order = await seedOrder(app, { patient_name: "Ruth Avery" });
  visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: freeStart(),
    status: "confirmed",
    confirmed_at: app.clock.now(),
  });
  patient = new Client(url);
  await signInPatient(app, patient, order.id);
});

const path = "/my-visit/helper";
const name = async (fields: Partial<typeof tom> = tom, by = patient) =>
  (await PlainPage.open(by, path)).press("Add this person", fields);

/** Reads the helper's link from the message. */
async function linkOf(to = tom.email): Promise<string> {
  const [mail] = await rowsTo(app, to);
  const body = app.secrets.open(mail?.body_sealed ?? "");
  return /\/schedule\/[a-z2-9]{20}/.exec(body)?.[0] ?? "";
}

async function helperClient(): Promise<Client> {
  const client = new Client(url);
  expect((await client.get(await linkOf())).status).toBe(200);
  return client;
}

const lastAudit = async () => {
  const { action, user_email, subject } = await app.db
    .selectFrom("audit_log")
    .selectAll()
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return [user_email, action, subject];
};

test("the patient adds one helper, who is shown on My visit and can be removed", async () => {
  const before = await PlainPage.open(patient, "/my-visit");
  expect(before.links("Someone who helps you")).toEqual([path]);
  const after = await name();
  expect(after.path).toBe("/my-visit");
  expect(after.text).toContain("Your helper was added.");
  expect(after.text).toContain("Tom Baker is helping you with this visit.");
  expect(await lastAudit()).toEqual([`patient of order ${order.id}`, "helper.named", `order ${order.id}`]);
  const named = await after.follow("Change who helps you");
  expect(named.text).toContain("waiting for them to reply YES");
  expect(named.text).toContain(tom.email);
  const removed = await named.press("Remove Tom Baker");
  expect(removed.text).toContain("Their link no longer works.");
  expect(removed.links("Someone who helps you")).toEqual([path]);
  expect(await lastAudit()).toEqual([`patient of order ${order.id}`, "helper.removed", `order ${order.id}`]);
});

test("the helper's phone gets its own consent request without the patient's name, and gets texts after a YES reply", async () => {
  await agree(app, order.phone ?? "");
  await name({ ...tom, email: "" });
  const [request, link] = (await conversationRows(app, tom.phone)).sort((a) =>
    a.status === "held" ? 1 : -1,
  );
  expect(request).toMatchObject({ body: expect.stringContaining("Reply YES to agree") });
  expect(request?.body).not.toContain("Ruth");
  expect(link).toMatchObject({
    status: "held",
    body: expect.stringContaining("updates about a setup visit for Ruth A.:"),
  });
  expect(link?.body).not.toMatch(/[a-z2-9]{20}/);
  const staff = await staffClient(server, "supervisor");
  const move = () =>
    staff.patch(`/api/appointments/${visit.id}`, { datetime: iso(freeStart()), hold: false });
  expect((await move()).status).toBe(200);
  const moved = (rows: { kind: string }[]) => rows.filter(({ kind }) => kind === "visit-moved");
  expect(moved(await rowsTo(app, tom.phone))).toEqual([]);
  await say(app, tom.phone, "YES");
  expect((await move()).status).toBe(200);
  const [text] = moved(await rowsTo(app, tom.phone)) as Awaited<ReturnType<typeof rowsTo>>;
  expect(app.secrets.open(text?.body_sealed ?? "")).toContain("For Ruth A.: Visit moved to");
  const conversation = await app.db
    .selectFrom("threads")
    .select(["patient_name", "patient_id"])
    .where("phone", "=", tom.phone)
    .executeTakeFirst();
  expect(conversation).toEqual({ patient_name: "Tom Baker (helper)", patient_id: null });
});

test("the helper gets emailed copies with their own link and calendar entry", async () => {
  await name({ ...tom, phone: "" });
  const link = await linkOf();
  const staff = await staffClient(server, "supervisor");
  await staff.post(`/api/appointments/${visit.id}/cancel`);
  const rows = await rowsTo(app, tom.email);
  const canceled = rows.find(({ kind }) => kind === "visit-cancelled");
  const body = app.secrets.open(canceled?.body_sealed ?? "");
  expect(body).toContain("Hello Tom Baker,");
  expect(body).toContain("You're helping Ruth A. with a setup visit.");
  expect(body).toContain(link);
  const own = (await rowsTo(app, order.email ?? "")).find(({ kind }) => kind === "visit-cancelled");
  expect(app.secrets.open(own?.body_sealed ?? "")).not.toContain(link);
  expect(canceled?.calendar).toContain(tom.email);
  expect(canceled?.calendar).not.toContain(order.email);
});

test("the patient and the helper each get one reminder", async () => {
  const soon = await seedOrder(app, { patient_name: null });
  const client = new Client(url);
  await signInPatient(app, client, soon.id);
  await name({ ...tom, phone: "" }, client);
  await seedVisit(app, {
    order_id: soon.id,
    therapist_id: therapist.id,
    start_at: app.clock.now() + 23 * 3_600_000,
    status: "confirmed",
    confirmed_at: app.clock.now(),
  });
  for (let round = 0; round < 2; round++) await remindOfVisits(app);
  const reminders = (await rowsTo(app, tom.email)).filter(({ kind }) => kind === "reminder-day");
  expect(reminders).toHaveLength(1);
  expect(app.secrets.open(reminders[0]?.body_sealed ?? "")).toContain(
    "You're helping one of our patients with a setup visit.",
  );
});

test("the helper's actions are logged as the helper's, and staff can see them", async () => {
  await name();
  const helper = await helperClient();
  expect((await PlainPage.open(helper, "/my-visit")).text).toContain("You are helping with this visit.");
  expect((await PlainPage.open(helper, "/my-visit")).text).toContain("For Ruth A.");
  expect((await helper.post("/api/my-appointment/cancel")).status).toBe(200);
  expect(await lastAudit()).toEqual([`helper of order ${order.id}`, "visit.cancelled", `visit ${visit.id}`]);
  const staff = await staffClient(server, "supervisor");
  expect((await PlainPage.open(staff, `/visits/${visit.id}`)).text).toContain("Canceled by the helper");
  expect((await verifyAudit(app)).problems ?? []).toEqual([]);
});

test("a helper's booking asks the patient for text consent instead of recording it", async () => {
  await app.db.deleteFrom("visits").where("id", "=", visit.id).execute();
  await name();
  const helper = await helperClient();
  const booked = await helper.post("/api/schedule-appointment", {
    patient_id: order.patient_id,
    brightree_db: order.brightree_db,
    therapist: therapist.name,
    datetime: iso(freeStart()),
    sms_consent: true,
  });
  expect(booked.status).toBe(201);
  const given = await app.db
    .selectFrom("consents")
    .selectAll()
    .where("phone", "=", order.phone ?? "")
    .execute();
  expect(given).toEqual([]);
  const kinds = (await rowsTo(app, order.phone ?? "")).map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(["consent-request", "visit-submitted"]);
});

test("the helper can't add, change, or remove a helper", async () => {
  await name();
  const helper = await helperClient();
  const seen = await helper.get(path);
  expect([seen.status, seen.text.includes("Only the patient can choose who helps.")]).toEqual([403, true]);
  const forms: Record<string, string>[] = [
    { remove: "yes" },
    { ...tom, name: "Eve", phone: "(919) 555-0177" },
  ];
  for (const form of forms) {
    const refused = await helper.submit(path, form);
    expect([refused.status, refused.text.includes("Only the patient")]).toEqual([403, true]);
  }
  expect((await helper.get("/my-visit")).text).not.toContain(path);
  const rows = await app.db
    .selectFrom("helpers")
    .select(["name", "removed_at"])
    .where("order_id", "=", order.id);
  expect(await rows.execute()).toEqual([{ name: "Tom Baker", removed_at: null }]);
});

test("a removed helper's link stops working and their sessions end immediately, and the page explains this and shows the number to call", async () => {
  await name();
  const link = await linkOf();
  const helper = await helperClient();
  await (await PlainPage.open(patient, path)).press("Remove Tom Baker");
  expect((await helper.get("/my-visit")).location).toBe("/login");
  expect((await helper.get("/api/my-appointment")).status).toBe(401);
  for (const address of [link, link.replace("schedule", "track")]) {
    const page = await new Client(url).get(address);
    expect(page.status).toBe(404);
    expect(page.text).toContain("This helper link no longer works.");
    expect(page.text).toContain("(919) 555-0100");
  }
  const code = link.split("/").at(-1);
  for (const call of ["bootstrap-schedule", "timeline"]) {
    const reply = await new Client(url).get(`/api/shortlink/${call}/${code}`);
    expect([reply.status, reply.json.error]).toEqual([404, expect.stringContaining("no longer works")]);
  }
  const [unsent] = (await rowsTo(app, tom.phone)).filter(({ kind }) => kind === "helper-link");
  expect(unsent).toMatchObject({ status: "dropped", error: "The helper was removed." });
  expect((await patient.get("/my-visit")).status).toBe(200);
});

const wrongFields: [
  name: string,
  wrong: Partial<Record<keyof typeof tom, () => string>>,
  sentence: string,
][] = [
  ["the patient's own number", { phone: () => order.phone ?? "" }, "This is the patient's own number."],
  [
    "the patient's own email",
    { email: () => order.email?.toUpperCase() ?? "" },
    "This is the patient's own email",
  ],
  ["an invalid phone", { phone: () => "12345" }, "Please enter a 10-digit US phone number."],
  ["an invalid email", { email: () => "tom@" }, "Please enter a complete email address"],
  ["no contact", { phone: () => "", email: () => "" }, "Enter a phone number or an email address."],
  ["no name", { name: () => "" }, "Please fill this in."],
  ["no relation", { relation: () => "" }, "Please fill this in."],
];

test.each(wrongFields)("a form with %s is refused and keeps the typed values", async (_, wrong, sentence) => {
  const values = Object.fromEntries(Object.entries(wrong).map(([field, value]) => [field, value()]));
  const page = await name({ ...tom, ...values });
  expect(page.status).toBe(422);
  expect(page.text).toContain(sentence);
  expect(page.values("name")).toEqual([values.name ?? tom.name]);
  expect(await app.db.selectFrom("helpers").select("id").where("order_id", "=", order.id).execute()).toEqual(
    [],
  );
});

test("a second helper is refused until the first is removed, even if both are added at the same time", async () => {
  const { hidden } = await PlainPage.open(patient, path);
  const sent = await Promise.all(
    [tom, { ...tom, name: "Ann Lee", phone: "(336) 555-0144" }].map((one) =>
      patient.submit(path, { ...hidden, ...one }),
    ),
  );
  expect(sent.map(({ status }) => status).sort()).toEqual([303, 409]);
  expect(sent.find(({ status }) => status === 409)?.text).toContain("is already the helper.");
});

test("a helper whose number opted out needs an email address", async () => {
  await say(app, tom.phone, "STOP");
  expect((await name({ ...tom, email: "" })).text).toContain("We can't text this number.");
  expect((await name()).text).toContain("Your helper was added.");
});

test("a patient can add at most five helpers a day", async () => {
  for (let turn = 0; turn < 5; turn++) {
    await name({ ...tom, phone: "" });
    await (await PlainPage.open(patient, path)).press("Remove Tom Baker");
  }
  expect((await name({ ...tom, phone: "" })).status).toBe(429);
});

test("staff add and remove a helper in the visit's side panel", async () => {
  const staff = await staffClient(server, "supervisor");
  const sheet = await PlainPage.open(staff, `/visits/${visit.id}`);
  const form = await sheet.follow("Add a helper");
  const refused = await form.press("Add helper", { ...tom, phone: order.phone ?? "" });
  expect([refused.status, refused.text.includes("This is the patient's own number.")]).toEqual([422, true]);
  const added = await refused.press("Add helper", { ...tom });
  expect(added.text).toContain("Tom Baker, son, (336)");
  expect((await lastAudit())[1]).toBe("helper.named");
  const helper = await helperClient();
  const removed = await (await added.follow("Change helper")).press("Remove Tom Baker");
  expect(removed.links("Add a helper")).toHaveLength(1);
  expect((await helper.get("/my-visit")).location).toBe("/login");
});

test("a therapist can't add a helper to another therapist's visit", async () => {
  const other = await staffClient(server, "therapist");
  expect((await other.get(`/visits/${visit.id}/helper`)).status).toBe(404);
  expect((await other.submit(`/visits/${visit.id}/helper`, tom)).status).toBe(404);
});

test("ending a patient's access also ends the helper's access", async () => {
  await name();
  const helper = await helperClient();
  await revokeAccess(app, operator, order);
  expect((await helper.get("/my-visit")).location).toBe("/login");
  expect((await new Client(url).get(await linkOf())).status).toBe(404);
});

test("a helper's language isn't used after the company stops offering it", async () => {
  await name({ ...tom, phone: "" });
  await app.db.updateTable("helpers").set({ language: "es" }).execute();
  await app.db.updateTable("companies").set({ languages: '["en"]' }).execute();
  await patient.post("/api/my-appointment/cancel");
  expect((await rowsTo(app, tom.email)).at(-1)).toMatchObject({ kind: "visit-cancelled", language: "en" });
  await app.db.updateTable("companies").set({ languages: '["en","es"]' }).execute();
});

test("the helper can choose a different language than the patient", async () => {
  await name({ ...tom, phone: "" });
  const helper = await helperClient();
  const { hidden } = await PlainPage.open(helper, "/my-visit");
  await helper.submit("/language", { ...hidden, language: "es", to: "/my-visit" });
  expect((await helper.get("/my-visit")).text).toContain('<html lang="es"');
  expect((await patient.get("/my-visit")).text).toContain('<html lang="en"');
  await helper.post("/api/my-appointment/cancel");
  const mail = (await rowsTo(app, tom.email)).at(-1);
  expect([mail?.kind, mail?.language]).toEqual(["visit-cancelled", "es"]);
  const own = (await rowsTo(app, order.email ?? "")).at(-1);
  expect([own?.kind, own?.language]).toEqual(["visit-cancelled", "en"]);
});
