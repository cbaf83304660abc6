import { expect, test } from "vitest";
import { verifyAudit } from "~/audit/verify-audit.server";
import type { Refusal } from "~/core/refusal";
import { day, hour } from "~/core/time";
import { operator } from "~/core/who";
import { retryMessage } from "~/messages/message-deliveries.server";
import { checkHealth } from "~/operations/health/health.server";
import { deleteOldRecords, startRetention } from "~/operations/retention/delete-old-records.server";
import { auditLogOf } from "../support/acts";
import { atEnd } from "../support/cleanup";
import { eventually } from "../support/eventually";
import { conversationRows, say, write } from "../support/http-actions";
import { scratchApp, scratchConfig } from "../support/scratch";

const phone = "+19195550123";
type App = ReturnType<typeof scratchApp>;

const message = async (app: App) =>
  (await checkHealth(app)).find(({ name }) => name === "Retention")?.message;

/** A two-year-old conversation with sent texts, and one text from today. */
async function oldConversation(environment: Record<string, string> = {}) {
  const app = scratchApp(environment);
  const today = app.clock.now();
  app.clock.set(today - 730 * day);
  await say(app, phone, "YES");
  for (const text of ["first", "second"]) await write(app, phone, text);
  await app.db.updateTable("outbox").set({ status: "sent", finished_at: app.clock.now() }).execute();
  await app.db.updateTable("messages").set({ status: "sent" }).where("direction", "=", "out").execute();
  await app.db
    .insertInto("outbox")
    .values({
      channel: "email",
      recipient: "a@b.example",
      body_sealed: app.secrets.seal("x"),
      kind: "receipt",
      status: "sent",
      created_at: app.clock.now(),
    })
    .execute();
  await write(app, "+19195550199", "held for a YES that never came");
  app.clock.set(today);
  await write(app, phone, "of today");
  return app;
}

const texts = async (app: App) => (await conversationRows(app, phone)).map(({ body }) => body);

test("nothing is deleted unless MESSAGES_KEEP_MONTHS is set", async () => {
  const app = await oldConversation();
  expect(await deleteOldRecords(app)).toEqual({ messages: 0, letters: 0, consents: 0, answers: 0 });
  expect(await texts(app)).toEqual(expect.arrayContaining(["YES", "first", "second", "of today"]));
  expect(() => scratchConfig({ MESSAGES_KEEP_MONTHS: "0" })).toThrow(/MESSAGES_KEEP_MONTHS/);
});

test("old messages are deleted, except proof of consent, held messages, and recent ones", async () => {
  const app = await oldConversation({ MESSAGES_KEEP_MONTHS: "12" });
  const { messages, letters } = await deleteOldRecords(app);
  expect(messages).toBeGreaterThanOrEqual(2);
  expect(letters).toBe(1);
  const remaining = await texts(app);
  expect(remaining).toEqual(expect.arrayContaining(["YES", "of today"]));
  expect(remaining).not.toContain("first");
  expect((await conversationRows(app, "+19195550199")).some(({ status }) => status === "held")).toBe(true);
  const consents = await app.db.selectFrom("consents").select(["phone", "given", "message_id"]).execute();
  expect(consents).toMatchObject([{ phone, given: 1, message_id: expect.any(Number) }]);
  expect((await deleteOldRecords(app)).messages).toBe(0);
  expect((await verifyAudit(app)).problems).toEqual([]);
});

test("a failed message that is retried during the cleanup is either kept or already deleted", async () => {
  const app = await oldConversation({ MESSAGES_KEEP_MONTHS: "12" });
  const { id } = await app.db
    .updateTable("messages")
    .set({ status: "failed" })
    .where("body", "=", "first")
    .returning("id")
    .executeTakeFirstOrThrow();
  await app.db.updateTable("outbox").set({ status: "failed" }).where("message_id", "=", id).execute();
  const cleanup = deleteOldRecords(app);
  // Both wait for the write connection, so the retry runs between the steps of the cleanup.
  await app.db.transaction().execute(async () => {});
  const retry = await retryMessage(app, operator, id).then(
    () => "sent again",
    ({ code }: Refusal) => code,
  );
  await cleanup;
  expect([retry, (await texts(app)).includes("first")]).toEqual(
    retry === "missing" ? ["missing", false] : ["sent again", true],
  );
});

test("a consent entry is deleted six years after it is replaced, and the latest entry is kept permanently", async () => {
  const app = scratchApp();
  const today = app.clock.now();
  for (const [years, text] of [
    [8, "YES"],
    [7, "STOP"],
    [5, "START"],
  ] as const) {
    app.clock.set(today - years * 366 * day);
    await say(app, phone, text);
  }
  app.clock.set(today - 9 * 366 * day);
  await say(app, "+19195550177", "YES");
  app.clock.set(today);
  expect((await deleteOldRecords(app)).consents).toBe(2);
  const remaining = await app.db.selectFrom("consents").select(["phone", "given"]).orderBy("id").execute();
  expect(remaining).toEqual([
    { phone, given: 1 },
    { phone: "+19195550177", given: 1 },
  ]);
});

test("messages are deleted once a day, and Health shows admins what was deleted", async () => {
  const app = await oldConversation({ MESSAGES_KEEP_MONTHS: "12" });
  expect(await message(app)).toBe(
    "Messages are kept for 12 months; consents and the audit log are kept for at least 6 years. Nothing has been deleted yet.",
  );
  const stop = startRetention(app, 10);
  atEnd(stop);
  const runs = () => auditLogOf(app, { action: "retention.done" });
  await eventually(runs, (rows) => rows.length === 1);
  app.clock.advance(23 * hour);
  app.clock.advance(2 * hour);
  await eventually(runs, (rows) => rows.length === 2);
  await stop();
  expect(await runs()).toHaveLength(2);
  expect(await message(app)).toMatch(
    /The last cleanup, .+ ago, deleted 0 messages, 0 emails, and 0 superseded consents\./,
  );
});
