import { execFileSync } from "node:child_process";
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

const seen = new Set<string>();

/** The processes of this test that are making a PDF. */
function printing(): string[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).trim().split("\n");
  const own = rows
    .map((row) => row.trim().split(/\s+/))
    .filter(
      ([, parent, ...args]) => parent === String(process.pid) && args.join().includes("print-conversation"),
    )
    .map(([pid = ""]) => pid);
  for (const pid of own) seen.add(pid);
  return own;
}

test("exports that their user abandoned stop, and a user can wait for at most two", async () => {
  const long = await seedConversation(app);
  for (let nth = 1; nth <= 1500; nth++) await seedMessage(app, long.id, `Line ${nth} ${"word ".repeat(60)}`);
  const short = await seedConversation(app);
  const [first, second, third] = [await aSupervisor(), await aSupervisor(), await aSupervisor()];
  const leaving = new AbortController();
  const abandoned = [1, 2].flatMap(() => [first(long.id, leaving.signal), second(long.id, leaving.signal)]);
  const settled = Promise.allSettled(abandoned);
  await eventually(printing, ({ length }) => length === 2);
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
  await eventually(printing, ({ length }) => length === 0);
  // Two processes were running when their users left, and the two waiting exports never started.
  expect(seen.size).toBe(2);
  expect((await third(short.id)).status).toBe(200);
  await eventually(
    async () => (await first(short.id)).status,
    (status) => status === 200,
  );
});
