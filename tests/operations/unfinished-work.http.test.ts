import { existsSync, mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { openApp } from "~/boot/app.server";
import { day } from "~/core/time";
import { listBackups } from "~/operations/backup/backups.server";
import { markRestore } from "~/operations/backup/interrupted-restore.server";
import { makeBackup } from "~/operations/backup/make-backup.server";
import { restoreBackup } from "~/operations/backup/restore-backup.server";
import { inWorkFolder, removeUnfinishedWork } from "~/operations/work-folder.server";
import { eventually } from "../support/eventually";
import { monday, scratchApp, scratchConfig, scratchFolder, testClock } from "../support/scratch";
import { seedClinic, seedUser } from "../support/seed";
import { runCommand, spawnServer, startCommand } from "../support/server";

// With a passphrase, a backup takes seconds, so that it can be killed in the middle.
const slow = { BACKUP_PASSPHRASE: "a horse that counts to nine" };

type App = ReturnType<typeof scratchApp>;

const environmentOf = ({ config }: App) => ({
  DATA_DIR: config.dataDir,
  APP_SECRET: config.appSecret,
});

async function seededApp(): Promise<App> {
  const app = scratchApp();
  await seedClinic(app);
  return app;
}

const workFoldersIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(".")) : [];

/** Waits until a work folder contains the database. @returns its name */
async function workInProgress(parent: string): Promise<string> {
  const found = await eventually(
    () => workFoldersIn(parent).find((name) => existsSync(join(parent, name, "firstnight.db"))),
    (name) => name !== undefined,
    60,
  );
  return found ?? "";
}

/** Kills a command as soon as its work folder contains the database. */
async function killDuring(args: string[], environment: Record<string, string>, parent: string) {
  const command = startCommand(args, environment);
  const folder = await workInProgress(parent);
  command.child.kill("SIGKILL");
  await command.ended;
  expect(existsSync(join(parent, folder, "firstnight.db"))).toBe(true);
}

test("the next backup deletes the unencrypted copy that a killed backup left", async () => {
  const app = await seededApp();
  const { dir } = app.config.backups;
  await killDuring(["backup"], { ...environmentOf(app), ...slow }, dir);
  const next = await runCommand(["backup"], environmentOf(app));
  expect(next.output).toMatch(/rows, verified/);
  expect(workFoldersIn(dir)).toEqual([]);
  expect(readdirSync(dir)).toHaveLength(1);
});

test("a start deletes what a killed backup left, and a killed restore changes nothing", async () => {
  const app = await seededApp();
  const { dataDir, backups } = app.config;
  const environment = environmentOf(app);
  expect(await runCommand(["backup"], environment)).toMatchObject({ code: 0 });
  const [made] = await listBackups(backups.dir, Date.now());
  await killDuring(["backup"], { ...environment, ...slow }, backups.dir);
  await killDuring(["restore", made?.file ?? "", "--replace", "--no-start"], environment, dataDir);
  expect(workFoldersIn(backups.dir)).toHaveLength(1);
  const server = await spawnServer(environment);
  expect(workFoldersIn(dataDir)).toEqual([]);
  expect(workFoldersIn(backups.dir)).toEqual([]);
  expect((await fetch(`${server.url}/login`)).status).toBe(200);
  await server.end();
  const database = new Database(join(dataDir, "firstnight.db"), { readonly: true });
  expect(database.prepare("select count(*) from orders").pluck().get()).toBeGreaterThan(0);
  database.close();
});

test("a backup in progress is kept by a start and by another backup", async () => {
  const app = await seededApp();
  const { dir } = app.config.backups;
  const environment = environmentOf(app);
  const running = startCommand(["backup"], { ...environment, ...slow });
  const folder = await workInProgress(dir);
  const server = await spawnServer(environment);
  expect(await removeUnfinishedWork([dir])).toEqual([]);
  expect(existsSync(join(dir, folder, "firstnight.db"))).toBe(true);
  expect(await running.ended).toBe(0);
  await server.end();
  expect(workFoldersIn(dir)).toEqual([]);
});

test("work in this process is kept, and everything without an owner is deleted", async () => {
  const parent = scratchFolder();
  const old = new Date(Date.now() - day);
  for (const name of [".making-before", ".drill-before", ".restoring-before", "before-upgrade"]) {
    mkdirSync(join(parent, name));
    writeFileSync(join(parent, name, "firstnight.db"), "patients");
    utimesSync(join(parent, name), old, old);
  }
  mkdirSync(join(parent, ".making-now"));
  writeFileSync(join(parent, "firstnight-20260101T000000Z.tar.gz.part"), "patients");
  writeFileSync(join(parent, "another-download.part"), "not ours");
  await inWorkFolder(parent, "exporting", async (folder) => {
    expect(await removeUnfinishedWork([parent, join(parent, "missing")])).toEqual([]);
    expect(existsSync(folder)).toBe(true);
  });
  // `.making-now` was created less than a minute ago, so another process may be about to lock it.
  expect(readdirSync(parent).sort()).toEqual([".making-now", "another-download.part", "before-upgrade"]);
});

test("the next export into a folder deletes what a killed export left there", async () => {
  const app = await seededApp();
  const folder = scratchFolder();
  mkdirSync(join(folder, ".exporting-killed"));
  writeFileSync(join(folder, ".exporting-killed", "lock"), "");
  writeFileSync(join(folder, ".exporting-killed", "company"), "patients");
  const { name } = await app.db.selectFrom("companies").select("name").executeTakeFirstOrThrow();
  const made = await runCommand(["company:export", name, join(folder, "company.jsonl")], environmentOf(app));
  expect(made.code).toBe(0);
  expect(readdirSync(folder)).toEqual(["company.jsonl"]);
});

test("after a restore was killed while it moved files, a start is refused until it is run again", async () => {
  const source = await seededApp();
  const { file } = await makeBackup({
    dataDir: source.config.dataDir,
    appSecret: source.config.appSecret,
    settings: source.config.backups,
    at: monday,
  });
  const config = scratchConfig({ APP_SECRET: "" });
  const { dataDir } = config;
  const previous = openApp(config, testClock());
  await seedUser(previous, ["admin"]);
  await previous.close();
  // The state after the previous files were moved and the backup's secret was put in place.
  const replaced = join(dataDir, "replaced-20260302T150000Z");
  mkdirSync(replaced);
  await markRestore(dataDir, replaced);
  for (const name of ["app-secret", "firstnight.db"]) renameSync(join(dataDir, name), join(replaced, name));
  writeFileSync(join(dataDir, "app-secret"), source.config.appSecret);

  const environment = { DATA_DIR: dataDir, APP_SECRET: "" };
  await expect(spawnServer(environment)).rejects.toThrow(/was interrupted, so its database is incomplete/);
  const backup = await runCommand(["backup"], environment);
  expect(backup.output).toContain(`The previous database is in ${replaced}.`);
  expect(existsSync(join(dataDir, "firstnight.db"))).toBe(false);

  const again = await restoreBackup(scratchConfig(environment), file, { replace: true, at: monday });
  expect(again.replaced).toBe(replaced);
  const own = openApp({ ...config, dataDir: replaced }, testClock());
  expect(await own.db.selectFrom("users").selectAll().execute()).toHaveLength(1);
  await own.close();
  const server = await spawnServer(environment);
  expect((await fetch(`${server.url}/login`)).status).toBe(200);
  await server.end();
});
