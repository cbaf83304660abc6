import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { seedConversation, seedMessage } from "../support/inbox-actions";
import { seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();

async function aSupervisor() {
  const token = await signInStaff(app, new Client(url), (await seedUser(app, ["supervisor"])).id);
  return (conversation: number, signal?: AbortSignal) =>
    fetch(`${url}/api/sms/thread/${conversation}/export.pdf`, {
      headers: { authorization: `Bearer ${token}` },
      signal: signal ?? null,
    });
}

test("exports that their user abandoned stop, and a user can wait for at most two", async () => {
  const long = await seedConversation(app);
  for (let nth = 1; nth <= 1500; nth++) await seedMessage(app, long.id, `Line ${nth} ${"word ".repeat(60)}`);
  const short = await seedConversation(app);
  const workers: Worker[] = [];
  const note = (worker: Worker) => workers.push(worker);
  process.on("worker", note);
  const [first, second, third] = [await aSupervisor(), await aSupervisor(), await aSupervisor()];
  const leaving = new AbortController();
  const abandoned = [1, 2].flatMap(() => [first(long.id, leaving.signal), second(long.id, leaving.signal)]);
  const settled = Promise.allSettled(abandoned);
  await eventually(
    () => workers.length,
    (count) => count === 2,
  );
  const exits = workers.map((worker) => once(worker, "exit"));
  await eventually(
    async () => (await first(short.id)).status,
    (status) => status === 429,
  );
  const refused = await first(short.id);
  expect(await refused.json()).toEqual({
    error: "Two of your PDFs are still being made. Wait for one of them, then try again.",
  });
  leaving.abort();
  expect((await settled).every(({ status }) => status === "rejected")).toBe(true);
  await Promise.all(exits);
  expect((await third(short.id)).status).toBe(200);
  process.off("worker", note);
  // Two workers were running when their users left, and the two waiting exports never started.
  expect(workers).toHaveLength(3);
  await eventually(
    async () => (await first(short.id)).status,
    (status) => status === 200,
  );
});
