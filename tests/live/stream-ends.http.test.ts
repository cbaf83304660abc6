import { expect, test } from "vitest";
import { conversationStream } from "~/inbox/conversation-changes.server";
import { changeStream } from "~/live/change-stream.server";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { seedConversation, seedMessage } from "../support/inbox-actions";
import { seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();

async function follow(path: string) {
  const user = await seedUser(app, ["supervisor"]);
  const client = new Client(url);
  const token = await signInStaff(app, client, user.id);
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  let isOver = false;
  const reading = (async () => {
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read())
      text += chunk.value;
    isOver = true;
  })();
  await eventually(
    () => text,
    (so) => so.includes("\n\n"),
  );
  return { user, client, reading, text: () => text, isOver: () => isOver };
}

test.each(["/api/sms/stream", "/api/changes"])(
  "%s ends as soon as its session ends, and sends no later change",
  async (path) => {
    const { id } = await seedConversation(app);
    const { client, text, isOver } = await follow(path);
    const before = text();
    expect((await client.post("/api/logout")).status).toBeLessThan(300);
    await seedMessage(app, id, "After the session ended");
    await eventually(isOver, (over) => over, 3);
    expect(text()).toBe(before);
  },
);

test("a stream ends when its session expires", async () => {
  const { isOver } = await follow("/api/changes");
  clock.advance(13 * 3_600_000);
  await eventually(isOver, (over) => over, 3);
});

test("a new session with the same ID doesn't keep the stream of the old one open", async () => {
  const { user, isOver } = await follow("/api/sms/stream");
  const session = await app.db
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", user.id)
    .executeTakeFirstOrThrow();
  const other = await seedUser(app, ["supervisor"]);
  await app.db.transaction().execute(async (trx) => {
    await trx.deleteFrom("sessions").where("id", "=", session.id).execute();
    await trx
      .insertInto("sessions")
      .values({ ...session, token_hash: "another", user_id: other.id })
      .execute();
  });
  await eventually(isOver, (over) => over, 3);
});

test("a stream whose client stops reading is closed instead of queued without limit", async () => {
  const user = await seedUser(app, ["supervisor"]);
  await signInStaff(app, new Client(url), user.id);
  const { id: sessionId } = await app.db
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", user.id)
    .executeTakeFirstOrThrow();
  let version = 1;
  let isClosed = false;
  const topic = {
    newest: async () => version++,
    since: async () => ({ changes: ["x".repeat(100_000)], upTo: version }),
  };
  const own = { ...app };
  const stream = changeStream(own, {
    ...conversationStream,
    topic,
    show: (changes: string[]) => ({ changes }),
    userId: user.id,
    sessionId,
    signal: new AbortController().signal,
  });
  const reader = stream.getReader();
  reader.closed.catch(() => {
    isClosed = true;
  });
  // Reads the first event, and then stops reading.
  await reader.read();
  await eventually(
    () => isClosed,
    (closed) => closed,
  );
  await expect(reader.read()).rejects.toThrow("The client stopped reading.");
});
