import { expect, test } from "vitest";
import type { App } from "~/boot/app.server";
import { listConsents } from "~/messages/consent/consents.server";
import { type InboundText, receiveText as receive } from "~/messages/receive-text.server";
import { agree, conversationRows, openConversation, outboxOf, rowsTo, write } from "../support/http-actions";
import { scratchApp } from "../support/scratch";
import { seedCompany, seedOrder } from "../support/seed";

const receiveText = (app: App, text: InboundText) =>
  receive(app, text, {
    "visit-answer": async () => null,
    "equipment-answer": async () => null,
  });
const phone = "+19195550123";
const text = { from: phone, body: "Hello", providerId: null, mediaCount: 0 };
const messagesOf = (app: ReturnType<typeof scratchApp>) =>
  app.db.selectFrom("messages").selectAll().where("direction", "=", "in").execute();

test("a text appears in its sender's thread with the number of attachments", async () => {
  const app = scratchApp();
  const { conversationId } = await receiveText(app, { ...text, from: "(919) 555-0123", mediaCount: 2 });
  const conversation = await openConversation(app, phone);
  expect(conversation).toMatchObject({
    id: conversationId,
    last_body: "Hello",
    last_dir: "in",
    last_msg_at: app.clock.now(),
  });
  expect(await messagesOf(app)).toMatchObject([
    { thread_id: conversationId, body: "Hello", media_count: 2, provider_id: null, status: "received" },
  ]);
});

test("a text delivered twice is stored once, and two texts without an ID are both stored", async () => {
  const app = scratchApp();
  const first = await receiveText(app, { ...text, providerId: "SM1" });
  expect(await receiveText(app, { ...text, providerId: "SM1", body: "STOP" })).toEqual(first);
  await receiveText(app, { ...text, providerId: "SM2" });
  await receiveText(app, text);
  await receiveText(app, text);
  expect((await messagesOf(app)).map(({ provider_id }) => provider_id)).toEqual(["SM1", "SM2", null, null]);
  expect(await listConsents(app.db, phone)).toEqual([]);
});

test.each([
  "72933",
  "RESTWELL",
  "CALL9195550123",
  "rcs:clinic_9195550123_agent",
  "rcs:+19195550123",
  "whatsapp:+19195550123",
])(
  "the sender %s, which is not a phone number, has a thread under its name and gets no replies",
  async (from) => {
    const app = scratchApp();
    await seedOrder(app, { phone, patient_name: "Ana Diaz" });
    for (const body of ["HELP", "YES", "STOP"]) await receiveText(app, { ...text, from, body });
    const conversations = await app.db.selectFrom("threads").selectAll().execute();
    expect(conversations).toMatchObject([
      { phone: from, patient_name: null, sms_consent: 0, last_body: "STOP" },
    ]);
    expect(await listConsents(app.db, from)).toEqual([]);
    expect(await listConsents(app.db, phone)).toEqual([]);
    await expect(write(app, from, "Hello")).rejects.toMatchObject({
      code: "conflict",
      message: "This sender is not a phone number. You can't text back.",
    });
    expect(await outboxOf(app)).toEqual([]);
  },
);

test("a foreign phone number is kept as is", async () => {
  const app = scratchApp();
  await receiveText(app, { ...text, from: "+447911123456" });
  expect(await write(app, "+447911123456", "Hello")).toMatchObject({ status: "held" });
});

test.each([
  ["stop", "ALTO", 0],
  ["stop", "YES", 0],
  ["yes", "SEGUIR", 1],
  ["yes", "stop", 1],
] as const)(
  "if the provider recognizes %s, the text %s is handled as that keyword",
  async (keyword, body, given) => {
    const app = scratchApp();
    await receiveText(app, { ...text, keyword, body });
    const [message] = await messagesOf(app);
    expect(await listConsents(app.db, phone)).toMatchObject([
      { given, source: "keyword", wording: body, message_id: message?.id },
    ]);
    expect(await openConversation(app, phone)).toMatchObject({ sms_consent: given });
  },
);

test("characters that the database can't store are removed", async () => {
  const app = scratchApp();
  await receiveText(app, { ...text, body: "a\0b" });
  expect(await messagesOf(app)).toMatchObject([{ body: "ab" }]);
});

test("the consent log keeps the exact wording and links to the message", async () => {
  const app = scratchApp();
  await receiveText(app, { ...text, body: " Yes. " });
  await receiveText(app, { ...text, body: "\nstop\n" });
  const [yes, stop] = await messagesOf(app);
  expect(await listConsents(app.db, phone)).toMatchObject([
    { given: 0, wording: "stop", message_id: stop?.id },
    { given: 1, wording: "Yes.", message_id: yes?.id },
  ]);
});

test("HELP gets a reply with the name of the patient's company", async () => {
  const app = scratchApp();
  await seedCompany(app, "First Sleep");
  const companyId = await seedCompany(app, "Second Sleep");
  await app.db.insertInto("databases").values({ name: "SECOND", company_id: companyId }).execute();
  await seedOrder(app, { phone, brightree_db: "SECOND" });
  await receiveText(app, { ...text, body: "HELP" });
  const [, reply] = await conversationRows(app, phone);
  expect(reply?.body).toContain("Second Sleep");
});

test("HELP gets a reply at any hour, unless the provider already replied", async () => {
  const app = scratchApp();
  await agree(app, phone);
  app.clock.set(Date.parse("2026-03-03T03:00:00Z"));
  await receiveText(app, { ...text, body: "AYUDA", keyword: "help" });
  expect(await rowsTo(app, phone)).toEqual([]);
  await receiveText(app, { ...text, body: "HELP" });
  expect(await rowsTo(app, phone)).toMatchObject([
    { kind: "help", automated: 1, status: "queued", not_before: app.clock.now() },
  ]);
  const [, , reply] = await conversationRows(app, phone);
  expect(reply).toMatchObject({ direction: "out", body: expect.stringContaining("Reply STOP to opt out.") });
});
