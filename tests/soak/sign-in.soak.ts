import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { projectRoot } from "~/core/root.server";
import { minute } from "~/core/time";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { seedUser } from "../support/seed";
import { spawnServer, startServer } from "../support/server";

const rounds = Number(process.env.AMOUNT ?? 300);

/** How significantly two samples differ, in standard deviations (Mann-Whitney). */
function rankDifference(one: number[], other: number[]): number {
  const all = [...one.map((value) => ({ value, own: 1 })), ...other.map((value) => ({ value, own: 0 }))].sort(
    (a, b) => a.value - b.value,
  );
  const ranks = all.reduce((sum, { own }, index) => sum + own * (index + 1), 0);
  const [n, m] = [one.length, other.length];
  const u = ranks - (n * (n + 1)) / 2;
  return (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

const middle = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test("neither the time nor the text of a failed sign-in reveals whether the account exists", async () => {
  const { app, url } = await startServer({ TRUST_PROXY: "1" });
  const known: number[] = [];
  const unknown: number[] = [];
  let address = 0;
  async function tryOne(email: string): Promise<number> {
    address += 1;
    const began = performance.now();
    const headers = { "x-forwarded-for": `203.0.${address >> 8}.${address & 255}` };
    const reply = await new Client(url).post("/api/login", { email, password: "not the password" }, headers);
    const took = performance.now() - began;
    expect([reply.status, reply.json.error]).toEqual([401, "Invalid email or password."]);
    return took;
  }
  for (let round = 0; round < rounds; round++) {
    // A new account each time: ten failures lock one. Its hash costs what a real one does.
    const { email, id } = await seedUser(app, ["supervisor"]);
    const { hashPassword } = await import("~/accounts/passwords/hash-password.server");
    const password_hash = await hashPassword("a long enough password");
    await app.db.updateTable("users").set({ password_hash }).where("id", "=", id).execute();
    // Alternating, so that other load on the machine affects both alike.
    const missing = `unknown${round}@clinic.example`;
    if (round % 2 === 0) {
      known.push(await tryOne(email));
      unknown.push(await tryOne(missing));
    } else {
      unknown.push(await tryOne(missing));
      known.push(await tryOne(email));
    }
  }
  const difference = rankDifference(known, unknown);
  console.log(
    `${rounds} each: a known account ${middle(known).toFixed(1)} ms, an unknown one ${middle(unknown).toFixed(1)} ms at the middle; ${difference.toFixed(2)} standard deviations apart`,
  );
  expect(Math.abs(difference)).toBeLessThan(4);
});

test("neither the time nor the text of a password reset reveals whether the account exists", async () => {
  const { app, url, clock } = await startServer({ TRUST_PROXY: "1" });
  const client = new Client(url);
  const known: number[] = [];
  const unknown: number[] = [];
  let address = 0;
  async function ask(email: string): Promise<number> {
    // Earlier requests are delivered and delay nothing.
    const waiting = () =>
      app.reads.selectFrom("outbox").select("id").where("status", "in", ["queued", "sending"]).execute();
    await eventually(waiting, (rows) => rows.length === 0);
    address += 1;
    const headers = { "x-forwarded-for": `203.0.${address >> 8}.${address & 255}` };
    const began = performance.now();
    const reply = await client.post("/api/request-password-reset", { email }, headers);
    const took = performance.now() - began;
    expect([reply.status, reply.json]).toEqual([200, { success: true }]);
    return took;
  }
  await seedUser(app, ["admin"]);
  for (let round = 0; round < rounds; round++) {
    clock.advance(minute);
    const { email } = await seedUser(app, ["supervisor"]);
    const missing = `unknown${round}@clinic.example`;
    if (round % 2 === 0) {
      known.push(await ask(email));
      unknown.push(await ask(missing));
    } else {
      unknown.push(await ask(missing));
      known.push(await ask(email));
    }
  }
  const difference = rankDifference(known, unknown);
  console.log(
    `${rounds} each: a known account ${middle(known).toFixed(1)} ms, an unknown one ${middle(unknown).toFixed(1)} ms at the middle; ${difference.toFixed(2)} standard deviations apart`,
  );
  expect(Math.abs(difference)).toBeLessThan(4);
});

const run = promisify(execFile);

/** How long each page takes while something lasts, in milliseconds. */
async function pagesWhile(url: string, lasts: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const over = lasts.finally(() => {
    isOver = true;
  });
  const took: number[] = [];
  while (!isOver) {
    for (const path of ["/", "/login", "/favicon.svg"]) {
      const began = performance.now();
      await (await fetch(url + path)).arrayBuffer();
      took.push(performance.now() - began);
    }
    await sleep(20);
  }
  await over;
  return took;
}

test("300 simultaneous sign-ins delay no page over 250 ms, and sign-ins over the limit have to wait", async () => {
  const { url } = await spawnServer({ TRUST_PROXY: "1", LOG_LEVEL: "info" });
  const signIns = () => run(process.execPath, [`${projectRoot}/tests/soak/rush/sign-ins.mjs`, url]);
  await pagesWhile(url, signIns());
  const alone = await pagesWhile(url, sleep(5000));
  const rush = signIns();
  const second = await pagesWhile(url, rush);
  const counts = JSON.parse((await rush).stdout) as Record<string, number>;
  console.log(
    `the slowest page alone ${Math.max(...alone).toFixed(0)} ms, loaded ${JSON.stringify(counts)} ${Math.max(...second).toFixed(0)} ms; at the middle ${middle(alone).toFixed(1)} and ${middle(second).toFixed(1)} ms`,
  );
  expect(Object.keys(counts)).toEqual(["401", "429"]);
  // Pages are slow on a busy machine even without sign-ins.
  expect(Math.max(...second)).toBeLessThan(Math.max(250, 5 * Math.max(...alone)));
});
