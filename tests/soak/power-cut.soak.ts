import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openApp } from "~/boot/app.server";
import { projectRoot } from "~/core/root.server";
import { scratchConfig, scratchFolder, testClock } from "../support/scratch";
import { spawnServer } from "../support/server";
import { keepBusy, type Promised, seedCrowd } from "./mixed-load";
import { Disk, type Entry, readRecord } from "./power-cut/disk";
import { expectWhole, lostOf } from "./whole";

const cuts = Number(process.env.AMOUNT ?? 50);
const seconds = 20;

/** A loaded server whose writes and syncs are all logged, and its promises with their times. */
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
    join(projectRoot, "tests/soak/power-cut/record-writes.c"),
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
  const promises: Promised[] = [];
  const busy = keepBusy(server.url, crowd, promises, () => statSync(record).size);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  await busy.stop();
  await server.end("SIGKILL");
  expect(busy.answered.faults).toEqual([]);
  return { dataDir, before, promises, entries: readRecord(record) };
}

type Recorded = Awaited<ReturnType<typeof recordLoad>>;

/** The data folder as a power cut leaves it, and what was promised before. */
function cutAt(
  { dataDir, before, promises }: Recorded,
  entries: Entry[],
  at: number,
  survives: () => boolean,
) {
  const disk = new Disk(before);
  for (const entry of entries) if (entry.end <= at) disk.apply(entry);
  disk.cut(survives);
  const folder = scratchFolder();
  disk.writeTo(folder, dataDir);
  return { folder, promised: promises.filter((promise) => promise.at <= at) };
}

test(`${cuts} power cuts lose no acknowledged write, even one the disk had not written yet`, async () => {
  const recorded = await recordLoad();
  const { entries, promises } = recorded;
  const size = entries.at(-1)?.end ?? 0;
  const syncs = entries.filter(({ kind }) => kind === "s").length;
  console.log(`${entries.length} writes and ${syncs} syncs recorded, ${promises.length} promises`);
  expect(promises.length).toBeGreaterThan(100);

  for (let nth = 0; nth < cuts; nth++) {
    // Every other disk wrote some unsynced data in random order.
    const survives = nth % 2 === 0 ? () => false : () => Math.random() < 0.5;
    const { folder, promised } = cutAt(recorded, entries, Math.random() * size, survives);
    const app = openApp(scratchConfig({ DATA_DIR: folder }));
    await expectWhole(app, promised);
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }

  // The same without syncs must lose something, or the cuts prove nothing.
  const lying = entries.filter(({ kind }) => kind !== "s");
  const { folder, promised } = cutAt(recorded, lying, size, () => false);
  const app = openApp(scratchConfig({ DATA_DIR: folder }));
  expect((await lostOf(app, promised)).length).toBeGreaterThan(100);
  await app.close();
});
