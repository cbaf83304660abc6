import { expect, test } from "vitest";
import { pauseAfter } from "~/core/backoff.server";
import { hour, minute, second } from "~/core/time";
import { ProviderProblem } from "~/integrations/provider-problem";
import { findConsent, listConsents } from "~/messages/consent/consents.server";
import { mostAttempts, recordProblem, recordSent } from "~/messages/delivery/record-attempt.server";
import { agree, conversationRows, rowsTo, say, takeDue, write } from "../../support/http-actions";
import { monday, scratchApp } from "../../support/scratch";

const phone = "+19195550123";
type App = ReturnType<typeof scratchApp>;

/** Queues a text and leases it to this process. `attempts` includes the current attempt. */
async function leasedText(attempts = 1) {
  const app = scratchApp();
  await agree(app, phone);
  await write(app, phone, "Hello");
  await app.db
    .updateTable("outbox")
    .set({ attempts: attempts - 1 })
    .execute();
  const [row] = await takeDue(app, "one", 1);
  if (!row) throw new Error("Nothing was due.");
  return { app, row };
}
const rowOf = async (app: App) => (await rowsTo(app, phone))[0];
const counted = async (counter: { get(): Promise<{ values: { labels: object; value: number }[] }> }) =>
  (await counter.get()).values.map(({ labels, value }) => ({ ...labels, value }));
const inDoubt = "The provider did not confirm whether it accepted this message.";

test.each([
  [false, "sent", "taken"],
  [true, "delivered", "delivered"],
] as const)(
  "when the provider accepts a message (delivered: %s), its status is %s and it is counted",
  async (delivered, status, outcome) => {
    const { app, row } = await leasedText();
    await app.db.updateTable("outbox").set({ in_doubt: 1, error: "busy", error_code: "1" }).execute();
    app.clock.advance(second);
    await recordSent(app, row, { providerId: "SM1", delivered });
    expect(await rowOf(app)).toMatchObject({
      status,
      provider_id: "SM1",
      in_doubt: 0,
      error: null,
      error_code: null,
      lease_owner: null,
      lease_until: null,
      finished_at: monday + second,
    });
    expect(await conversationRows(app, phone)).toMatchObject([{ status, error: null }]);
    const message = await app.db.selectFrom("messages").select("provider_id").executeTakeFirstOrThrow();
    expect(message.provider_id).toBe("SM1");
    expect(await counted(app.metrics.deliveries)).toEqual([
      { channel: "sms", kind: "chat", outcome, value: 1 },
    ]);
  },
);

test("an attempt does not change a row that another process has leased in the meantime", async () => {
  const { app, row } = await leasedText(mostAttempts);
  await app.db.updateTable("outbox").set({ lease_owner: "two" }).execute();
  await recordSent(app, row, { providerId: "SM1", delivered: false });
  await recordProblem(app, row, new ProviderProblem("No.", { permanent: true, optedOut: true }));
  expect(await rowOf(app)).toMatchObject({
    status: "sending",
    lease_owner: "two",
    provider_id: null,
    error: null,
  });
  expect(await conversationRows(app, phone)).toMatchObject([{ status: "queued", error: null }]);
  expect(await counted(app.metrics.deliveries)).toEqual([]);
  expect(await findConsent(app.db, phone)).toBe("given");
});

test("a retry after a temporary error waits 50 to 100 percent of the full delay", async () => {
  const { app, row } = await leasedText();
  await recordProblem(app, row, new ProviderProblem("Busy.", { code: "20429" }));
  const updated = await rowOf(app);
  expect(updated).toMatchObject({
    status: "queued",
    error: "Busy.",
    error_code: "20429",
    in_doubt: 0,
    lease_owner: null,
    lease_until: null,
    finished_at: null,
  });
  expect(updated?.not_before).toBeGreaterThanOrEqual(monday + 2.5 * second);
  expect(updated?.not_before).toBeLessThanOrEqual(monday + 5 * second);
  expect(await counted(app.metrics.deliveries)).toMatchObject([{ outcome: "retried", value: 1 }]);
  expect(await counted(app.metrics.providerErrors)).toEqual([{ channel: "sms", code: "20429", value: 1 }]);
  expect(await conversationRows(app, phone)).toMatchObject([{ status: "queued" }]);
});

test("a retry waits longer if the provider requests it", async () => {
  const { app, row } = await leasedText();
  await recordProblem(app, row, new ProviderProblem("Busy.", { retryAfter: 600 }));
  expect((await rowOf(app))?.not_before).toBe(monday + 600 * second);
  expect(await counted(app.metrics.providerErrors)).toMatchObject([{ code: "none" }]);
});

test("retry delays triple from five seconds up to an hour, and jitter shortens them by at most half", () => {
  const pauses = [1, 2, 3, 4].map((attempts) => pauseAfter(attempts, hour, 1));
  expect(pauses).toEqual([5000, 15_000, 45_000, 135_000]);
  expect(pauseAfter(9, hour, 1)).toBe(hour);
  expect(pauseAfter(1, hour, 0)).toBe(5000);
  expect(pauseAfter(2, hour, 0)).toBe(7500);
});

test.each([
  [mostAttempts - 1, "queued"],
  [mostAttempts, "failed"],
])("after a temporary error in attempt %i, a text is %s", async (attempts, status) => {
  const { app, row } = await leasedText(attempts);
  await recordProblem(app, row, new ProviderProblem("Busy."));
  expect((await rowOf(app))?.status).toBe(status);
});

test("a text that can't be sent fails with the provider's reason", async () => {
  const { app, row } = await leasedText();
  app.clock.advance(second);
  await recordProblem(app, row, new ProviderProblem("No number.", { code: "21211", permanent: true }));
  expect(await rowOf(app)).toMatchObject({
    status: "failed",
    error: "No number.",
    error_code: "21211",
    in_doubt: 0,
    finished_at: monday + second,
    lease_owner: null,
  });
  expect(await conversationRows(app, phone)).toMatchObject([{ status: "failed", error: "No number." }]);
  expect(await counted(app.metrics.deliveries)).toMatchObject([{ outcome: "failed", value: 1 }]);
  expect(await findConsent(app.db, phone)).toBe("given");
});

test("a text stays in doubt until the provider gives a definite response", async () => {
  const { app, row } = await leasedText();
  await recordProblem(app, row, new ProviderProblem("Cut off.", { inDoubt: true }));
  expect(await rowOf(app)).toMatchObject({ in_doubt: 1, error: `Cut off. ${inDoubt}` });
  app.clock.advance(minute);
  const [again] = await takeDue(app, "one", 1);
  await recordProblem(app, again ?? row, new ProviderProblem("Busy."));
  expect(await rowOf(app)).toMatchObject({ in_doubt: 1, error: `Busy. ${inDoubt}` });
  app.clock.advance(minute);
  const [last] = await takeDue(app, "one", 1);
  await recordProblem(app, last ?? row, new ProviderProblem("No number.", { permanent: true }));
  expect(await rowOf(app)).toMatchObject({ in_doubt: 0, error: "No number.", status: "failed" });
});

test("a number blocked by the provider is opted out once", async () => {
  const { app, row } = await leasedText();
  const blocked = new ProviderProblem("Blocked.", { permanent: true, optedOut: true });
  await recordProblem(app, row, blocked);
  expect(await listConsents(app.db, phone)).toMatchObject([
    { given: 0, source: "provider", wording: null, user_name: null },
    { given: 1 },
  ]);
  expect(await rowOf(app)).toMatchObject({ status: "failed", error: "Blocked." });
});

test("the replacement email for a text to a blocked number is sent, and both rows show it", async () => {
  const { app, row } = await leasedText();
  const email = { recipient: "ana@mail.example", subject: "Code", body_sealed: app.secrets.seal("123456") };
  await app.db
    .insertInto("outbox_instead")
    .values({ outbox_id: row.id, ...email })
    .execute();
  await recordProblem(app, row, new ProviderProblem("Blocked.", { permanent: true, optedOut: true }));
  const error = "This number has opted out of texts (STOP). An email was sent instead.";
  expect(await rowOf(app)).toMatchObject({ status: "failed", error });
  expect(await conversationRows(app, phone)).toMatchObject([{ status: "failed", error }]);
  expect(await rowsTo(app, "ana@mail.example")).toMatchObject([email]);
});

test("a number that texted STOP is not opted out again by the provider", async () => {
  const { app, row } = await leasedText();
  await say(app, phone, "STOP");
  await recordProblem(app, row, new ProviderProblem("Blocked.", { permanent: true, optedOut: true }));
  expect((await listConsents(app.db, phone)).map(({ source }) => source)).toEqual(["keyword", "import"]);
});
