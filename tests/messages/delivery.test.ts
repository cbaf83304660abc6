import { createServer } from "node:net";
import { expect, test } from "vitest";
import { hour, minute, second } from "~/core/time";
import { operator } from "~/core/who";
import { findConsent } from "~/messages/consent/consents.server";
import { releaseLeases } from "~/messages/delivery/claim-due-messages.server";
import { startDelivery } from "~/messages/delivery/deliver-loop.server";
import { outboxDepth } from "~/messages/delivery/outbox-depth.server";
import { enqueue } from "~/messages/enqueue.server";
import { retryDelivery, retryMessage } from "~/messages/message-deliveries.server";
import { atEnd } from "../support/cleanup";
import { eventually } from "../support/eventually";
import { startFakeTwilio } from "../support/fake-twilio";
import { listen } from "../support/free-port";
import { agree, conversationRows, rowsTo, say, write } from "../support/http-actions";
import { scratchApp } from "../support/scratch";

const phone = "+19195550123";

async function clinic() {
  const twilio = await startFakeTwilio();
  const app = scratchApp(twilio.environment);
  await agree(app, phone);
  const stop = startDelivery(app, { lookEvery: 20 });
  atEnd(stop);
  const row = async (nth = 0) => (await rowsTo(app, phone))[nth];
  const waitForStatus = (status: string, nth = 0) =>
    eventually(
      () => row(nth),
      (found) => found?.status === status,
    );
  return { twilio, app, stop, row, waitForStatus };
}

/** Moves the clock past every retry delay. */
const later = (app: ReturnType<typeof scratchApp>) => app.clock.advance(2 * hour);

test("a text is sent immediately, and its thread shows the status", async () => {
  const { twilio, app, waitForStatus } = await clinic();
  await write(app, phone, "Hello");
  const row = await waitForStatus("sent");
  const [message] = twilio.messages;
  expect(message).toMatchObject({ to: phone, from: "+19195550199", body: "Hello" });
  expect(row?.provider_id).toBe(message?.sid);
  expect(await conversationRows(app, phone)).toMatchObject([{ body: "Hello", status: "sent", error: null }]);
});

test("texts to one number are sent one at a time and in order", async () => {
  const { twilio, app, waitForStatus } = await clinic();
  twilio.play(({ nth }) => ({ delay: nth === 1 ? 150 : 5 }));
  const bodies = Array.from({ length: 8 }, (_, nth) => `text ${nth}`);
  for (const body of bodies) await write(app, phone, body);
  await waitForStatus("sent", 7);
  expect(twilio.messages.map(({ body }) => body)).toEqual(bodies);
});

test("a slow text to one number does not delay texts to other numbers", async () => {
  const { twilio, app, row, waitForStatus } = await clinic();
  await agree(app, "+19195550124");
  const response = Promise.withResolvers<void>();
  twilio.play(({ to }) => ({ delay: to === phone ? response.promise : 0 }));
  await write(app, phone, "slow");
  await write(app, "+19195550124", "quick");
  await eventually(
    async () => (await rowsTo(app, "+19195550124"))[0]?.status,
    (status) => status === "sent",
  );
  expect((await row())?.status).toBe("sending");
  response.resolve();
  await waitForStatus("sent");
});

test("a mail server that never responds does not delay texts", async () => {
  const silent = createServer(() => undefined);
  const port = await listen(silent);
  const twilio = await startFakeTwilio();
  const app = scratchApp({
    ...twilio.environment,
    SMTP_URL: `smtp://127.0.0.1:${port}?tls=off`,
    MAIL_FROM: "visits@clinic.example",
  });
  atEnd(() => silent.close());
  const email = (nth: number) => ({
    channel: "email" as const,
    recipient: `patient${nth}@mail.example`,
    subject: "Hello",
    body: "Hello",
    kind: "visit-submitted" as const,
  });
  const emails = Array.from({ length: 40 }, (_, nth) => email(nth));
  await app.db.transaction().execute((trx) => enqueue({ trx, app }, emails));
  atEnd(startDelivery(app, { lookEvery: 20, stopWithin: 50 }));
  const statusOf = (recipient: string) => async () => (await rowsTo(app, recipient))[0]?.status;
  await eventually(statusOf("patient0@mail.example"), (status) => status === "sending");
  await agree(app, phone);
  await write(app, phone, "Hello");
  await eventually(statusOf(phone), (status) => status === "sent");
  expect(await statusOf("patient0@mail.example")()).toBe("sending");
});

test("after a temporary error, a text is retried with increasing delays, and later texts wait", async () => {
  const { twilio, app, row, waitForStatus } = await clinic();
  twilio.play(() => ({ error: { status: 429, code: 20429 } }));
  await write(app, phone, "first");
  await write(app, phone, "second");
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 3; attempt++) {
    const waiting = await eventually(
      () => row(),
      (found) => found?.status === "queued" && found.attempts === attempt,
    );
    pauses.push((waiting?.not_before ?? 0) - app.clock.now());
    expect(waiting?.error).toBe("Twilio's rate limit was reached.");
    if (attempt < 3) later(app);
  }
  expect(pauses[0]).toBeGreaterThanOrEqual(2.5 * second);
  expect(pauses[2]).toBeGreaterThan(pauses[0] ?? 0);
  expect((await row(1))?.attempts).toBe(0);
  twilio.play(() => undefined);
  later(app);
  await waitForStatus("sent", 1);
  expect(twilio.messages.map(({ body }) => body)).toEqual(["first", "second"]);
});

test("waits for Twilio's Retry-After", async () => {
  const { twilio, app, row } = await clinic();
  twilio.play(() => ({ error: { status: 429, code: 20429, retryAfter: 600 } }));
  await write(app, phone, "Hello");
  const waiting = await eventually(
    () => row(),
    (found) => found?.status === "queued" && found.attempts === 1,
  );
  expect(waiting).toMatchObject({ error_code: "20429", in_doubt: 0 });
  expect((waiting?.not_before ?? 0) - app.clock.now()).toBeGreaterThanOrEqual(600 * second);
});

test.each([
  [21211, "This number can't receive texts."],
  [21408, "The account can't text this country. Check the Twilio settings."],
  [21606, "The sending number can't send texts. Check the Twilio settings."],
  [21608, "The trial account can only text verified numbers. Check the Twilio settings."],
  [21612, "Twilio can't reach this number."],
  [21614, "This is not a mobile number."],
  [21617, "The text is too long."],
  [21635, "This is a landline."],
  [30004, "The phone or its carrier blocks our texts."],
  [30005, "This number is unknown or no longer in use."],
  [30006, "This is a landline, or its carrier doesn't accept texts."],
  [30007, "The carrier filtered the text as spam."],
  [30034, "The sending number is not registered with the carriers. Check the Twilio settings."],
  [21999, "Twilio returned error 21999."],
])("error %i is permanent, so the text fails with the reason", async (code, message) => {
  const { twilio, app, waitForStatus } = await clinic();
  twilio.play(() => ({ error: { status: 400, code } }));
  await write(app, phone, "Hello");
  const row = await waitForStatus("failed");
  expect(row).toMatchObject({ attempts: 1, error_code: String(code), error: message });
  expect(await conversationRows(app, phone)).toMatchObject([{ status: "failed", error: message }]);
});

const inDoubt = "The provider did not confirm whether it accepted this message.";

test.each([
  [401, 20003, "Twilio did not accept the account SID or auth token. Check the Twilio settings."],
  [429, 20429, "Twilio's rate limit was reached."],
  [400, 21611, "Too many texts are waiting to be sent from the sending number."],
  [503, 21730, `Twilio is under maintenance. ${inDoubt}`],
  [400, 30001, "Too many texts were waiting in Twilio's queue."],
  [400, 30002, "The Twilio account is suspended. Check the Twilio settings."],
  [400, 30003, "The phone could not be reached. It may be turned off."],
  [400, 30008, "The carrier did not deliver the text and gave no reason."],
  [503, 29999, `Twilio returned error 29999. ${inDoubt}`],
])(
  "response %i with error %i is temporary, so the text waits, shows the reason, and is sent once",
  async (status, code, message) => {
    const { twilio, app, row, waitForStatus } = await clinic();
    twilio.play(({ nth }) => (nth === 1 ? { error: { status, code } } : undefined));
    await write(app, phone, "Hello");
    const waiting = await eventually(
      () => row(),
      (found) => found?.status === "queued" && found.attempts === 1,
    );
    expect(waiting).toMatchObject({ error_code: String(code), error: message });
    later(app);
    await waitForStatus("sent");
    expect(twilio.messages.map(({ body }) => body)).toEqual(["Hello"]);
  },
);

test("a number blocked by the provider counts as opted out and gets no more texts", async () => {
  const { twilio, app, waitForStatus } = await clinic();
  twilio.play(() => ({ error: { status: 400, code: 21610 } }));
  await write(app, phone, "Hello");
  await write(app, phone, "Are you there?");
  await waitForStatus("failed");
  expect(await findConsent(app.db, phone)).toBe("withdrawn");
  await waitForStatus("dropped", 1);
  expect(twilio.attempts()).toBe(1);
});

test("a text fails after the last attempt, and staff can send it again", async () => {
  const { twilio, app, row, waitForStatus } = await clinic();
  twilio.play(() => ({ error: { status: 503 } }));
  const { id } = await write(app, phone, "Hello");
  for (let attempt = 1; attempt <= 10; attempt++) {
    await eventually(
      () => row(),
      (found) => found?.attempts === attempt && found.status !== "sending",
    );
    later(app);
  }
  expect(await waitForStatus("failed")).toMatchObject({ error_code: "503" });
  expect(await outboxDepth(app.db, app.clock.now())).toMatchObject({ queued: 0, failed: 1 });
  twilio.play(() => undefined);
  await retryMessage(app, operator, id);
  await waitForStatus("sent");
  expect(twilio.messages).toHaveLength(1);
  await expect(retryMessage(app, operator, id)).rejects.toThrow("This message was already sent.");
  await expect(retryDelivery(app, operator, 4711)).rejects.toThrow("Message not found.");
});

test.each([
  ["before it started", true],
  ["halfway through", "in the middle"],
] as const)(
  "when Twilio's response is cut off %s, the text is looked up and not sent twice",
  async (_, cut) => {
    const { twilio, app, waitForStatus, row } = await clinic();
    twilio.play(({ nth }) => (nth === 1 ? { cut } : undefined));
    await write(app, phone, "Hello");
    await eventually(
      () => row(),
      (found) => found?.status === "queued" && found.in_doubt === 1,
    );
    later(app);
    const sent = await waitForStatus("sent");
    expect(twilio.messages).toHaveLength(1);
    expect(sent).toMatchObject({ provider_id: twilio.messages[0]?.sid, in_doubt: 0, error: null });
  },
);

const page = "<!DOCTYPE html><h1>Scheduled maintenance</h1>";

test.each([
  ["a web page", { status: 200, body: page }],
  ["half a response", { status: 201, body: '{"sid":"SM0' }],
  ["an unrelated JSON response", { status: 200, body: '{"ok":true}' }],
  ["a 404 page", { status: 404, body: page }],
  ["a 403 page", { status: 403, body: page }],
  ["a redirect", { status: 302, body: page }],
  ["an oversized response", { status: 200, body: `{"sid":"${"x".repeat(2_000_000)}"}` }],
])("after %s, the text is looked up at Twilio and sent once", async (_, says) => {
  const { twilio, app, waitForStatus, row } = await clinic();
  twilio.play(({ nth }) => (nth === 1 ? { says } : undefined));
  await write(app, phone, "Hello");
  await eventually(
    () => row(),
    (found) => found?.status === "queued" && found.in_doubt === 1,
  );
  later(app);
  const sent = await waitForStatus("sent");
  expect(twilio.messages.map(({ sid }) => sid)).toEqual([sent?.provider_id]);
});

test("a lookup does not confuse a text with an earlier one that has the same wording", async () => {
  const { twilio, app, waitForStatus, row } = await clinic();
  await write(app, phone, "ok");
  await waitForStatus("sent");
  twilio.play(() => ({ error: { status: 500 } }));
  await write(app, phone, "ok");
  await eventually(
    () => row(1),
    (found) => found?.status === "queued" && found.in_doubt === 1,
  );
  twilio.play(() => undefined);
  later(app);
  await waitForStatus("sent", 1);
  expect(twilio.messages.map(({ body }) => body)).toEqual(["ok", "ok"]);
});

test("a text that a killed process was sending is looked up first, and sent only if the provider does not have it", async () => {
  const twilio = await startFakeTwilio();
  const app = scratchApp(twilio.environment);
  await agree(app, phone);
  await agree(app, "+19195550124");
  await write(app, phone, "left");
  await write(app, "+19195550124", "never left");
  const now = app.clock.now();
  await app.db
    .updateTable("outbox")
    .set({
      status: "sending",
      lease_owner: "killed",
      lease_until: now + minute,
      attempts: 1,
      first_tried_at: now,
    })
    .execute();
  // This text was sent before the process was killed.
  await fetch(`${twilio.url}/2010-04-01/Accounts/${twilio.accountSid}/Messages.json`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${twilio.accountSid}:${twilio.authToken}`)}` },
    body: new URLSearchParams({ To: phone, From: "+19195550199", Body: "left" }),
  });
  await releaseLeases(app);
  atEnd(startDelivery(app, { lookEvery: 20 }));
  app.clock.advance(5 * second);
  await eventually(
    () => app.db.selectFrom("outbox").select("status").execute(),
    (rows) => rows.every(({ status }) => status === "sent"),
  );
  expect(twilio.messages.map(({ body }) => body).sort()).toEqual(["left", "never left"]);
});

// Skipped on a database file, where two instances in one thread would block each other for the full busy_timeout.
test.runIf(process.env.TEST_DATABASE_SERVER)(
  "two instances on one database server send each text once",
  async () => {
    const twilio = await startFakeTwilio(() => ({ delay: 3 }));
    const one = scratchApp(twilio.environment);
    const two = scratchApp({ ...twilio.environment, DATA_DIR: one.config.dataDir }, one.clock);
    const numbers = Array.from({ length: 8 }, (_, nth) => `+1919555${2000 + nth}`);
    for (const number of numbers) {
      await agree(one, number);
      for (const body of ["a", "b", "c"]) await write(one, number, `${number} ${body}`);
    }
    atEnd(startDelivery(one));
    atEnd(startDelivery(two));
    await eventually(
      () => one.db.selectFrom("outbox").select("id").where("status", "<>", "sent").execute(),
      (rows) => rows.length === 0,
    );
    for (const number of numbers) {
      const bodies = twilio.messages.filter(({ to }) => to === number).map(({ body }) => body);
      expect(bodies).toEqual(["a", "b", "c"].map((body) => `${number} ${body}`));
    }
  },
);

test("a text waiting until morning does not delay others, and STOP drops it", async () => {
  const { app, twilio, row, waitForStatus } = await clinic();
  app.clock.set(Date.parse("2026-03-03T03:00:00Z"));
  await write(app, phone, "good evening", { automated: true, kind: "visit-submitted" });
  await write(app, phone, "from a person");
  await waitForStatus("sent", 1);
  expect((await row())?.status).toBe("queued");
  await say(app, phone, "STOP");
  app.clock.advance(20 * hour);
  await waitForStatus("dropped");
  expect(twilio.messages.map(({ body }) => body)).toEqual(["from a person"]);
});

test("without a provider, a text counts as delivered", async () => {
  const app = scratchApp();
  await agree(app, phone);
  atEnd(startDelivery(app, { lookEvery: 20 }));
  await write(app, phone, "Hello");
  await eventually(
    () => conversationRows(app, phone),
    ([message]) => message?.status === "delivered",
  );
});
