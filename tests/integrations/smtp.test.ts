import { createServer, Socket } from "node:net";
import tls from "node:tls";
import type { SMTPServerOptions } from "smtp-server";
import { expect, test, vi } from "vitest";
import { hour, minute } from "~/core/time";
import { startDelivery } from "~/messages/delivery/deliver-loop.server";
import { enqueue } from "~/messages/enqueue.server";
import { listDeliveries } from "~/messages/message-deliveries.server";
import { checkHealth } from "~/operations/health/health.server";
import { atEnd } from "../support/cleanup";
import { eventually } from "../support/eventually";
import { listen } from "../support/free-port";
import { rowsTo } from "../support/http-actions";
import { localhostCertificate } from "../support/localhost-certificate";
import { startMailServer } from "../support/mail-server";
import { scratchApp, scratchConfig } from "../support/scratch";

const recipient = "ann@mail.example";

async function clinic(
  SMTP_URL?: (port: number) => string,
  options?: SMTPServerOptions,
  timing: Parameters<typeof startDelivery>[1] = {},
) {
  const mail = await startMailServer(undefined, options);
  const app = scratchApp({ ...mail.environment, ...(SMTP_URL && { SMTP_URL: SMTP_URL(mail.port) }) });
  const stop = startDelivery(app, { lookEvery: 20, ...timing });
  atEnd(stop);
  const write = (body: string, subject = "Equipment setup visit", to = recipient) =>
    app.db
      .transaction()
      .execute((trx) =>
        enqueue({ trx, app }, [{ channel: "email", recipient: to, subject, body, kind: "chat" }]),
      );
  const reached = (status: string, to = recipient) =>
    eventually(
      () => rowsTo(app, to),
      ([row]) => row?.status === status,
    );
  const tried = (attempts: number) =>
    eventually(
      () => rowsTo(app, recipient),
      ([row]) => row?.attempts === attempts && row.status !== "sending",
    );
  const listed = async () =>
    (await listDeliveries(app.db, { limit: 10 })).map(({ status, error }) => [status, error]);
  const health = async () => (await checkHealth(app)).find(({ name }) => name === "Email");
  return { mail, app, stop, write, reached, tried, listed, health };
}

test("an email has a text and an HTML part and comes from the clinic's address", async () => {
  const { mail, write, reached } = await clinic();
  await write("Hello Ann & <friends>,\n\nsee https://clinic.example/track/abc.\nBye – ¡señor!");
  await reached("sent");
  const [email] = mail.arrived;
  expect(email).toMatchObject({
    from: { name: "Clinic", address: "visits@clinic.example" },
    recipients: [recipient],
    subject: "Equipment setup visit",
  });
  expect(email?.text?.trim()).toBe(
    "Hello Ann & <friends>,\n\nsee https://clinic.example/track/abc.\nBye – ¡señor!",
  );
  expect(email?.html).toContain("<p>Hello Ann &amp; &lt;friends&gt;,</p>");
  expect(email?.html).toContain(
    '<a href="https://clinic.example/track/abc">clinic.example/track/abc</a>.<br>',
  );
  expect(email?.html).not.toMatch(/<script|<img|http-equiv/);
});

test("a subject can't inject another header", async () => {
  const { mail, write, reached } = await clinic();
  await write("Hello", "Visit\r\nBcc: spy@mail.example");
  await reached("sent");
  expect(mail.arrived[0]?.recipients).toEqual([recipient]);
  expect(mail.arrived[0]?.bcc).toBeUndefined();
});

test("an email to a full mailbox is sent again later with the same Message-ID", async () => {
  const { mail, app, write, reached } = await clinic();
  mail.refuse(() => 452);
  await write("Hello");
  const [waiting] = await eventually(
    () => rowsTo(app, recipient),
    ([row]) => row?.attempts === 1 && row.status === "queued",
  );
  expect(waiting).toMatchObject({
    error_code: "452",
    error: "The mail server can't accept this email right now.",
  });
  mail.refuse(() => undefined);
  app.clock.advance(hour);
  await reached("sent");
  expect(mail.arrived).toHaveLength(1);
  expect(mail.arrived[0]?.messageId).toMatch(/^<outbox-1-0-\d+@clinic\.example>$/);
});

test("email to an unknown address fails permanently with a reason", async () => {
  const { mail, write, reached } = await clinic();
  mail.refuse(() => 550);
  await write("Hello");
  const [row] = await reached("failed");
  expect(row).toMatchObject({
    attempts: 1,
    error_code: "550",
    error: "The mail server doesn't recognize this address or rejects it.",
  });
});

test("email stays queued while the mail server is down", async () => {
  const app = scratchApp({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "visits@clinic.example" });
  atEnd(startDelivery(app, { lookEvery: 20 }));
  await app.db
    .transaction()
    .execute((trx) =>
      enqueue({ trx, app }, [{ channel: "email", recipient, subject: "x", body: "y", kind: "chat" }]),
    );
  const [row] = await eventually(
    () => rowsTo(app, recipient),
    ([found]) => found?.attempts === 1 && found.status === "queued",
  );
  expect(row).toMatchObject({ error: "The mail server could not be reached.", in_doubt: 0 });
});

test("the mail server has ten minutes to respond at every step", async () => {
  const waits = vi.spyOn(Socket.prototype, "setTimeout");
  const { write, reached } = await clinic();
  await write("Hello");
  await reached("sent");
  const timeouts = waits.mock.calls.map(([milliseconds]) => milliseconds).filter((wait) => wait > 0);
  waits.mockRestore();
  expect(timeouts).toContain(10 * minute);
  expect(Math.min(...timeouts)).toBe(10 * minute);
});

test("an email that the mail server confirms slowly doesn't delay others and is sent once", async () => {
  const { mail, write, reached } = await clinic(undefined, undefined, { slowAfter: 100 });
  const slow = Array.from({ length: 8 }, (_, nth) => `slow${nth}@mail.example`);
  const confirmed = Promise.withResolvers<void>();
  mail.afterData((to) => (to.startsWith("slow") ? confirmed.promise : undefined));
  for (const to of slow) await write("Hello", "Visit", to);
  await write("Hello");
  await reached("sent");
  for (const to of slow) await reached("sending", to);
  confirmed.resolve();
  for (const to of slow) expect(await reached("sent", to)).toMatchObject([{ attempts: 1, error: null }]);
  expect(mail.arrived).toHaveLength(9);
});

test("an unconfirmed email is sent again once, and Deliveries shows that it may have arrived twice", async () => {
  const { mail, app, write, reached, tried, listed } = await clinic();
  mail.afterData(() => "hang up");
  await write("Hello");
  await tried(1);
  expect(await listed()).toEqual([
    ["queued", "The mail server did not confirm this email. It will be sent again and may arrive twice."],
  ]);
  mail.afterData(() => undefined);
  app.clock.advance(hour);
  await reached("sent");
  expect(mail.arrived.map(({ messageId }) => messageId)).toEqual(Array(2).fill(mail.arrived[0]?.messageId));
  expect(await listed()).toEqual([
    ["sent", "It was sent twice because the first attempt was not confirmed. It may have arrived twice."],
  ]);
});

test("an email that wasn't confirmed after two attempts is left for an admin to resolve", async () => {
  const { mail, app, write, tried, listed, health } = await clinic();
  mail.afterData(() => "hang up");
  await write("Hello");
  await tried(1);
  mail.refuse(() => 451);
  app.clock.advance(hour);
  await tried(2);
  expect(await listed()).toEqual([
    [
      "queued",
      "The mail server can't accept this email right now. An earlier attempt was not confirmed, so the email may have arrived.",
    ],
  ]);
  mail.refuse(() => undefined);
  app.clock.advance(hour);
  await tried(3);
  const twice =
    "The mail server did not confirm this email. It was sent twice because the first attempt was not confirmed. It may have arrived twice.";
  expect(await listed()).toEqual([["failed", twice]]);
  expect((await health())?.message).toContain(twice);
  expect(mail.arrived).toHaveLength(2);
});

test("an email isn't marked as possibly delivered if the connection breaks before the message is complete", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("220 mail.example\r\n");
    socket.on("data", (data) => {
      if (String(data).startsWith("DATA")) socket.destroy();
      else socket.write("250 mail.example\r\n");
    });
  });
  const port = await listen(server);
  atEnd(() => server.close());
  const { write, tried } = await clinic(() => `smtp://127.0.0.1:${port}?tls=off`);
  await write("Hello");
  expect(await tried(1)).toMatchObject([
    { status: "queued", error: "The mail server could not be reached.", in_doubt: 0 },
  ]);
});

test("a server that is shutting down records unconfirmed email", async () => {
  const { mail, app, stop, write, reached } = await clinic(undefined, undefined, { stopWithin: 50 });
  mail.afterData(() => new Promise(() => {}));
  await write("Hello");
  await eventually(
    async () => mail.arrived.length,
    (count) => count === 1,
  );
  await reached("sending");
  await stop();
  expect(await rowsTo(app, recipient)).toMatchObject([{ status: "queued", in_doubt: 1 }]);
});

const { key, cert } = localhostCertificate;

test("with smtp://, nothing is sent to a server without STARTTLS, and the reason is shown", async () => {
  const { mail, write, tried, health } = await clinic((port) => `smtp://clinic:password@127.0.0.1:${port}`);
  const says =
    "The mail server does not offer encryption (STARTTLS). Nothing was sent. Check Settings → Email.";
  await write("Hello");
  expect(await tried(1)).toMatchObject([{ status: "queued", error: says, in_doubt: 0 }]);
  expect(mail.arrived).toEqual([]);
  expect((await health())?.message).toContain(says);
});

test.each([
  ["smtps", "127.0.0.1", { secure: true, key, cert }, "It is self-signed.", "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ["smtp", "localhost", { key, cert }, "It is self-signed.", "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ["smtps", "localhost", { secure: true }, "It has expired.", "CERT_HAS_EXPIRED"],
  ["smtp", "localhost", {}, "It has expired.", "CERT_HAS_EXPIRED"],
] as const)(
  "Deliveries and Health show that the certificate of %s://%s was rejected",
  async (scheme, host, options, why, code) => {
    const { mail, write, tried, listed, health } = await clinic(
      (port) => `${scheme}://${host}:${port}`,
      options,
    );
    const says = `The mail server's certificate was rejected. ${why}`;
    await write("Hello");
    expect(await tried(1)).toMatchObject([{ status: "queued", error_code: code, in_doubt: 0 }]);
    expect(await listed()).toEqual([["queued", says]]);
    expect(await health()).toMatchObject({ state: "warn", message: expect.stringContaining(says) });
    expect(mail.arrived).toEqual([]);
  },
);

test("email is sent over TLS with a trusted certificate for the host", async () => {
  const original = tls.getCACertificates("default");
  tls.setDefaultCACertificates([...original, cert]);
  try {
    for (const options of [
      { key, cert },
      { secure: true, key, cert },
    ]) {
      const scheme = "secure" in options ? "smtps" : "smtp";
      const { mail, write, reached, health } = await clinic(
        (port) => `${scheme}://localhost:${port}`,
        options,
      );
      await write("Hello");
      await reached("sent");
      expect(mail.encrypted).toEqual([true]);
      expect(await health()).toMatchObject({ state: "good" });
    }
    const { write, tried } = await clinic((port) => `smtp://127.0.0.1:${port}`, { key, cert });
    await write("Hello");
    expect(await tried(1)).toMatchObject([
      {
        error:
          "The mail server's certificate was rejected. It is for a different host name than the one under Settings → Email.",
      },
    ]);
  } finally {
    tls.setDefaultCACertificates(original);
  }
});

test("with ?tls=off, email to this machine isn't encrypted even if TLS is offered, and Health shows a warning", async () => {
  const { mail, write, reached, health } = await clinic((port) => `smtp://localhost:${port}?tls=off`, {
    key,
    cert,
  });
  await write("Hello");
  await reached("sent");
  expect(mail.encrypted).toEqual([false]);
  expect(await health()).toMatchObject({
    state: "warn",
    message: expect.stringContaining("Emails go to localhost without encryption."),
  });
});

test("with ?tls=off, nothing is sent to a host with a public address", async () => {
  // This number looks like a host name without a dot but resolves to 8.8.8.8.
  const { write, tried } = await clinic(() => "smtp://134744072:25?tls=off");
  await write("Hello");
  expect(await tried(1)).toMatchObject([
    {
      status: "queued",
      error:
        "The mail server has a public address, so it can't be used without encryption. Nothing was sent. Turn on encryption under Settings → Email.",
    },
  ]);
});

test.each([
  "smtp://mail.clinic.example?tls=off",
  "smtp://8.8.8.8:25?tls=off",
  "smtp://[2606:4700::1111]?tls=off",
  "smtp://[64:ff9b::808:808]?tls=off",
  "smtps://127.0.0.1?tls=off",
])("%s is rejected, because unencrypted email is only sent to private hosts", (typed) => {
  expect(() => scratchConfig({ SMTP_URL: typed, MAIL_FROM: "a@b.example" })).toThrow(
    "  - SMTP_URL: allows ?tls=off only with smtp:// and a host on this machine or on a private network",
  );
});

test.each([
  "ignoreTLS=true",
  "tls.rejectUnauthorized=false",
  "tls=off&requireTLS=false",
  "tls=on",
  "secure=false",
])("SMTP_URL rejects the option %s, which could weaken TLS", (option) => {
  expect(() => scratchConfig({ SMTP_URL: `smtp://127.0.0.1?${option}`, MAIL_FROM: "a@b.example" })).toThrow(
    "  - SMTP_URL: can have ?tls=off after the host, but no other option",
  );
});

test.each([
  "localhost",
  "127.0.0.1",
  "10.1.2.3",
  "172.16.0.9",
  "192.168.1.1",
  "[::1]",
  "[fd00::1]",
  "mail",
  "mail.internal",
])("?tls=off is accepted for %s", (host) => {
  const { mail } = scratchConfig({ SMTP_URL: `smtp://${host}:2525?tls=off`, MAIL_FROM: "a@b.example" });
  expect(mail.server).toMatchObject({ clearText: true, port: 2525 });
});

test("the user and password in SMTP_URL are decoded, and the default ports are the standard ones", () => {
  const serverOf = (typed: string) =>
    scratchConfig({ SMTP_URL: typed, MAIL_FROM: "a@b.example" }).mail.server;
  expect(serverOf("smtp://ann%40clinic.example:p%3Aw%2F@mail.example")).toEqual({
    host: "mail.example",
    port: 587,
    secure: false,
    clearText: false,
    auth: { user: "ann@clinic.example", pass: "p:w/" },
  });
  expect(serverOf("smtps://mail.example")).toMatchObject({ port: 465, secure: true, auth: null });
});
