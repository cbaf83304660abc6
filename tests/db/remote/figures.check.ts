import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { openApp } from "~/boot/app.server";
import { keepBusy, type Promised, seedCrowd } from "../../soak/mixed-load";
import { Client } from "../../support/client";
import { startDatabase } from "../../support/libsql/database";
import { scratchConfig, scratchFolder, testClock } from "../../support/scratch";
import { spawnServer } from "../../support/server";

const seconds = Number(process.env.AMOUNT ?? 6);
const lines: string[] = [];

afterAll(() => console.log(`\n${lines.join("\n")}\n`));

const percentile = (sorted: number[], share: number) =>
  Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);

/** Reads pages of patients, four at a time, until stopped; returns each duration in milliseconds. */
function keepReading(url: string, tokens: string[]) {
  const took: number[] = [];
  let stopped = false;
  const visitors = tokens.slice(0, 4).map(async (token) => {
    const client = new Client(url);
    client.cookies.set("firstnight", token);
    for (let turn = 0; !stopped; turn++) {
      const began = performance.now();
      const reply = await client.get(turn % 2 ? "/schedule" : "/api/availability?limit=50");
      expect(reply.status).toBe(200);
      took.push(performance.now() - began);
    }
  });
  return async () => {
    stopped = true;
    await Promise.all(visitors);
    return took;
  };
}

/** Runs users on this many instances for a while and counts what they complete. */
async function measure(name: string, instances: number, environment: Record<string, string>): Promise<void> {
  const shared = { QUIET_HOURS: "off", ...environment };
  const app = openApp(scratchConfig({ DATA_DIR: scratchFolder(), ...shared }), testClock(Date.now()));
  const all = await seedCrowd(app, 80 * instances);
  const servers = await Promise.all(Array.from({ length: instances }, () => spawnServer(shared)));
  const promises: Promised[] = [];
  const work = servers.map(({ url }, nth) => {
    const crowd = all.crowd.filter((_, number) => number % instances === nth);
    return {
      changing: keepBusy(url, { ...all, crowd }, promises, () => 0),
      reading: keepReading(
        url,
        crowd.map(({ token }) => token),
      ),
    };
  });
  await sleep(seconds * 1000);
  const took = (await Promise.all(work.map(({ reading }) => reading()))).flat().sort((a, b) => a - b);
  await Promise.all(work.map(({ changing }) => changing.stop()));
  const changes = work.reduce((sum, { changing }) => sum + changing.answered.requests, 0);
  expect(work.flatMap(({ changing }) => changing.answered.faults)).toEqual([]);
  const doubles = await app.db
    .selectFrom("visits as a")
    .innerJoin("visits as b", (join) =>
      join
        .onRef("a.therapist_id", "=", "b.therapist_id")
        .onRef("a.id", "<", "b.id")
        .onRef("a.start_at", "<", "b.end_at")
        .onRef("a.end_at", ">", "b.start_at"),
    )
    .select("a.id")
    .where("a.status", "in", ["submitted", "confirmed", "pending"])
    .where("b.status", "in", ["submitted", "confirmed", "pending"])
    .execute();
  expect(doubles).toEqual([]);
  for (const { end } of servers) await end();
  await app.close();
  lines.push(
    `${name}: ${Math.round(changes / seconds)} changes/s and ${Math.round(took.length / seconds)} reads/s together, ` +
      `reads p50 ${percentile(took, 0.5)} ms, p99 ${percentile(took, 0.99)} ms`,
  );
}

test("one instance on a file", async () => {
  const dataDir = scratchFolder();
  await measure("one instance, file", 1, { DATABASE_URL: "", DATA_DIR: dataDir });
});

test("one instance on a server", async () => {
  const { url } = await startDatabase();
  await measure("one instance, server", 1, { DATABASE_URL: url });
});

test("two instances on a server", async () => {
  const { url } = await startDatabase();
  await measure("two instances, server", 2, { DATABASE_URL: url });
});
