import { cpSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openApp } from "~/boot/app.server";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { freePort } from "../support/free-port";
import { litestreamProgram, startLitestream } from "../support/litestream";
import { replicatedClinic } from "../support/replicated-clinic";
import { onFile, scratchConfig, scratchFolder, testClock } from "../support/scratch";
import { runCommand, spawnServer } from "../support/server";
import { smallFolder } from "../support/small-folder";
import { type Acknowledged, between, keepBusy, seedCrowd } from "./mixed-load";
import { expectIntact, findLost } from "./whole";

const rounds = Number(process.env.AMOUNT ?? 20);

interface Round {
  acknowledged: number;
  lost: number;
  /** Seconds between the oldest lost change and the machine's end. */
  lostSeconds: number;
  /** Seconds from the command to the first page. */
  servesAfter: number;
}

/** Kills the server and Litestream under load, restores the replica elsewhere, and serves it. */
async function loseMachine(): Promise<Round> {
  const [dataDir, replica, standby] = [scratchFolder(), scratchFolder(), scratchFolder()];
  const [port, metrics] = [await freePort(), await freePort()];
  const environment: Record<string, string> = {
    ...onFile,
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    REPLICATION: "litestream",
    LITESTREAM_METRICS: `http://127.0.0.1:${metrics}/metrics`,
    LITESTREAM_PATH: litestreamProgram,
    QUIET_HOURS: "off",
  };
  const seeding = openApp(scratchConfig(environment), testClock(Date.now()));
  const crowd = await seedCrowd(seeding, 200);
  await seeding.close();
  const server = await spawnServer(environment);
  const litestream = await startLitestream(dataDir, { replica, port: metrics });
  await eventually(
    () => litestream.output(),
    (output) => output.includes("snapshot written"),
  );
  const acknowledged: Acknowledged[] = [];
  const busy = keepBusy(server.url, crowd, acknowledged, Date.now, 20);
  await new Promise((resolve) => setTimeout(resolve, between(2000, 8000)));
  const killed = Date.now();
  await Promise.all([server.end("SIGKILL"), litestream.end("SIGKILL")]);
  await busy.stop();
  expect(busy.results.faults).toEqual([]);

  const began = performance.now();
  const restored = { ...environment, DATA_DIR: standby };
  const { code, output } = await runCommand(["standby:restore", replica, "--no-start"], restored);
  expect([code, output]).toEqual([0, expect.stringContaining("Restored the replica")]);
  const second = await spawnServer({ ...restored, REPLICATION: "off" });
  expect((await new Client(second.url).get("/login")).status).toBe(200);
  const servesAfter = (performance.now() - began) / 1000;
  // The lost machine comes back and still believes to be first.
  const old = { ...environment, PORT: String(await freePort()) };
  await expect(spawnServer(old)).rejects.toThrow("Another machine has taken over for this one");
  await second.end();

  const app = openApp(scratchConfig(restored));
  const lost = await findLost(app, acknowledged);
  // Only the newest changes are missing. The rest is whole.
  await expectIntact(
    app,
    acknowledged.filter((change) => !lost.includes(change)),
  );
  await app.close();
  const oldest = Math.min(killed, ...lost.map(({ at }) => at));
  return {
    acknowledged: acknowledged.length,
    lost: lost.length,
    lostSeconds: (killed - oldest) / 1000,
    servesAfter,
  };
}

test(`a lost machine loses at most the last seconds, in ${rounds} rounds`, async () => {
  const results: Round[] = [];
  for (let round = 0; round < rounds; round++) results.push(await loseMachine());
  const of = (pick: (round: Round) => number) => results.map(pick).toSorted((a, b) => a - b);
  const median = (values: number[]) => values[Math.floor(values.length / 2)] ?? 0;
  const line = (name: string, values: number[]) =>
    `${name}: median ${median(values).toFixed(1)}, most ${(values.at(-1) ?? 0).toFixed(1)}`;
  console.log(
    [
      `${rounds} rounds, ${results.reduce((sum, round) => sum + round.acknowledged, 0)} acknowledged changes`,
      line(
        "acknowledged changes lost",
        of(({ lost }) => lost),
      ),
      line(
        "seconds lost",
        of(({ lostSeconds }) => lostSeconds),
      ),
      line(
        "seconds until it serves",
        of(({ servesAfter }) => servesAfter),
      ),
    ].join("\n"),
  );
  // Each lost change was acknowledged shortly before the machine's end, so nothing older is missing.
  expect(results.every(({ lost, acknowledged }) => lost < acknowledged)).toBe(true);
});

test("while a replica's folder has no space, patients book, Health shows it, and a restarted Litestream catches up", async () => {
  const { folder, seen, runIn } = await smallFolder(24);
  const clinic = await replicatedClinic(folder, runIn);
  const { book, state, caughtUp, healthAfter } = clinic;
  await book();
  await caughtUp();
  await healthAfter(0);
  const { bavail, bsize } = statfsSync(seen);
  const filler = join(seen, "filler");
  writeFileSync(filler, Buffer.alloc(bavail * bsize));
  for (let nth = 0; nth < 4; nth++) await book();
  await eventually(state, ({ behind }) => (behind ?? 0) > 0);
  expect(await healthAfter(60)).toMatchObject({
    state: "bad",
    message: expect.stringContaining("The replica last had every change 60 minutes ago."),
  });
  expect((await new Client(clinic.server.url).get("/readyz")).status).toBe(200);
  rmSync(filler);
  // Litestream 0.3.13 waits forever for a write to a folder that failed.
  await clinic.restartLitestream();
  await caughtUp();
  expect(await healthAfter(0)).toMatchObject({ state: "good" });
  const copy = scratchFolder();
  cpSync(join(seen, "generations"), join(copy, "generations"), { recursive: true });
  expect(await clinic.restore(copy)).toBe(5);
});
