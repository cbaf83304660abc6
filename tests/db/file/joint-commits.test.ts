import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import type { Db } from "~/db/open.server";
import { onFile, scratchApp } from "../../support/scratch";

const app = scratchApp(onFile);
const file = join(app.config.dataDir, "firstnight.db");

const add = (name: string, then: (trx: Db) => Promise<unknown> = async () => {}) =>
  app.db.transaction().execute(async (trx) => {
    await trx.insertInto("companies").values({ name, phone: null }).execute();
    await then(trx);
  });

/** Reads what would survive a power failure at this moment. */
function onDisk(like: string): string[] {
  const other = new Database(file, { readonly: true });
  const names = other
    .prepare("select name from companies where name like ? order by id")
    .pluck()
    .all(`${like}%`);
  other.close();
  return names as string[];
}

test("transactions in the same event loop iteration share a commit", async () => {
  const seen: string[][] = [];
  const recordNames = () => seen.push(onDisk("turn"));
  await Promise.all(["turn 1", "turn 2", "turn 3"].map((name) => add(name).then(recordNames)));
  expect(seen).toEqual(Array(3).fill(["turn 1", "turn 2", "turn 3"]));
});

test("a rollback doesn't affect other transactions in the same iteration", async () => {
  const fail = () => Promise.reject(new Error("no"));
  const ends = await Promise.allSettled([
    add("first gone", fail),
    add("kept 1"),
    add("gone", fail),
    add("kept 2"),
    add("gone", fail),
  ]);
  expect(ends.map(({ status }) => status)).toEqual([
    "rejected",
    "fulfilled",
    "rejected",
    "fulfilled",
    "rejected",
  ]);
  expect(onDisk("kept")).toEqual(["kept 1", "kept 2"]);
  expect(onDisk("gone")).toEqual([]);
  expect(onDisk("first")).toEqual([]);
});

test("when a statement outside a transaction returns, it and everything before it are committed", async () => {
  const before = add("alone 1");
  await app.db.insertInto("companies").values({ name: "alone 2", phone: null }).execute();
  expect(onDisk("alone")).toEqual(["alone 1", "alone 2"]);
  await before;
});

test("transactions commit when the longest one in their iteration ends", async () => {
  const gate = Promise.withResolvers<void>();
  const short = add("long 1");
  const long = add("long 2", () => gate.promise);
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  expect(onDisk("long")).toEqual([]);
  gate.resolve();
  await Promise.all([short, long]);
  expect(onDisk("long")).toEqual(["long 1", "long 2"]);
});

/** Limits the size of all files that this process writes, to simulate a full disk. */
const limitFiles = (bytes: number | "unlimited") =>
  execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${bytes}:unlimited`]);

test("on a full disk, all transactions in an iteration fail, and writes work again once there is space", async () => {
  const ignore = () => {};
  process.on("SIGXFSZ", ignore);
  await add("room 1");
  limitFiles(statSync(`${file}-wal`).size);
  const ends = await Promise.allSettled([add("full 1"), add("full 2")]).finally(() =>
    limitFiles("unlimited"),
  );
  expect(ends.map((end) => end.status === "rejected" && end.reason.code)).toEqual(["database", "database"]);
  expect(onDisk("full")).toEqual([]);
  await Promise.all([add("room 2"), add("room 3")]);
  expect(onDisk("room")).toEqual(["room 1", "room 2", "room 3"]);
  process.off("SIGXFSZ", ignore);
});
