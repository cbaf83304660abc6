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

/** The difference between two samples in standard deviations (Mann-Whitney U test). */
function rankDifference(one: number[], other: number[]): number {
  const all = [...one.map((value) => ({ value, own: 1 })), ...other.map((value) => ({ value, own: 0 }))].sort(
    (a, b) => a.value - b.value,
  );
  const ranks = all.reduce((sum, { own }, index) => sum + own * (index + 1), 0);
  const [n, m] = [one.length, other.length];
  const u = ranks - (n * (n + 1)) / 2;
  return (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test("neither the response time nor the message of a failed sign-in reveals whether the account exists", async () => {
  const { app, url } = await startServer({ TRUST_PROXY: "1" });
  const known: number[] = [];
  const unknown: number[] = [];
  let address = 0;
  async function signIn(email: string): Promise<number> {
    address += 1;
    const began = performance.now();
    const headers = { "x-forwarded-for": `203.0.${address >> 8}.${address & 255}` };
    const reply = await new Client(url).post("/api/login", { email, password: "not the password" }, headers);
    const took = performance.now() - began;
    expect([reply.status, reply.json.error]).toEqual([401, "Invalid email or password."]);
    return took;
  }
  for (let round = 0; round < rounds; round++) {
    // A new account each time, because ten failures lock an account. Its hash has the usual cost.
    const { email, id } = await seedUser(app, ["supervisor"]);
    const { hashPassword } = await import("~/accounts/passwords/hash-password.server");
    const password_hash = await hashPassword("a long enough password");
    await app.db.updateTable("users").set({ password_hash }).where("id", "=", id).execute();
    // Alternates, so that other load on the machine affects both samples equally.
    const missing = `unknown${round}@clinic.example`;
    if (round % 2 === 0) {
      known.push(await signIn(email));
      unknown.push(await signIn(missing));
    } else {
      unknown.push(await signIn(missing));
      known.push(await signIn(email));
    }
  }
  const difference = rankDifference(known, unknown);
  console.log(
    `${rounds} requests each; median for a known account ${median(known).toFixed(1)} ms, for an unknown account ${median(unknown).toFixed(1)} ms; difference ${difference.toFixed(2)} standard deviations`,
  );
  expect(Math.abs(difference)).toBeLessThan(4);
});

test("neither the response time nor the message of a password reset reveals whether the account exists", async () => {
  const { app, url, clock } = await startServer({ TRUST_PROXY: "1" });
  const client = new Client(url);
  const known: number[] = [];
  const unknown: number[] = [];
  let address = 0;
  async function resetPassword(email: string): Promise<number> {
    // Waits for earlier emails, so that their delivery delays nothing.
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
      known.push(await resetPassword(email));
      unknown.push(await resetPassword(missing));
    } else {
      unknown.push(await resetPassword(missing));
      known.push(await resetPassword(email));
    }
  }
  const difference = rankDifference(known, unknown);
  console.log(
    `${rounds} requests each; median for a known account ${median(known).toFixed(1)} ms, for an unknown account ${median(unknown).toFixed(1)} ms; difference ${difference.toFixed(2)} standard deviations`,
  );
  expect(Math.abs(difference)).toBeLessThan(4);
});

const run = promisify(execFile);

/** Loads pages until `work` is done; returns each duration in milliseconds. */
async function timePagesDuring(url: string, work: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const over = work.finally(() => {
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

test("during 300 simultaneous sign-ins, pages load within 250 ms and sign-ins over the limit are rejected", async () => {
  const { url } = await spawnServer({ TRUST_PROXY: "1", LOG_LEVEL: "info" });
  const signIns = () => run(process.execPath, [`${projectRoot}/tests/soak/rush/sign-ins.mjs`, url]);
  await timePagesDuring(url, signIns());
  const alone = await timePagesDuring(url, sleep(5000));
  const rush = signIns();
  const second = await timePagesDuring(url, rush);
  const counts = JSON.parse((await rush).stdout) as Record<string, number>;
  console.log(
    `slowest page without load ${Math.max(...alone).toFixed(0)} ms, during sign-ins ${Math.max(...second).toFixed(0)} ms; median ${median(alone).toFixed(1)} and ${median(second).toFixed(1)} ms; sign-ins by status ${JSON.stringify(counts)}`,
  );
  expect(Object.keys(counts)).toEqual(["401", "429"]);
  // Pages are slow on a busy machine even without sign-ins.
  expect(Math.max(...second)).toBeLessThan(Math.max(250, 5 * Math.max(...alone)));
});
