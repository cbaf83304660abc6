import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { operator } from "~/core/who";
import { eventually } from "../support/eventually";
import { freePort } from "../support/free-port";
import { copyState, litestreamProgram, startLitestream } from "../support/litestream";
import { onFile, openScratch, scratchFolder, testClock } from "../support/scratch";
import { seedOrder } from "../support/seed";
import { runCommand } from "../support/server";

test("a standby is restored from the newest generation after Litestream had to start a new one", async () => {
  const [dataDir, replica, standby] = [scratchFolder(), scratchFolder(), scratchFolder()];
  const port = await freePort();
  const environment: Record<string, string> = {
    ...onFile,
    DATA_DIR: dataDir,
    PUBLIC_URL: `http://127.0.0.1:${await freePort()}`,
    REPLICATION: "litestream",
    LITESTREAM_METRICS: `http://127.0.0.1:${port}/metrics`,
    LITESTREAM_PATH: litestreamProgram,
  };
  const app = openScratch(environment, testClock(Date.now()));
  const generations = () => readdirSync(join(replica, "generations"));
  const caughtUp = async (metricsUrl: string) => {
    let looks = 0;
    await eventually(
      () => copyState(metricsUrl, dataDir).catch(() => null),
      (state) => {
        looks = state?.behind === 0 ? looks + 1 : 0;
        return looks > 40;
      },
      60,
    );
  };
  await seedOrder(app);
  const first = await startLitestream(dataDir, { replica, port });
  await seedOrder(app);
  await caughtUp(first.metricsUrl);
  expect(generations()).toHaveLength(1);
  await first.end("SIGKILL");

  // While Litestream was down, the write-ahead log was emptied, so that it can't continue where it stopped.
  await seedOrder(app);
  const database = new Database(join(dataDir, "firstnight.db"));
  database.pragma("wal_checkpoint(truncate)");
  database.close();
  await seedOrder(app);
  const second = await startLitestream(dataDir, { replica, port });
  await eventually(generations, (found) => found.length === 2);
  await seedOrder(app);
  await caughtUp(second.metricsUrl);
  await app.close();
  await second.end("SIGKILL");

  const restored = { ...environment, DATA_DIR: standby };
  const { code, output } = await runCommand(["standby:restore", replica, "--no-start"], restored);
  expect([code, output]).toEqual([0, expect.stringContaining("Restored the replica")]);
  const taken = openScratch(restored);
  expect(await taken.db.selectFrom("orders").select("id").execute()).toHaveLength(5);
  await taken.close();
});

test("a standby isn't restored from old data that the lost machine copied when it came back", async () => {
  const replica = scratchFolder();
  const machine = (dataDir: string, port: number): Record<string, string> => ({
    ...onFile,
    DATA_DIR: dataDir,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    REPLICATION: "litestream",
    LITESTREAM_PATH: litestreamProgram,
  });
  const port = await freePort();
  const change = async (app: App, name: string) => {
    await seedOrder(app, { patient_name: name });
    await app.db
      .transaction()
      .execute((trx) => logAudit({ trx, app, who: operator }, "order.closed", null, { name }));
  };
  /** Changes the data while Litestream runs, and waits until the change is copied. */
  const copied = async (dataDir: string, names: string[]) => {
    const litestream = await startLitestream(dataDir, { replica });
    const app = openScratch(machine(dataDir, port));
    for (const name of names) await change(app, name);
    let looks = 0;
    await eventually(
      () => copyState(litestream.metricsUrl, dataDir).catch(() => null),
      (state) => {
        looks = state?.behind === 0 ? looks + 1 : 0;
        return looks > 40;
      },
      60,
    );
    await app.close();
    await litestream.end("SIGKILL");
    return litestream.configuration;
  };
  const take = async (from: string) => {
    const dataDir = scratchFolder();
    const { code, output } = await runCommand(
      ["standby:restore", from, "--no-start"],
      machine(dataDir, port),
    );
    expect([code, output]).toEqual([0, expect.stringContaining("Restored the replica")]);
    const app = openScratch(machine(dataDir, port));
    const orders = await app.db.selectFrom("orders").select("patient_name").orderBy("id").execute();
    await app.close();
    return { dataDir, names: orders.map(({ patient_name }) => patient_name) };
  };

  const lost = scratchFolder();
  await copied(lost, ["Ann First"]);
  const standby = await take(replica);
  expect(standby.names).toEqual(["Ann First"]);
  await copied(standby.dataDir, ["Bob Second"]);

  // The lost machine comes back, and only its Litestream runs: its copy is later, but its data is old.
  const configuration = await copied(lost, []);
  expect((await take(replica)).names).toEqual(["Ann First", "Bob Second"]);
  expect((await take(configuration)).names).toEqual(["Ann First", "Bob Second"]);
});
