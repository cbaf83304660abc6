import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openApp } from "~/boot/app.server";
import { projectRoot } from "~/core/root.server";
import { scratchConfig, scratchFolder, testClock } from "../support/scratch";
import { spawnServer } from "../support/server";
import { type Acknowledged, keepBusy, seedCrowd } from "./mixed-load";
import { Disk, type Entry, readRecord } from "./power-failure/disk";
import { expectIntact, findLost } from "./whole";

const failures = Number(process.env.AMOUNT ?? 50);
const seconds = 20;

/** Runs a server under load and records its writes, its syncs, and the changes it acknowledges. */
async function recordLoad() {
  const dataDir = scratchFolder();
  const tools = scratchFolder();
  const shim = join(tools, "record-writes.so");
  execFileSync("cc", [
    "-shared",
    "-fPIC",
    "-O2",
    "-o",
    shim,
    join(projectRoot, "tests/soak/power-failure/record-writes.c"),
    "-ldl",
  ]);
  const environment = { DATA_DIR: dataDir, QUIET_HOURS: "off" };
  const seeding = openApp(scratchConfig(environment), testClock(Date.now()));
  const crowd = await seedCrowd(seeding, 400);
  await seeding.close();
  const before = new Map(
    readdirSync(dataDir)
      .filter((name) => statSync(join(dataDir, name)).isFile())
      .map((name) => [join(dataDir, name), readFileSync(join(dataDir, name))]),
  );
  const record = join(tools, "record");
  const server = await spawnServer({
    ...environment,
    LD_PRELOAD: shim,
    RECORD_BELOW: dataDir,
    RECORD_TO: record,
  });
  const acknowledged: Acknowledged[] = [];
  const busy = keepBusy(server.url, crowd, acknowledged, () => statSync(record).size);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  await busy.stop();
  await server.end("SIGKILL");
  expect(busy.results.faults).toEqual([]);
  return { dataDir, before, acknowledged, entries: readRecord(record) };
}

type Recorded = Awaited<ReturnType<typeof recordLoad>>;

/** Creates the data folder as it is after a power failure, and lists the changes acknowledged before it. */
function cutAt(
  { dataDir, before, acknowledged }: Recorded,
  entries: Entry[],
  at: number,
  survives: () => boolean,
) {
  const disk = new Disk(before);
  for (const entry of entries) if (entry.end <= at) disk.apply(entry);
  disk.cut(survives);
  const folder = scratchFolder();
  disk.writeTo(folder, dataDir);
  return { folder, expected: acknowledged.filter((change) => change.at <= at) };
}

test(`${failures} power failures lose no acknowledged change, even if the disk has not written it yet`, async () => {
  const recorded = await recordLoad();
  const { entries, acknowledged } = recorded;
  const size = entries.at(-1)?.end ?? 0;
  const syncs = entries.filter(({ kind }) => kind === "s").length;
  console.log(
    `${entries.length} writes and ${syncs} syncs recorded, ${acknowledged.length} acknowledged changes`,
  );
  expect(acknowledged.length).toBeGreaterThan(100);

  for (let nth = 0; nth < failures; nth++) {
    // In every other failure, a random half of the unsynced data survives.
    const survives = nth % 2 === 0 ? () => false : () => Math.random() < 0.5;
    const { folder, expected } = cutAt(recorded, entries, Math.random() * size, survives);
    const app = openApp(scratchConfig({ DATA_DIR: folder }));
    await expectIntact(app, expected);
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }

  // Without syncs, changes must be lost. Otherwise the test proves nothing.
  const withoutSyncs = entries.filter(({ kind }) => kind !== "s");
  const { folder, expected } = cutAt(recorded, withoutSyncs, size, () => false);
  const app = openApp(scratchConfig({ DATA_DIR: folder }));
  expect((await findLost(app, expected)).length).toBeGreaterThan(100);
  await app.close();
});
