import { describe, expect, test } from "vitest";
import { findConsent, listConsents } from "~/messages/consent/consents.server";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { signatureOf, startFakeTwilio } from "../support/fake-twilio";
import { freePort } from "../support/free-port";
import { agree, conversationRows, rowsTo, write } from "../support/http-actions";
import { seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const twilio = await startFakeTwilio();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const { app } = await startServer({ ...twilio.environment, PORT: String(port), PUBLIC_URL: url });

let serial = 0;
/** A phone number that no other test uses. */
const newPhone = () => `+1919555${String(3000 + ++serial)}`;

/** Sends a text that the provider accepts. */
async function sent(body = "Hello") {
  const phone = newPhone();
  await agree(app, phone);
  await write(app, phone, body);
  await eventually(
    () => rowsTo(app, phone),
    ([row]) => row?.status === "sent",
  );
  const message = twilio.messages.find(({ to }) => to === phone);
  if (!message) throw new Error("Text not found in the fake Twilio.");
  return { phone, message };
}

const statusOf = async (phone: string) => (await conversationRows(app, phone))[0]?.status;

describe("an inbound text", () => {
  test("gets an empty TwiML response and appears in its thread", async () => {
    const phone = newPhone();
    const reply = await twilio.bring(url, { from: phone, body: "Hello 👋 <b>מה שלומך</b>", media: 2 });
    expect(reply.status).toBe(200);
    expect(reply.text).toContain("<Response/>");
    expect(await conversationRows(app, phone)).toMatchObject([
      { direction: "in", body: "Hello 👋 <b>מה שלומך</b>", status: "received" },
    ]);
    const { media_count } = await app.db
      .selectFrom("messages")
      .select("media_count")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(media_count).toBe(2);
  });

  test("is stored once, even if it is delivered several times at the same time", async () => {
    const phone = newPhone();
    const text = { from: phone, body: "once", sid: `SM${"1".repeat(32)}` };
    const replies = await Promise.all(Array.from({ length: 8 }, () => twilio.bring(url, text)));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await conversationRows(app, phone)).toHaveLength(1);
    const conversations = await app.db
      .selectFrom("threads")
      .select("id")
      .where("phone", "=", phone)
      .execute();
    expect(conversations).toHaveLength(1);
  });

  test("creates one thread for an unknown number, even if several arrive at the same time", async () => {
    const phone = newPhone();
    const bodies = Array.from({ length: 8 }, (_, nth) => `text ${nth}`);
    const replies = await Promise.all(bodies.map((body) => twilio.bring(url, { from: phone, body })));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const conversations = await app.db
      .selectFrom("threads")
      .select("id")
      .where("phone", "=", phone)
      .execute();
    expect(conversations).toHaveLength(1);
    expect((await conversationRows(app, phone)).map(({ body }) => body).sort()).toEqual(bodies);
  });

  test.each([
    ["ALTO", "STOP", "withdrawn"],
    ["Yes, I want this to stop", "STOP", "withdrawn"],
    ["SEGUIR", "START", "given"],
    ["AYUDA", "HELP", "given"],
    ["stop", "HELP", "given"],
  ])(
    "after %s with Twilio's OptOutType %s, consent is %s and Firstnight does not reply",
    async (body, optOutType, after) => {
      const phone = newPhone();
      await agree(app, phone);
      if (optOutType === "START") await twilio.bring(url, { from: phone, body: "STOP", optOutType: "STOP" });
      const reply = await twilio.bring(url, { from: phone, body, optOutType });
      expect(reply).toMatchObject({ status: 200, text: expect.stringContaining("<Response/>") });
      expect(await findConsent(app.db, phone)).toBe(after);
      const [last] = await listConsents(app.db, phone);
      expect(last?.wording).toBe(optOutType === "HELP" ? "agreed on paper" : body);
      expect(await rowsTo(app, phone)).toEqual([]);
      const held = await write(app, phone, "Hello");
      expect(held.status).toBe(after === "given" ? "queued" : "dropped");
    },
  );

  test("is shown when the sender has no phone number, and staff can't reply to it", async () => {
    const from = `whatsapp:${newPhone()}`;
    const body = `Hello from ${from}`;
    expect((await twilio.bring(url, { from, body })).status).toBe(200);
    const staff = new Client(url);
    await signInStaff(app, staff, (await seedUser(app, ["supervisor"])).id);
    const { id, phone } = await app.db
      .selectFrom("threads")
      .select(["id", "phone"])
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(phone).toBe(from);
    const page = await staff.get(`/messages/${id}?details=1`);
    expect(page.text).toContain(body);
    expect(page.text).toContain("You can read these messages but not reply.");
    expect(page.text).not.toContain('id="composer"');
    expect(page.text).not.toContain(`(919) 555-${from.slice(-4)}`);
    const sent = await staff.post("/api/sms/send", { thread_id: id, body: "Hello" });
    expect([sent.status, sent.json]).toEqual([
      409,
      { ok: false, error: "This sender is not a phone number. You can't text back." },
    ]);
    const waiting = await staff.get("/api/sms/threads?filter=waiting");
    expect(waiting.text).not.toContain(from);
  });

  test("can be empty or very long", async () => {
    const phone = newPhone();
    expect((await twilio.bring(url, { from: phone, body: "", media: 1 })).status).toBe(200);
    expect((await twilio.bring(url, { from: phone, body: "x".repeat(10_000) })).status).toBe(200);
    expect((await conversationRows(app, phone)).map(({ body }) => body.length)).toEqual([0, 10_000]);
  });

  test("is refused without a signature, with a forged one, or with a changed field", async () => {
    const phone = newPhone();
    const target = `${url}/api/sms/inbound`;
    const fields = { MessageSid: "SMx", From: phone, Body: "YES", NumMedia: "0" };
    const signatures = ["", "bm90IGEgc2lnbmF0dXJl", signatureOf("another token", target, fields)];
    for (const signature of signatures) {
      expect((await twilio.post(target, fields, signature)).status).toBe(403);
    }
    const before = signatureOf(twilio.authToken, target, { ...fields, Body: "Hello" });
    expect((await twilio.post(target, fields, before)).status).toBe(403);
    expect(
      (await twilio.post(`${target}?a=1`, fields, signatureOf(twilio.authToken, target, fields))).status,
    ).toBe(403);
    expect(await conversationRows(app, phone)).toEqual([]);
  });
});

describe("a delivery report", () => {
  test("updates the status, which a late or repeated report never reverts", async () => {
    const { phone, message } = await sent();
    for (const [reported, shown] of [
      ["queued", "sent"],
      ["delivered", "delivered"],
      ["sent", "delivered"],
      ["delivered", "delivered"],
      ["undelivered", "delivered"],
    ] as const) {
      expect((await twilio.report(message, reported)).status).toBe(204);
      expect([reported, await statusOf(phone)]).toEqual([reported, shown]);
    }
  });

  test.each([
    ["undelivered", 30003, "The phone could not be reached. It may be turned off."],
    ["undelivered", 30004, "The phone or its carrier blocks our texts."],
    ["undelivered", 30005, "This number is unknown or no longer in use."],
    ["undelivered", 30006, "This is a landline, or its carrier doesn't accept texts."],
    ["undelivered", 30007, "The carrier filtered the text as spam."],
    ["undelivered", 30008, "The carrier did not deliver the text and gave no reason."],
    ["failed", 21211, "This number can't receive texts."],
    ["failed", 21614, "This is not a mobile number."],
    ["failed", 30001, "Too many texts were waiting in Twilio's queue."],
  ] as const)("%s with error %i shows the reason and sends no second text", async (state, code, error) => {
    const { phone, message } = await sent();
    await twilio.report(message, state, code);
    expect((await conversationRows(app, phone))[0]).toMatchObject({ status: "failed", error });
    expect((await rowsTo(app, phone))[0]).toMatchObject({ status: "failed", error_code: String(code) });
    expect(twilio.messages.filter(({ to }) => to === phone)).toHaveLength(1);
  });

  test("for a blocked number opts the number out", async () => {
    const { phone, message } = await sent();
    await twilio.report(message, "failed", 21610);
    const conversation = await app.db
      .selectFrom("threads")
      .selectAll()
      .where("phone", "=", phone)
      .executeTakeFirstOrThrow();
    expect(conversation.sms_consent).toBe(0);
    expect((await write(app, phone, "Are you there?")).status).toBe("dropped");
  });

  test("can arrive before the provider's response to the send request", async () => {
    const phone = newPhone();
    await agree(app, phone);
    twilio.play(() => ({ delay: 1500 }));
    await write(app, phone, "Hello");
    const message = await eventually(() => twilio.messages.find(({ to }) => to === phone), Boolean);
    if (!message) throw new Error("Text not found in the fake Twilio.");
    await twilio.report(message, "delivered");
    expect(await statusOf(phone)).toBe("delivered");
    twilio.play(() => undefined);
    await write(app, phone, "and again");
    await eventually(
      () => rowsTo(app, phone),
      (rows) => rows[1]?.status === "sent",
    );
    expect(await statusOf(phone)).toBe("delivered");
    expect(twilio.messages.filter(({ to }) => to === phone)).toHaveLength(2);
  });

  test("for an earlier attempt does not affect a manual retry", async () => {
    const { phone, message } = await sent();
    await twilio.report(message, "failed", 30008);
    twilio.play(({ to }) => (to === phone ? { error: { status: 503 } } : undefined));
    const admin = new Client(url);
    await signInStaff(app, admin, (await seedUser(app, ["admin"])).id);
    const [failed] = (await admin.get("/api/admin/deliveries?status=failed")).json;
    expect(failed).toMatchObject({ to: phone, error_code: "30008", channel: "sms" });
    expect((await admin.post(`/api/admin/deliveries/${failed.id}/retry`)).json).toEqual({ ok: true });
    await twilio.report(message, "delivered");
    expect(await statusOf(phone)).toBe("queued");
    twilio.play(() => undefined);
  });

  test("for an unknown text is ignored, and an unsigned report is refused", async () => {
    const fields = { MessageSid: "SMunknown", MessageStatus: "delivered" };
    expect((await twilio.post(`${url}/api/sms/status`, fields)).status).toBe(204);
    expect((await twilio.post(`${url}/api/sms/status`, fields, "no")).status).toBe(403);
  });
});

test("an admin sees failed messages with their reasons and can send them again", async () => {
  const phone = newPhone();
  await agree(app, phone);
  twilio.play(({ to }) => (to === phone ? { error: { status: 400, code: 21614 } } : undefined));
  await write(app, phone, "Hello");
  const [row] = await eventually(
    () => rowsTo(app, phone),
    ([found]) => found?.status === "failed",
  );
  const admin = new Client(url);
  await signInStaff(app, admin, (await seedUser(app, ["admin"])).id);
  const page = await admin.get("/admin/deliveries?status=failed");
  expect(page.text).toContain("This is not a mobile number.");
  twilio.play(() => undefined);
  const reply = await admin.submit("/admin/deliveries", { id: String(row?.id) });
  expect([reply.status, reply.location]).toEqual([303, "/admin/deliveries"]);
  await eventually(
    () => rowsTo(app, phone),
    ([found]) => found?.status === "sent",
  );
  const no = await admin.post(`/api/admin/deliveries/${row?.id}/retry`);
  expect([no.status, no.json]).toEqual([409, { ok: false, error: "This message was already sent." }]);
});

test("staff can't simulate replies while a provider is set up", async () => {
  const admin = new Client(url);
  await signInStaff(app, admin, (await seedUser(app, ["admin"])).id);
  expect((await admin.post("/api/admin/outbox/reply", { from: newPhone(), body: "YES" })).status).toBe(403);
});

test("without a provider, inbound webhooks are refused, and an admin can reply as the patient", async () => {
  const { url: other, app: embedded } = await startServer();
  const phone = newPhone();
  expect((await twilio.bring(other, { from: phone, body: "YES" })).status).toBe(403);
  await write(embedded, phone, "Hello");
  const admin = new Client(other);
  await signInStaff(embedded, admin, (await seedUser(embedded, ["admin"])).id);
  const reply = await admin.post("/api/admin/outbox/reply", {
    from: `(919) 555-${phone.slice(-4)}`,
    body: "Yes.",
  });
  expect(reply.json).toMatchObject({ ok: true, thread_id: expect.any(Number) });
  await eventually(
    () => conversationRows(embedded, phone),
    (messages) => messages.some(({ body, status }) => body === "Hello" && status === "delivered"),
  );
  const [entry] = await embedded.reads
    .selectFrom("audit_log")
    .select(["subject", "user_email"])
    .where("action", "=", "conversation.answered-for-patient")
    .execute();
  expect(entry).toEqual({
    subject: `thread ${reply.json.thread_id}`,
    user_email: expect.stringContaining("@"),
  });
  const listed = await admin.get(`/api/admin/outbox?to=${encodeURIComponent(phone)}`);
  expect(listed.json.map((row: { body: string }) => row.body)).toContain("Hello");
  const page = await admin.submit("/admin/outbox", { from: phone, body: "STOP" });
  expect(page.status).toBe(303);
  expect((await write(embedded, phone, "Hello?")).status).toBe("dropped");
  const bad = await admin.post("/api/admin/outbox/reply", { from: "12345", body: "YES" });
  expect(bad.status).toBe(422);
});
