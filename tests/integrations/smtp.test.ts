import { expect, test } from "vitest";
import { hour } from "~/core/time";
import { enqueue } from "~/outbox/enqueue.server";
import { startDelivery } from "~/outbox/worker/deliver.server";
import { atEnd } from "../support/cleanup";
import { eventually } from "../support/eventually";
import { startMailServer } from "../support/mail-server";
import { scratchApp } from "../support/scratch";
import { rowsTo } from "../support/talk";

const recipient = "ann@mail.example";

async function clinic() {
  const mail = await startMailServer();
  const app = scratchApp(mail.environment);
  atEnd(startDelivery(app, 20));
  const write = (body: string, subject = "Equipment setup visit") =>
    app.db
      .transaction()
      .execute((trx) => enqueue(trx, app, [{ channel: "email", recipient, subject, body, kind: "note" }]));
  const reached = (status: string) =>
    eventually(
      () => rowsTo(app, recipient),
      ([row]) => row?.status === status,
    );
  return { mail, app, write, reached };
}

test("an e-mail arrives with a plain and a simple HTML part, from the clinic's address", async () => {
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
    '<a href="https://clinic.example/track/abc">https://clinic.example/track/abc</a>.<br>',
  );
  expect(email?.html).not.toMatch(/<script|<img|http-equiv/);
});

test("a subject can't bring another header along", async () => {
  const { mail, write, reached } = await clinic();
  await write("Hello", "Visit\r\nBcc: spy@mail.example");
  await reached("sent");
  expect(mail.arrived[0]?.recipients).toEqual([recipient]);
  expect(mail.arrived[0]?.bcc).toBeUndefined();
});

test("a mailbox that is full for now gets it later, under the same Message-ID", async () => {
  const { mail, app, write, reached } = await clinic();
  mail.refuse(() => 452);
  await write("Hello");
  const [waiting] = await eventually(
    () => rowsTo(app, recipient),
    ([row]) => row?.attempts === 1 && row.status === "queued",
  );
  expect(waiting).toMatchObject({
    error_code: "452",
    error: "The mail server could not take this e-mail just now.",
  });
  mail.refuse(() => undefined);
  app.clock.advance(hour);
  await reached("sent");
  expect(mail.arrived).toHaveLength(1);
  expect(mail.arrived[0]?.messageId).toMatch(/^<outbox-1-0-\d+@clinic\.example>$/);
});

test("an address that nobody has is permanent, and set aside with the reason", async () => {
  const { mail, write, reached } = await clinic();
  mail.refuse(() => 550);
  await write("Hello");
  const [row] = await reached("failed");
  expect(row).toMatchObject({
    attempts: 1,
    error_code: "550",
    error: "The mail server does not know this address, or refuses it.",
  });
});

test("while the mail server is away everything waits, and goes out once it is back", async () => {
  const app = scratchApp({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "visits@clinic.example" });
  atEnd(startDelivery(app, 20));
  await app.db
    .transaction()
    .execute((trx) =>
      enqueue(trx, app, [{ channel: "email", recipient, subject: "x", body: "y", kind: "note" }]),
    );
  const [row] = await eventually(
    () => rowsTo(app, recipient),
    ([found]) => found?.attempts === 1 && found.status === "queued",
  );
  expect(row).toMatchObject({ error: "The mail server could not be reached.", in_doubt: 0 });
});
