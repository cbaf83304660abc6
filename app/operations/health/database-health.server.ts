import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import { Gauge } from "prom-client";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { DatabaseServer } from "~/core/settings/database.server";
import { minute } from "~/core/time";
import { canLoseCommits } from "~/db/sqlite-version.server";
import { inspectBackups } from "../backup/backups.server";
import { onServer, whyLastFailed } from "../backup/start-backups.server";
import { databaseSize } from "../database-size.server";
import { checkReplication } from "../standby/watch-replication.server";
import { checkWritable } from "./check-writable.server";
import { damagedDatabase, durationText, type HealthCheck, resultOf, sizeText } from "./health-check";

type Seen = Pick<App, "db" | "reads" | "clock" | "config" | "isDamaged">;

export async function checkDatabase(app: Seen): Promise<HealthCheck[]> {
  const checks = app.config.database
    ? [await checkServer(app, app.config.database), ...(await checkServerVersion(app))]
    : [...checkFile(app), await checkDisk(app), await checkBackups(app), ...(await checkReplication(app))];
  return [...checks, await checkClock(app)];
}

/** Reports nothing if the file is intact: every backup already reads the whole file. */
const checkFile = ({ isDamaged }: Seen): HealthCheck[] =>
  isDamaged() ? [resultOf("Database")("bad", damagedDatabase)] : [];

/** In milliseconds. */
const slowResponse = 30;

async function checkServer({ db, reads }: Seen, { url }: DatabaseServer): Promise<HealthCheck> {
  const result = resultOf("Database");
  const began = performance.now();
  await sql`select 1`.execute(reads);
  const milliseconds = Math.ceil(performance.now() - began);
  try {
    await checkWritable(db);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return result("bad", error.message);
  }
  const message = `The database is on ${new URL(url).host}, which responded in ${milliseconds} ms. ${onServer}`;
  return result(milliseconds > slowResponse ? "warn" : "good", message);
}

/** Reports nothing if the server's SQLite is safe. */
async function checkServerVersion({ reads }: Seen): Promise<HealthCheck[]> {
  const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(reads);
  const version = rows[0]?.version ?? "";
  if (!canLoseCommits(version)) return [];
  return [
    resultOf("Database server version")(
      "warn",
      `The database server contains SQLite ${version}, which in rare cases can lose changes that were saved. As of November 2026, no release of the server fixes this. Back up the server often. A database file doesn't have this fault (docs/scaling.md).`,
    ),
  ];
}

async function checkDisk({ config }: Seen): Promise<HealthCheck> {
  const result = resultOf("Disk");
  const { database, log } = await databaseSize(config);
  const size = database + log;
  const { bavail, bsize } = await statfs(config.dataDir);
  const free = bavail * bsize;
  const sizes = `The database is ${sizeText(size)}; ${sizeText(free)} is free on its disk.`;
  if (free < Math.max(size / 4, 100e6)) {
    return result("bad", `${sizes} Free up space: a full disk stops all bookings.`);
  }
  return free < size * 2
    ? result("warn", `${sizes} Soon there may not be enough space for a backup.`)
    : result("good", sizes);
}

export async function checkBackups({ clock, config }: Pick<App, "clock" | "config">): Promise<HealthCheck> {
  const result = resultOf("Backup", "/admin/settings/backups");
  const { dir, every } = config.backups;
  const { backups, trouble } = await inspectBackups(dir, clock.now());
  const [newest] = backups;
  if (trouble) return result("bad", trouble);
  const age = newest && clock.now() - newest.at;
  const failed = whyLastFailed(config);
  if (failed) {
    const last = age === undefined ? "There is no backup." : `The newest backup is ${durationText(age)} old.`;
    return result("bad", `The last attempt failed: ${failed} ${last}`);
  }
  if (!newest || age === undefined) {
    return result(every === null ? "bad" : "warn", `There is no backup in ${dir} yet.`);
  }
  const facts = `The newest backup is ${durationText(age)} old and ${sizeText(newest.bytes)} in size.`;
  if (every === null) {
    return result("warn", `${facts} Automatic backups are off.`);
  }
  return age > 2 * every
    ? result("bad", `${facts} It should be less than ${durationText(every)} old.`)
    : result("good", facts);
}

// The newest entry may have been written while the clock was wrong.
const entriesRead = 500;

async function checkClock({ reads, clock }: Seen): Promise<HealthCheck> {
  const result = resultOf("Clock");
  const entries = await reads
    .selectFrom("audit_log")
    .select("created_at")
    .orderBy("id", "desc")
    .limit(entriesRead)
    .execute();
  const ahead = Math.max(0, ...entries.map(({ created_at }) => created_at)) - clock.now();
  if (ahead <= minute) return result("good", "The server's clock is correct.");
  return result(
    "bad",
    `This server's clock was set back: the audit log has an entry dated ${durationText(ahead)} from now. Correct the clock.`,
  );
}

export function measureDatabase({ config, clock, metrics, reads }: App): void {
  const registers = [metrics.registry];
  const bytesOnServer = () =>
    sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
      .execute(reads)
      .then(
        ({ rows }) => rows[0]?.bytes ?? 0,
        () => 0,
      );
  new Gauge({
    name: "firstnight_database_bytes",
    help: "Size of the database and of its write-ahead log.",
    labelNames: ["file"] as const,
    registers,
    async collect() {
      if (config.database) {
        this.set({ file: "database" }, await bytesOnServer());
        return;
      }
      const { database, log } = await databaseSize(config);
      this.set({ file: "database" }, database);
      this.set({ file: "log" }, log);
    },
  });
  new Gauge({
    name: "firstnight_backup_age_seconds",
    help: "Age of the newest backup; -1 if there is none.",
    registers,
    async collect() {
      const { backups } = await inspectBackups(config.backups.dir, clock.now());
      const [newest] = backups;
      this.set(newest ? (clock.now() - newest.at) / 1000 : -1);
    },
  });
}
