import { setImmediate as breath } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { conversationStream } from "~/inbox/conversation-changes.server";
import { changeStream } from "~/live/change-stream.server";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { seedConversation, seedMessage } from "../support/inbox-actions";
import { seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, stop } = await startServer();
let token = "";

beforeAll(async () => {
  token = await signInStaff(app, new Client(url), (await seedUser(app, ["supervisor"])).id);
});

/** Opens the stream and returns a function that waits for the next event. */
async function follow(since?: number) {
  const query = since === undefined ? "" : `?since=${since}`;
  const response = await fetch(`${url}/api/sms/stream${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return async (): Promise<{ version: number; threads: number[] } | null> => {
    while (!text.includes("\n\n")) {
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return null;
      text += chunk.value;
    }
    const event = text.slice(0, text.indexOf("\n\n"));
    text = text.slice(text.indexOf("\n\n") + 2);
    return JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? "null");
  };
}

test("a stream first sends the current version, then the changed threads", async () => {
  const { id } = await seedConversation(app);
  const next = await follow();
  const start = await next();
  expect(start?.threads).toEqual([]);
  await seedMessage(app, id, "News");
  const news = await next();
  expect(news?.threads).toEqual([id]);
  expect(news?.version).toBeGreaterThan(start?.version ?? 0);
});

test("a client that reconnects gets the threads that changed in the meantime", async () => {
  const { id, version } = await seedConversation(app);
  const other = await seedConversation(app);
  await seedMessage(app, id, "While you were away");
  const next = await follow(version + 1);
  await next();
  expect((await next())?.threads).toEqual(expect.arrayContaining([id, other.id]));
});

/** A promise and the function that resolves it. */
function signal() {
  let resolvePromise = () => {};
  const promise = new Promise<void>((resolve) => {
    resolvePromise = resolve;
  });
  return { promise, resolve: () => resolvePromise() };
}

test("a stream that ends during its session check sends nothing more", async () => {
  const { id: sessionId } = await app.reads.selectFrom("sessions").select("id").executeTakeFirstOrThrow();
  const failures: unknown[] = [];
  const note = (error: unknown) => failures.push(error);
  process.on("unhandledRejection", note);

  const checkStarted = signal();
  const checkReleased = signal();
  let isSlow = false;
  const reads = app.reads.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isSlow && result.rows.some((row) => "expires_at" in row)) {
        checkStarted.resolve();
        await checkReleased.promise;
      }
      return result;
    },
  });
  const closing = new AbortController();
  const options = { ...conversationStream, userId: 1, sessionId, signal: closing.signal, beat: 1 };
  const reader = changeStream({ ...app, reads }, options).getReader();
  await reader.read();
  isSlow = true;
  await checkStarted.promise;
  closing.abort();
  while (!(await reader.read()).done);
  checkReleased.resolve();
  await app.reads.selectFrom("sessions").select("id").execute();
  await breath();
  process.off("unhandledRejection", note);
  expect(failures).toEqual([]);
});

test("a user can have at most twelve streams, and closing one allows another", async () => {
  // Keep the responses, because fetch() closes the connection of a response that is garbage-collected.
  const open: Response[] = [];
  const [one, other] = await Promise.all(
    [1, 2].map(async () => {
      const bearer = await signInStaff(app, new Client(url), (await seedUser(app, ["supervisor"])).id);
      return async (signal: AbortSignal) => {
        const headers = { authorization: `Bearer ${bearer}` };
        const response = await fetch(`${url}/api/sms/stream`, { headers, signal });
        open.push(response);
        return response;
      };
    }),
  );
  const closing = new AbortController();
  const kept = new AbortController();
  try {
    expect((await one?.(closing.signal))?.status).toBe(200);
    for (let more = 0; more < 11; more++) expect((await one?.(kept.signal))?.status).toBe(200);
    const refused = await one?.(kept.signal);
    expect([refused?.status, refused?.headers.get("retry-after"), await refused?.json()]).toEqual([
      429,
      "60",
      { error: "Too many windows are open. Close some and try again." },
    ]);
    expect((await other?.(kept.signal))?.status).toBe(200);
    closing.abort();
    await eventually(
      () => one?.(kept.signal),
      (again) => again?.status === 200,
    );
  } finally {
    kept.abort();
  }
});

test("all users together can have at most 500 streams", async () => {
  const own = { ...app };
  const { id: sessionId } = await app.reads.selectFrom("sessions").select("id").executeTakeFirstOrThrow();
  const closing = new AbortController();
  const open = (userId: number) =>
    changeStream(own, { ...conversationStream, userId, sessionId, signal: closing.signal }).getReader();
  const readers = Array.from({ length: 500 }, (_, userId) => open(userId));
  expect(() => open(501)).toThrow("Too many windows are open. Close some and try again.");
  await Promise.all(readers.map((reader) => reader.read()));
  closing.abort();
  const reader = open(501);
  await reader.cancel().catch(() => {});
});

test("therapists can't open a stream", async () => {
  const therapist = new Client(url);
  await signInStaff(app, therapist, (await seedUser(app, ["therapist"])).id);
  expect((await therapist.get("/api/sms/stream")).status).toBe(403);
});

test("HEAD returns the headers without opening a stream", async () => {
  const response = await fetch(`${url}/api/sms/stream`, {
    method: "HEAD",
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
});

test("stopping the server ends open streams", async () => {
  const next = await follow();
  await next();
  await stop();
  expect(await next()).toBeNull();
});
