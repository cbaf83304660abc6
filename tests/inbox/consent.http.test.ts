import { beforeAll, describe, expect, test } from "vitest";
import { Client } from "../support/client";
import { agree, openConversation, rowsTo, say } from "../support/http-actions";
import { textOfPages } from "../support/pdf-text";
import { seedClinic, seedUser, signInPatient, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { url, app } = await startServer();
const clinic = await seedClinic(app);
const phone = "+19195550123";
const supervisor = new Client(url);
let id = 0;

beforeAll(async () => {
  await signInStaff(app, supervisor, (await seedUser(app, ["supervisor"])).id);
  await app.db.updateTable("orders").set({ phone }).where("id", "=", clinic.order.id).execute();
  await agree(app, phone);
  id = (await openConversation(app, phone)).id;
});

const path = () => `/api/sms/thread/${id}/consent`;

describe("the consent history of a number", () => {
  test("shows who recorded an opt-out by phone, when, and how", async () => {
    const reply = await supervisor.post(path(), { granted: false, channel: "phone", note: "Called at noon" });
    expect([reply.status, reply.json]).toEqual([200, { sms_consent: false }]);
    const [latest, first] = (await supervisor.get(path())).json;
    expect(latest).toEqual({
      at: expect.stringMatching(/Z$/),
      granted: false,
      source: "phone",
      wording: "Called at noon",
      by: expect.any(String),
    });
    expect(first).toMatchObject({ granted: true, source: "import", wording: "agreed on paper", by: null });
    const texts = (await rowsTo(app, phone)).filter(({ kind }) => kind === "opt-out-confirmation");
    expect(texts).toHaveLength(1);
  });

  test("refuses an unknown channel and a missing field", async () => {
    expect((await supervisor.post(path(), { granted: true, channel: "fax" })).status).toBe(422);
    expect((await supervisor.post(path(), { channel: "phone" })).status).toBe(422);
  });

  test("can be read and changed only by staff assigned to the conversation", async () => {
    const user = await seedUser(app, ["staff"]);
    const staff = new Client(url);
    await signInStaff(app, staff, user.id);
    expect((await staff.get(path())).status).toBe(404);
    await app.db.updateTable("threads").set({ assignee_user_id: user.id }).where("id", "=", id).execute();
    expect((await staff.get(path())).status).toBe(200);
    const reply = await staff.post(path(), { granted: true, channel: "in_person" });
    expect(reply.json).toEqual({ sms_consent: true });
  });

  test("is listed on its page, newest first", async () => {
    const page = (await supervisor.get(`/messages/${id}/consent`)).text;
    expect(page).toMatch(/in person.*Opted out of texts.*by phone.*Called at noon.*agreed on paper/s);
  });

  test("can be exported as CSV and PDF, and each export is in the audit log", async () => {
    const csv = await supervisor.get(`${path()}.csv`);
    expect(csv.text).toContain("Opted out of texts by phone");
    const pdf = await fetch(new URL(`${path()}.pdf`, url), {
      headers: { cookie: [...supervisor.cookies].map((pair) => pair.join("=")).join("; ") },
    });
    expect(textOfPages(Buffer.from(await pdf.arrayBuffer())).join("\n")).toContain(
      "Opted out of texts by phone",
    );
    const audited = await app.db
      .selectFrom("audit_log")
      .select("details")
      .where("action", "=", "consent.exported")
      .execute();
    expect(audited.map(({ details }) => JSON.parse(details ?? "{}").format)).toEqual(["csv", "pdf"]);
  });
});

describe("possible opt-outs and wrong numbers", () => {
  test("a thread shows a possible opt-out with two buttons, and either one ends the hold", async () => {
    await say(app, phone, "not interested");
    const [conversation] = (await supervisor.get("/api/sms/threads")).json;
    expect(conversation).toMatchObject({ sms_consent: true, hold: "possible_opt_out" });
    const page = (await supervisor.get(`/messages/${id}`)).text;
    expect(page).toContain("This may be an opt-out");
    expect(page).toContain("Not an opt-out");
    const reply = await supervisor.submit(`/messages/${id}/hold`, { decision: "not_opt_out" });
    expect(reply.status).toBe(303);
    expect((await openConversation(app, phone)).hold).toBeNull();
  });

  test("a wrong number stays on the dashboard until it is resolved", async () => {
    await say(app, phone, "Wrong number");
    expect((await supervisor.get("/supervisordashboard")).text).toContain("Phone numbers to check");
    const form = { decision: "resolved", from: "dashboard" };
    const reply = await supervisor.submit(`/messages/${id}/hold`, form);
    expect(reply.location).toBe("/supervisordashboard");
    expect((await supervisor.get("/supervisordashboard")).text).not.toContain("Phone numbers to check");
  });
});

test("a patient can turn texts off and on, and the thread shows why they were off", async () => {
  const patient = new Client(url);
  await signInPatient(app, patient, clinic.order.id, "code");
  const texts = (on: boolean) => patient.put("/api/my-appointment/texts", { on });
  expect((await texts(false)).json).toEqual({ sms_consent: false });
  expect((await supervisor.get(`/messages/${id}`)).text).toContain("with the switch on My visit");
  expect((await texts(true)).json).toEqual({ sms_consent: true });
});

test("an admin can make texts optional on the Company page and through the API", async () => {
  const admin = new Client(url);
  await signInStaff(app, admin, (await seedUser(app, ["admin"])).id);
  const { name, sms_optional: before } = (await admin.get("/api/company")).json;
  expect(before).toBe(false);
  expect((await admin.patch("/api/company", { sms_optional: true })).json).toMatchObject({
    sms_optional: true,
  });
  const form = { company: name, name, sms_optional: "false" };
  expect((await admin.submit("/admin/company", form)).status).toBe(303);
  expect((await admin.get("/api/company")).json.sms_optional).toBe(false);
});
