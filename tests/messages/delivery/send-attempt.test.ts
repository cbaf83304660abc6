import pino from "pino";
import { expect, test } from "vitest";
import type { OutgoingEmail } from "~/integrations/email/email-provider";
import { ProviderProblem } from "~/integrations/provider-problem";
import type { AcceptedText, OutgoingText } from "~/integrations/sms/sms-provider";
import { recordReport } from "~/messages/delivery/record-report.server";
import { attemptSend } from "~/messages/delivery/send-attempt.server";
import { enqueue } from "~/messages/enqueue.server";
import { agree, rowsTo, say, takeDue, write } from "../../support/http-actions";
import { monday, scratchApp } from "../../support/scratch";

const phone = "+19195550123";
type App = ReturnType<typeof scratchApp>;

/** Fake text and email providers that record what they receive. */
function carriers(over: { found?: AcceptedText; problem?: Error } = {}) {
  const texts: OutgoingText[] = [];
  const mails: OutgoingEmail[] = [];
  const lookups: [OutgoingText, number, boolean[]][] = [];
  const providers = {
    sms: {
      async send(text: OutgoingText) {
        if (over.problem) throw over.problem;
        texts.push(text);
        return { providerId: "SM1", delivered: false };
      },
      async find(text: OutgoingText, since: number, isKnown: (id: string) => Promise<boolean>) {
        lookups.push([text, since, [await isKnown("SM0"), await isKnown("SM9")]]);
        return over.found ?? null;
      },
    },
    email: {
      async send(mail: OutgoingEmail) {
        mails.push(mail);
        return { delivered: true };
      },
      close() {},
    },
  };
  return { providers, texts, mails, lookups };
}

/** Queues a text with these column values and leases it to this process. */
async function leasedText(app: App, values: object = { round: 0 }) {
  await agree(app, phone);
  await write(app, phone, "Hello");
  await app.db.updateTable("outbox").set(values).execute();
  const [row] = await takeDue(app, "one", 1);
  if (!row) throw new Error("Nothing was due.");
  return row;
}

test("a text is sent to its number with its row ID, round, and time as the reference", async () => {
  const app = scratchApp();
  const { providers, texts, lookups } = carriers();
  const row = await leasedText(app, { round: 2 });
  await attemptSend(app, providers, row);
  expect(texts).toEqual([{ to: phone, body: "Hello", reference: `${row.id}-2-${row.created_at}` }]);
  expect(lookups).toEqual([]);
  expect(await rowsTo(app, phone)).toMatchObject([{ status: "sent", provider_id: "SM1" }]);
});

test("an in-doubt text is looked up first, and not sent again if the provider has it", async () => {
  const app = scratchApp();
  const { providers, texts, lookups } = carriers({ found: { providerId: "SM7", delivered: true } });
  const row = await leasedText(app, { in_doubt: 1, first_tried_at: monday - 5000 });
  await attemptSend(app, providers, row);
  expect(lookups).toEqual([
    [{ to: phone, body: "Hello", reference: `${row.id}-0-${row.created_at}` }, monday - 5000, [false, false]],
  ]);
  expect(texts).toEqual([]);
  expect(await rowsTo(app, phone)).toMatchObject([{ status: "delivered", provider_id: "SM7" }]);
});

test("an in-doubt text that the provider doesn't have is sent, and other texts are recognized by ID", async () => {
  const app = scratchApp();
  const { providers, texts, lookups } = carriers();
  await agree(app, phone);
  await write(app, phone, "Hello");
  await app.db.updateTable("outbox").set({ status: "sent", provider_id: "SM0" }).execute();
  await write(app, phone, "Hello");
  await app.db.updateTable("outbox").set({ in_doubt: 1 }).where("status", "=", "queued").execute();
  const [row] = await takeDue(app, "one", 1);
  if (!row) throw new Error("Nothing was due.");
  await attemptSend(app, providers, { ...row, first_tried_at: null });
  expect(lookups.map(([, since, known]) => [since, known])).toEqual([[monday, [true, false]]]);
  expect(texts).toHaveLength(1);
});

test("an in-doubt text is not sent after STOP, and its email is sent instead", async () => {
  const app = scratchApp();
  const { providers, texts, lookups } = carriers();
  const row = await leasedText(app, { in_doubt: 1 });
  const email = { recipient: "ana@mail.example", subject: "Code", body_sealed: app.secrets.seal("123456") };
  await app.db
    .insertInto("outbox_instead")
    .values({ outbox_id: row.id, ...email })
    .execute();
  await say(app, phone, "STOP");
  await attemptSend(app, providers, row);
  expect(lookups).toHaveLength(1);
  expect(texts).toEqual([]);
  expect(await rowsTo(app, phone)).toMatchObject([
    {
      status: "dropped",
      error: "This number has opted out of texts (STOP). An email was sent instead.",
      lease_owner: null,
    },
  ]);
  expect(await rowsTo(app, "ana@mail.example")).toMatchObject([email]);
});

test("an in-doubt text is not sent again if a report arrives during the lookup", async () => {
  const app = scratchApp();
  const { providers, texts } = carriers();
  const row = await leasedText(app, { in_doubt: 1 });
  const report = {
    providerId: "SM7",
    state: "delivered",
    errorCode: null,
    reference: `${row.id}-0-${row.created_at}`,
  };
  const find = async () => {
    await recordReport(app, report);
    return null;
  };
  await attemptSend(app, { ...providers, sms: { ...providers.sms, find } }, row);
  expect(texts).toEqual([]);
  expect(await rowsTo(app, phone)).toMatchObject([{ status: "delivered", provider_id: "SM7" }]);
});

test("a provider's error is saved with its reason, and an internal error is logged", async () => {
  const refused = scratchApp();
  const no = new ProviderProblem("No number.", { code: "21211", permanent: true });
  await attemptSend(refused, carriers({ problem: no }).providers, await leasedText(refused));
  expect(await rowsTo(refused, phone)).toMatchObject([{ status: "failed", error: "No number." }]);
  const faulty = scratchApp();
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(line) });
  const row = await leasedText(faulty);
  await attemptSend({ ...faulty, log }, carriers({ problem: no }).providers, {
    ...row,
    lease_owner: "another",
  });
  expect(lines).toEqual([]);
  await attemptSend({ ...faulty, log }, carriers({ problem: new Error("secret") }).providers, row);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: "delivery", outboxId: row.id, err: { message: "secret" } },
  ]);
  expect(await rowsTo(faulty, phone)).toMatchObject([
    { status: "queued", error: "Something went wrong on our side.", attempts: 1 },
  ]);
});

test("a message that can't be decrypted fails", async () => {
  const app = scratchApp();
  const { providers, texts } = carriers();
  await attemptSend(app, providers, await leasedText(app, { body_sealed: "nonsense" }));
  expect(texts).toEqual([]);
  expect(await rowsTo(app, phone)).toMatchObject([
    {
      status: "failed",
      error: "This message could not be read from the database. Check whether APP_SECRET was changed.",
    },
  ]);
});

test("an email is sent as text and HTML, with its invitation and a stable message ID", async () => {
  const app = scratchApp({ MAIL_FROM: "Clinic <visits@clinic.example>", SMTP_URL: "smtp://localhost:2525" });
  const { providers, mails } = carriers();
  const calendar = { method: "REQUEST" as const, text: "BEGIN:VCALENDAR" };
  const recipient = "ana@mail.example";
  await app.db.transaction().execute((trx) =>
    enqueue({ trx, app }, [
      {
        channel: "email",
        recipient,
        subject: "Your visit",
        body: "See you",
        kind: "visit-confirmed",
        calendar,
      },
      { channel: "email", recipient: "ben@mail.example", body: "Plain", kind: "visit-confirmed" },
    ]),
  );
  for (const row of await takeDue(app, "one", 10)) await attemptSend(app, providers, row);
  expect(mails).toMatchObject([
    { to: recipient, subject: "Your visit", text: "See you", calendar },
    { to: "ben@mail.example", subject: "", text: "Plain", calendar: null },
  ]);
  expect(mails[0]?.html).toContain("<p>See you</p>");
  expect(mails[0]?.messageId).toBe(`<outbox-1-0-${monday}@clinic.example>`);
  expect(await rowsTo(app, recipient)).toMatchObject([{ status: "delivered", provider_id: null }]);
});
