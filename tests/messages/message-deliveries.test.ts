import { expect, test } from "vitest";
import { operator } from "~/core/who";
import type { Row } from "~/db/tables";
import { listDeliveries, retryDelivery, retryMessage } from "~/messages/message-deliveries.server";
import { agree, conversationRows, rowsTo, say, write } from "../support/http-actions";
import { monday, scratchApp } from "../support/scratch";

const phone = "+19195550123";

/** Creates a text with these column values and a function that reads its current row. */
async function textThatIs(values: Partial<Row<"outbox">>) {
  const app = scratchApp();
  await agree(app, phone);
  const message = await write(app, phone, "Hello");
  await app.db.updateTable("outbox").set(values).execute();
  const row = async () => (await rowsTo(app, phone))[0];
  const id = (await row())?.id ?? 0;
  return { app, id, row, message };
}

test.each([
  ["held", "This message is waiting for the patient to reply YES."],
  ["sending", "This message is already being sent."],
  ["sent", "This message was already sent."],
  ["delivered", "This message was already delivered."],
  ["dropped", "This message no longer applies. Write a new one."],
] as const)("a message that is %s can't be sent again", async (status, why) => {
  const leased = status === "sending" && { lease_owner: "one", lease_until: monday };
  const { app, id, row, message } = await textThatIs({ status, ...leased });
  const before = await row();
  await expect(retryDelivery(app, operator, id)).rejects.toMatchObject({ code: "conflict", message: why });
  await expect(retryMessage(app, operator, message.id)).rejects.toThrow(why);
  expect(await row()).toEqual(before);
});

test("a failed message is sent again as a new text", async () => {
  const { app, id, row } = await textThatIs({
    status: "failed",
    attempts: 10,
    provider_id: "SM1",
    error: "No.",
    error_code: "30008",
    finished_at: monday,
    first_tried_at: monday,
    not_before: monday - 1,
  });
  await app.db.updateTable("messages").set({ status: "failed", error: "No.", provider_id: "SM1" }).execute();
  app.clock.advance(1000);
  await retryDelivery(app, operator, id);
  expect(await row()).toMatchObject({
    status: "queued",
    not_before: monday + 1000,
    attempts: 0,
    provider_id: null,
    error: null,
    error_code: null,
    finished_at: null,
    round: 1,
    first_tried_at: null,
  });
  expect(await conversationRows(app, phone)).toMatchObject([{ status: "queued", error: null }]);
  const message = await app.db.selectFrom("messages").select("provider_id").executeTakeFirstOrThrow();
  expect(message.provider_id).toBeNull();
  const entries = await app.db
    .selectFrom("audit_log")
    .select(["action", "subject"])
    .orderBy("id", "desc")
    .execute();
  expect(entries[0]).toEqual({ action: "delivery.retried", subject: `outbox ${id}` });
});

test.each([
  ["failed while in doubt", { status: "failed", in_doubt: 1 }],
  ["is waiting for its next attempt", { status: "queued" }],
] as const)(
  "a retried text that %s keeps its provider reference, because the provider may have accepted it",
  async (_, values) => {
    const { app, row, message } = await textThatIs({ ...values, attempts: 3, first_tried_at: monday - 1 });
    await retryMessage(app, operator, message.id);
    expect(await row()).toMatchObject({
      status: "queued",
      attempts: 0,
      round: 0,
      first_tried_at: monday - 1,
    });
  },
);

test("a text to a number that texted STOP can't be sent again, but an email can", async () => {
  const { app, id, row } = await textThatIs({ status: "failed" });
  await say(app, phone, "STOP");
  await expect(retryDelivery(app, operator, id)).rejects.toMatchObject({
    code: "conflict",
    message: "Not sent: this number has opted out of texts (STOP).",
  });
  await app.db.updateTable("outbox").set({ channel: "email" }).execute();
  await retryDelivery(app, operator, id);
  expect((await row())?.status).toBe("queued");
});

test("an unknown message can't be sent again", async () => {
  const app = scratchApp();
  await expect(retryDelivery(app, operator, 4711)).rejects.toMatchObject({
    code: "missing",
    message: "Message not found.",
  });
  await expect(retryMessage(app, operator, 4711)).rejects.toMatchObject({
    code: "missing",
    message: "Message not found.",
  });
});

test("the list shows unsent messages, newest first, page by page", async () => {
  const app = scratchApp();
  await agree(app, phone);
  const states = ["held", "queued", "failed", "sent", "delivered", "dropped"] as const;
  for (const status of states) {
    const { id } = await write(app, phone, status);
    await app.db.updateTable("outbox").set({ status }).where("message_id", "=", id).execute();
  }
  const listed = async (query: Omit<Parameters<typeof listDeliveries>[1], "limit">, limit = 10) =>
    (await listDeliveries(app.db, { ...query, limit })).map(({ status }) => status);
  expect(await listed({})).toEqual(["failed", "queued", "held"]);
  expect(await listed({}, 2)).toEqual(["failed", "queued"]);
  expect(await listed({ before: 3 })).toEqual(["queued", "held"]);
  expect(await listed({ status: "queued" })).toEqual(["queued"]);
});
