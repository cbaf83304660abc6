import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { openApp } from "~/boot/app.server";
import { eventually } from "../support/eventually";
import { freePort } from "../support/free-port";
import { copyState, litestreamProgram, startLitestream } from "../support/litestream";
import { onFile, scratchConfig, scratchFolder, testClock } from "../support/scratch";
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
  const app = openApp(scratchConfig(environment), testClock(Date.now()));
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
  const taken = openApp(scratchConfig(restored));
  expect(await taken.db.selectFrom("orders").select("id").execute()).toHaveLength(5);
  await taken.close();
});
