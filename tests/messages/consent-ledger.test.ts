import { expect, test } from "vitest";
import { operator } from "~/core/who";
import { giveConsent, listConsents, withdrawConsent } from "~/messages/consent/consents.server";
import { conversationRows, openConversation, rowsTo, write } from "../support/http-actions";
import { monday, scratchApp } from "../support/scratch";
import { seedUser } from "../support/seed";

const phone = "+19195550123";
type App = ReturnType<typeof scratchApp>;
const recordConsent = (app: App, event: Partial<Parameters<typeof giveConsent>[1]> = {}) =>
  app.db
    .transaction()
    .execute((trx) =>
      giveConsent({ trx, app }, { phone, source: "staff", wording: "on the phone", ...event }),
    );

test("an entry keeps the user, the IP address, and the source", async () => {
  const app = scratchApp();
  const user = await seedUser(app, ["staff"]);
  const who = {
    kind: "staff" as const,
    userId: user.id,
    name: user.name,
    email: user.email,
    roles: ["staff" as const],
    sessionId: 1,
    therapistId: null,
    therapistName: null,
    address: "192.0.2.1",
  };
  expect(await recordConsent(app, { who })).toBe(true);
  const rows = await app.db.selectFrom("consents").selectAll().execute();
  expect(rows).toMatchObject([{ phone, given: 1, user_id: user.id, address: "192.0.2.1", message_id: null }]);
  expect(await listConsents(app.db, phone)).toMatchObject([
    { user_name: user.name, wording: "on the phone" },
  ]);
  const entries = await app.db.selectFrom("audit_log").selectAll().execute();
  expect(entries).toMatchObject([
    { action: "consent.given", subject: "consent 1", details: '{"source":"staff"}', user_id: user.id },
  ]);
});

test("an entry without a session has no user", async () => {
  const app = scratchApp();
  await recordConsent(app);
  await app.db
    .transaction()
    .execute((trx) =>
      withdrawConsent({ trx, app }, { phone, source: "provider", wording: null, who: operator }),
    );
  const rows = await app.db
    .selectFrom("consents")
    .select(["given", "user_id", "address"])
    .orderBy("id")
    .execute();
  expect(rows).toEqual([
    { given: 1, user_id: null, address: null },
    { given: 0, user_id: null, address: null },
  ]);
});

test("a thread keeps the time of consent, and STOP clears it", async () => {
  const app = scratchApp();
  await openConversation(app, phone);
  await openConversation(app, "+19195550124");
  await recordConsent(app);
  app.clock.advance(1000);
  await recordConsent(app);
  const conversations = () =>
    app.db.selectFrom("threads").select(["sms_consent", "consented_at"]).orderBy("id").execute();
  const never = { sms_consent: 0, consented_at: null };
  expect(await conversations()).toEqual([{ sms_consent: 1, consented_at: monday }, never]);
  await app.db
    .transaction()
    .execute((trx) => withdrawConsent({ trx, app }, { phone, source: "keyword", wording: "STOP" }));
  expect(await conversations()).toEqual([never, never]);
});

test("consent queues the held messages, wakes delivery, and drops a waiting consent request", async () => {
  const app = scratchApp();
  await write(app, phone, "one");
  await write(app, "+19195550124", "to another");
  app.clock.advance(1000);
  let wakes = 0;
  const forget = app.delivery.subscribe(() => {
    wakes += 1;
  });
  await recordConsent(app);
  expect(wakes).toBe(1);
  await recordConsent(app);
  forget();
  expect(wakes).toBe(1);
  expect(await rowsTo(app, phone)).toMatchObject([
    {
      kind: "consent-request",
      status: "dropped",
      error: "Not sent: the patient has already replied.",
    },
    { kind: "chat", status: "queued", not_before: monday + 1000 },
  ]);
  expect((await conversationRows(app, phone)).map(({ status }) => status)).toEqual(["dropped", "queued"]);
  const released = await app.db
    .selectFrom("messages")
    .select("released_at")
    .where("body", "=", "one")
    .execute();
  expect(released).toEqual([{ released_at: monday + 1000 }]);
  expect(await rowsTo(app, "+19195550124")).toMatchObject([{ status: "queued" }, { status: "held" }]);
});

test("YES does not resend messages or emails that were already sent", async () => {
  const app = scratchApp();
  await recordConsent(app);
  await write(app, phone, "one");
  await app.db.updateTable("outbox").set({ status: "sent" }).execute();
  await app.db
    .insertInto("outbox")
    .values({
      channel: "email",
      recipient: phone,
      body_sealed: "",
      kind: "chat",
      status: "held",
      created_at: monday,
    })
    .execute();
  app.clock.advance(1000);
  await recordConsent(app);
  expect((await rowsTo(app, phone)).map(({ status }) => status)).toEqual(["sent", "held"]);
});
