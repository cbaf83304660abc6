import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as breath } from "node:timers/promises";
import { Encrypter } from "age-encryption";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { logAudit } from "~/audit/log-audit.server";
import { verifyAudit } from "~/audit/verify-audit.server";
import { openApp } from "~/boot/app.server";
import { deleteOutgoing } from "~/cli/commands/restore-drill";
import { projectRoot } from "~/core/root.server";
import { day, hour, minute } from "~/core/time";
import { operator } from "~/core/who";
import { listBackups, rotateBackups } from "~/operations/backup/backups.server";
import { inspectDatabase } from "~/operations/backup/inspect-database.server";
import { makeBackup } from "~/operations/backup/make-backup.server";
import { restoreBackup } from "~/operations/backup/restore-backup.server";
import { startBackups } from "~/operations/backup/start-backups.server";
import { atEnd } from "../support/cleanup";
import { eventually } from "../support/eventually";
import { agree, write } from "../support/http-actions";
import { monday, scratchApp, scratchConfig, scratchFolder, testClock } from "../support/scratch";
import { seedClinic, seedUser } from "../support/seed";
import { runCommand, startServer } from "../support/server";

type App = ReturnType<typeof scratchApp>;

const backUp = (app: App, settings: Partial<App["config"]["backups"]> = {}) =>
  makeBackup({
    dataDir: app.config.dataDir,
    appSecret: app.config.appSecret,
    settings: { ...app.config.backups, ...settings },
    at: app.clock.now(),
  });

/** An empty folder for a restore, without an APP_SECRET in the environment. */
const emptyFolder = (environment: Record<string, string> = {}) =>
  scratchConfig({ APP_SECRET: "", ...environment });

const restored = (config: App["config"], file: string, replace = false) =>
  restoreBackup(config, file, { replace, at: monday + hour });

/** An app with data of every kind, and a backup of it. */
async function backedUp(settings: Partial<App["config"]["backups"]> = {}) {
  const app = scratchApp();
  await seedClinic(app);
  await app.db.transaction().execute((trx) => logAudit({ trx, app, who: operator }, "visit.booked"));
  const made = await backUp(app, settings);
  return { app, ...made };
}

test("a backup restores the whole database to another folder", async () => {
  const { app, file, manifest } = await backedUp();
  const visits = await app.db.selectFrom("visits").selectAll().execute();
  const config = emptyFolder();
  const { replaced } = await restored(config, file);
  expect(replaced).toBeNull();
  const back = openApp({ ...config, appSecret: app.config.appSecret }, testClock());
  atEnd(() => back.close());
  expect(await back.db.selectFrom("visits").selectAll().execute()).toEqual(visits);
  expect(readFileSync(join(config.dataDir, "app-secret"), "utf8").trim()).toBe(app.config.appSecret);
  expect((await verifyAudit(back)).problems).toEqual([]);
  expect(manifest.rows.visits).toBe(visits.length);
  expect(manifest.rows.orders).toBeGreaterThan(0);
  expect(readdirSync(config.dataDir).filter((name) => name.startsWith("."))).toEqual([]);
});

test("a backup made during writes is consistent", async () => {
  const app = scratchApp();
  let writing = true;
  const writes = (async () => {
    while (writing) {
      await app.db.transaction().execute(async (trx) => {
        await logAudit({ trx, app, who: operator }, "visit.booked");
        await logAudit({ trx, app, who: operator }, "visit.moved");
      });
      await breath();
    }
  })();
  const made = await backUp(app);
  writing = false;
  await writes;
  const rows = made.manifest.rows.audit_log ?? 0;
  // Each transaction writes two rows, so an odd count would mean half a transaction.
  expect(rows % 2).toBe(0);
  expect(made.manifest.audit?.id ?? 0).toBe(rows);
});

test("restoring an encrypted backup requires its passphrase", async () => {
  const passphrase = "a horse that counts to nine";
  const { app, file } = await backedUp({ passphrase });
  expect(file).toMatch(/\.tar\.gz\.age$/);
  expect(readFileSync(file).includes("manifest.json")).toBe(false);
  const { manifest } = await restored(emptyFolder({ BACKUP_PASSPHRASE: passphrase }), file);
  expect(manifest.rows.therapists).toBeGreaterThan(0);

  // By default, each passphrase attempt takes seconds. This work factor makes it fast.
  const quick = new Encrypter();
  quick.setScryptWorkFactor(1);
  quick.setPassphrase(passphrase);
  app.clock.advance(minute);
  const whole = await quick.encrypt(readFileSync((await backUp(app)).file));
  writeFileSync(file, whole);
  await expect(restored(emptyFolder(), file)).rejects.toThrow(
    "This backup is encrypted. Set BACKUP_PASSPHRASE to its passphrase.",
  );
  await expect(restored(emptyFolder({ BACKUP_PASSPHRASE: "another horse" }), file)).rejects.toThrow(
    "BACKUP_PASSPHRASE is not the passphrase for this backup.",
  );
  const bytes = Buffer.from(whole);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 500) ^ 1, bytes.length - 500);
  writeFileSync(file, bytes);
  await expect(restored(emptyFolder({ BACKUP_PASSPHRASE: passphrase }), file)).rejects.toThrow(/damaged/);
});

test.each([
  ["truncated", (bytes: Buffer) => bytes.subarray(0, bytes.length - 2000), /damaged/],
  ["emptied", () => Buffer.alloc(0), "This file is not a Firstnight backup."],
  [
    "changed in one byte",
    (bytes: Buffer) => {
      const at = Math.floor(bytes.length / 2);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      return bytes;
    },
    /damaged/,
  ],
  ["replaced by another file", () => Buffer.from("orders,of,ours"), "This file is not a Firstnight backup."],
])("a backup that was %s is refused, and nothing is left behind", async (_, change, sentence) => {
  const { file } = await backedUp();
  const damaged = join(scratchFolder(), "damaged.tar.gz");
  writeFileSync(damaged, change(readFileSync(file)));
  const config = emptyFolder();
  const before = readdirSync(config.dataDir);
  await expect(restored(config, damaged)).rejects.toThrow(sentence);
  expect(readdirSync(config.dataDir).filter((name) => name !== "server.lock")).toEqual(before);
});

test("an existing database is moved aside on request and never overwritten", async () => {
  const { app, file } = await backedUp();
  const config = emptyFolder();
  const there = openApp(config, testClock());
  await seedUser(there, ["admin"]);
  await there.close();
  await expect(restored(config, file)).rejects.toThrow(/already has a database/);
  const { replaced } = await restored(config, file, true);
  const old = new Database(join(replaced ?? "", "firstnight.db"), { readonly: true });
  expect(inspectDatabase(old).rows.users).toBe(1);
  old.close();
  expect(existsSync(join(replaced ?? "", "app-secret"))).toBe(true);
  const now = new Database(join(config.dataDir, "firstnight.db"), { readonly: true });
  expect(inspectDatabase(now).rows.visits).toBe(
    (await app.db.selectFrom("visits").selectAll().execute()).length,
  );
  now.close();
});

test("the old database's log is moved before the new database is put in place", async () => {
  const { file } = await backedUp();
  const config = emptyFolder();
  await openApp(config, testClock()).close();
  writeFileSync(join(config.dataDir, "firstnight.db-wal"), "written after the last checkpoint");
  const moves: (string | null)[] = [];
  const watcher = watch(config.dataDir, (event, name) => event === "rename" && moves.push(name));
  atEnd(() => watcher.close());
  await restored(config, file, true);
  await eventually(
    async () => moves,
    () => moves.filter((name) => name === "firstnight.db").length > 1,
  );
  const stores = moves.filter((name) => /^(firstnight\.db(-wal)?|app-secret|audit-head)$/.test(name ?? ""));
  expect([stores[0], stores.at(-1)]).toEqual(["firstnight.db-wal", "firstnight.db"]);
});

test("restoring a missing backup fails with a reason", async () => {
  await expect(restored(emptyFolder(), "/nowhere/backup.tar.gz")).rejects.toThrow(
    "/nowhere/backup.tar.gz doesn't exist or can't be read.",
  );
});

test("a backup with a different secret than the configured one is refused", async () => {
  const { file } = await backedUp();
  const config = scratchConfig({ APP_SECRET: "a different secret with 32 characters" });
  await expect(restored(config, file)).rejects.toThrow(/different APP_SECRET/);
});

test.each([
  ["a text is stored encrypted", async (app: App) => write(app, "+19195550123", "See you tomorrow.")],
  [
    "only audit entries exist",
    (app: App) =>
      app.db.transaction().execute((trx) => logAudit({ trx, app, who: operator }, "visit.booked")),
  ],
])("if %s, no backup is made with a different secret", async (_, fill) => {
  const app = scratchApp();
  await fill(app);
  const { dataDir, backups: settings } = app.config;
  const other = {
    dataDir,
    settings,
    at: app.clock.now(),
    appSecret: "a different secret with 32 characters",
  };
  await expect(makeBackup(other)).rejects.toThrow(
    "No backup was made: the database was written with another secret",
  );
  expect(readdirSync(settings.dir)).toEqual([]);
  expect((await backUp(app)).bytes).toBeGreaterThan(0);
});

test("a backup with an empty secret is refused before anything is replaced", async () => {
  const app = scratchApp();
  const { file } = await makeBackup({
    dataDir: app.config.dataDir,
    appSecret: "",
    settings: app.config.backups,
    at: app.clock.now() + hour,
  });
  await expect(restored(emptyFolder(), file)).rejects.toThrow("This backup has no complete secret");
});

test("after a restore, everyone is signed out and queued messages wait for an admin", async () => {
  const app = scratchApp();
  const user = await seedUser(app, ["admin"]);
  await agree(app, "+19195550123");
  await write(app, "+19195550123", "Your visit is confirmed.");
  await app.db
    .insertInto("sessions")
    .values({
      token_hash: "x",
      kind: "staff",
      user_id: user.id,
      created_at: monday,
      last_seen_at: monday,
      expires_at: monday + hour,
    })
    .execute();
  const { file } = await backUp(app);
  const config = emptyFolder();
  const { possiblySent } = await restored(config, file);
  expect(possiblySent.messages).toBe(1);
  const back = openApp({ ...config, appSecret: app.config.appSecret }, testClock());
  atEnd(() => back.close());
  expect(await back.db.selectFrom("sessions").selectAll().execute()).toEqual([]);
  const [row] = await back.db.selectFrom("outbox").select(["status", "error"]).execute();
  expect(row?.status).toBe("failed");
  expect(row?.error).toMatch(/may have been sent before the restore/);
});

test("only the newest backups are kept, and other files in the folder are left alone", async () => {
  const app = scratchApp({ BACKUP_KEEP: "2" });
  const { dir } = app.config.backups;
  for (let nth = 0; nth < 3; nth++) {
    await backUp(app);
    app.clock.advance(hour);
  }
  writeFileSync(join(dir, "notes.txt"), "ours");
  await rotateBackups(app.config, app.clock.now());
  const remaining = await listBackups(dir, app.clock.now());
  expect(remaining.map(({ at }) => at)).toEqual([monday + 2 * hour, monday + hour]);
  expect(readdirSync(dir)).toContain("notes.txt");
  expect(statSync(remaining[0]?.file ?? "").mode & 0o077).toBe(0);
});

test("a backup is made whenever the newest one is too old, and admins are notified of failures", async () => {
  const app = scratchApp({ BACKUP_EVERY: "24h" });
  const { dir } = app.config.backups;
  const stop = startBackups(app, 20);
  atEnd(stop);
  const count = (expected: number) =>
    eventually(
      () => listBackups(dir, app.clock.now()),
      (found) => found.length === expected,
    );
  await count(1);
  app.clock.advance(23 * hour);
  app.clock.advance(61 * minute);
  await count(2);
  await stop();

  const broken = scratchApp({ BACKUP_EVERY: "1h", BACKUP_DIR: join(scratchFolder(), "file") });
  await seedUser(broken, ["admin"]);
  writeFileSync(broken.config.backups.dir, "a file, not a folder");
  const stopBroken = startBackups(broken, 20);
  atEnd(stopBroken);
  const alerts = () => broken.db.selectFrom("outbox").select(["subject", "recipient"]).execute();
  await eventually(alerts, (rows) => rows.length > 0);
  await stopBroken();
  expect(await alerts()).toMatchObject([{ subject: "Firstnight: the backup failed" }]);
});

function backupProcess(app: App) {
  const { dataDir, appSecret, backups: settings } = app.config;
  const backup = fork(join(projectRoot, "build/make-backup.worker.js"), { serialization: "advanced" });
  atEnd(() => backup.kill("SIGKILL"));
  backup.send({ dataDir, appSecret, settings, at: app.clock.now() });
  return backup;
}

test("the process that makes a backup finishes although a service manager signals it, and ends with its server", async () => {
  const app = scratchApp();
  await seedClinic(app);
  const { dir } = app.config.backups;
  const backup = backupProcess(app);
  const answered = once(backup, "message");
  await eventually(
    async () => existsSync(dir) && readdirSync(dir).length > 0,
    (begun) => begun,
  );
  backup.kill("SIGTERM");
  backup.kill("SIGINT");
  const [answer] = await answered;
  expect(answer).toMatchObject({ made: { manifest: { product: "firstnight" } } });
  expect(await listBackups(dir, app.clock.now())).toHaveLength(1);

  const orphan = backupProcess(app);
  const ended = once(orphan, "exit");
  orphan.disconnect();
  await ended;
  expect(orphan.exitCode).toBe(0);
});

test("listing backups works even if another process deletes a file in the meantime", async () => {
  const app = scratchApp();
  const { dir } = app.config.backups;
  await backUp(app);
  const [made] = await listBackups(dir, app.clock.now());
  // A dangling link looks like a file that was just deleted.
  for (const name of ["firstnight-20260101T000000Z.tar.gz", "firstnight-20260102T000000Z.tar.gz.part"]) {
    symlinkSync(join(dir, "gone"), join(dir, name));
  }
  await rotateBackups(app.config, app.clock.now());
  expect(await listBackups(dir, app.clock.now())).toEqual([made]);
});

test("after a fast clock is corrected, new backups are still made and preferred over misdated ones", async () => {
  const app = scratchApp({ BACKUP_EVERY: "24h", BACKUP_KEEP: "2" });
  const { dir } = app.config.backups;
  for (const ahead of [300, 301]) {
    app.clock.set(monday + ahead * day);
    await backUp(app);
  }
  app.clock.set(monday);
  atEnd(startBackups(app, 20));
  const made = () =>
    eventually(
      () => listBackups(dir, app.clock.now()),
      (found) => found.length === 2 && found[0]?.at === app.clock.now(),
    );
  expect((await made()).map(({ at }) => at)).toEqual([monday, monday + 301 * day]);
  app.clock.advance(day);
  expect((await made()).map(({ at }) => at)).toEqual([monday + day, monday]);
});

test("a restore drill can't reach the order system, a calendar, or another system", async () => {
  const app = scratchApp();
  const { therapist } = await seedClinic(app);
  const { id: company_id } = await app.db.selectFrom("companies").select("id").executeTakeFirstOrThrow();
  const url_sealed = app.secrets.seal("https://calendar.example/busy.ics");
  const secret_sealed = app.secrets.seal("secret");
  await app.db
    .insertInto("calendars")
    .values({ therapist_id: therapist.id, kind: "ics", url_sealed, created_at: monday, due_at: monday })
    .execute();
  await app.db
    .insertInto("webhook_endpoints")
    .values({
      company_id,
      url: "https://other.example",
      events: '["visit.booked"]',
      secret_sealed,
      created_at: monday,
    })
    .execute();
  const { name: database_name } = await app.db
    .selectFrom("databases")
    .select("name")
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto("note_settings")
    .values({ database_name, reason: 12, created_at: monday })
    .execute();
  await app.db
    .insertInto("order_system_notes")
    .values({
      database_name,
      message_id: "msg_1",
      type: "visit.submitted",
      subject: "visit 1",
      payload: "{}",
      status: "queued",
      due_at: monday,
      created_at: monday,
    })
    .execute();
  deleteOutgoing(app.config.dataDir);
  const after = new Database(join(app.config.dataDir, "firstnight.db"), { readonly: true });
  const count = (sql: string) => after.prepare(`select count(*) from ${sql}`).pluck().get();
  expect([count("calendars"), count("webhook_endpoints where off_at is null"), count("order_reads")]).toEqual(
    [0, 0, 0],
  );
  expect([count("note_settings where off_at is null"), count("order_system_notes")]).toEqual([0, 0]);
  after.close();
});

test("a restore is refused while a server is running, and the restore drill starts from the newest backup", async () => {
  const { app } = await startServer();
  const environment = { DATA_DIR: app.config.dataDir };
  const made = await runCommand(["backup"], environment);
  expect(made.output).toMatch(/rows, verified/);
  expect(made.code).toBe(0);
  const [newest] = await listBackups(app.config.backups.dir, app.clock.now());
  const over = await runCommand(["restore", newest?.file ?? "", "--replace", "--no-start"], environment);
  expect([over.code, over.output]).toEqual([
    1,
    expect.stringContaining("Another Firstnight server is running"),
  ]);
  const drill = await runCommand(["restore:drill"], environment);
  expect(drill.output).toMatch(/is complete\. It was served/);
  expect(drill.code).toBe(0);
});
