import { stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { DatabaseServer } from "~/core/settings/database.server";
import { minute } from "~/core/time";
import { checkWritable } from "~/db/check-writable.server";
import { inspectBackups } from "../backup/backups.server";
import { onServer, whyLastFailed } from "../backup/start-backups.server";
import { damagedDatabase, durationText, type HealthCheck, sizeText } from "./health-check";

type Seen = Pick<App, "db" | "reads" | "clock" | "config" | "isDamaged">;

export async function checkDatabase(app: Seen): Promise<HealthCheck[]> {
  const own = app.config.database
    ? [await checkServer(app, app.config.database)]
    : [...checkFile(app), await checkDisk(app), await checkBackups(app)];
  return [...own, await checkClock(app)];
}

/** Empty for a file without errors, because every backup reads all of it. */
function checkFile({ isDamaged }: Seen): HealthCheck[] {
  return isDamaged() ? [{ name: "Database", state: "bad", says: damagedDatabase }] : [];
}

const slowWay = 30;

async function checkServer({ db, reads }: Seen, { url }: DatabaseServer): Promise<HealthCheck> {
  const began = performance.now();
  await sql`select 1`.execute(reads);
  const milliseconds = Math.ceil(performance.now() - began);
  try {
    await checkWritable(db);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { name: "Database", state: "bad", says: error.message };
  }
  const says = `The database is on ${new URL(url).host}, which responds within ${milliseconds} ms. ${onServer}`;
  return { name: "Database", state: milliseconds > slowWay ? "warn" : "good", says };
}

async function checkDisk({ config }: Seen): Promise<HealthCheck> {
  const bytesOf = (name: string) =>
    stat(join(config.dataDir, name)).then(
      ({ size }) => size,
      () => 0,
    );
  const size = (await bytesOf("firstnight.db")) + (await bytesOf("firstnight.db-wal"));
  const { bavail, bsize } = await statfs(config.dataDir);
  const free = bavail * bsize;
  const says = `The database is ${sizeText(size)}; ${sizeText(free)} are free on its disk.`;
  if (free < Math.max(size / 4, 100e6)) {
    return { name: "Disk", state: "bad", says: `${says} Free up space: a full disk stops all bookings.` };
  }
  if (free < size * 2) {
    return { name: "Disk", state: "warn", says: `${says} Soon there may not be enough space for a backup.` };
  }
  return { name: "Disk", state: "good", says };
}

async function checkBackups({ clock, config }: Seen): Promise<HealthCheck> {
  const { dir, every } = config.backups;
  const { backups, trouble } = await inspectBackups(dir, clock.now());
  const [newest] = backups;
  const name = "Backup";
  if (trouble) return { name, state: "bad", says: trouble };
  const failed = whyLastFailed(config);
  if (failed) {
    const last = newest
      ? `The newest is ${durationText(clock.now() - newest.at)} old.`
      : "There is no backup.";
    return { name, state: "bad", says: `The last try failed: ${failed} ${last}` };
  }
  if (!newest) {
    return { name, state: every === null ? "bad" : "warn", says: `There is no backup in ${dir} yet.` };
  }
  const age = clock.now() - newest.at;
  const says = `The newest is ${durationText(age)} old and ${sizeText(newest.bytes)} in size.`;
  if (every === null) {
    return {
      name,
      state: "warn",
      says: `${says} No automatic backups are made because BACKUP_EVERY is off.`,
    };
  }
  if (age > 2 * every)
    return { name, state: "bad", says: `${says} It should be less than ${durationText(every)}.` };
  return { name, state: "good", says };
}

// The newest row may have been written with the wrong time.
const lookedBack = 500;

async function checkClock({ reads, clock }: Seen): Promise<HealthCheck> {
  const rows = await reads
    .selectFrom("audit_log")
    .select("created_at")
    .orderBy("id", "desc")
    .limit(lookedBack)
    .execute();
  const ahead = Math.max(0, ...rows.map((row) => row.created_at)) - clock.now();
  const name = "Clock";
  if (ahead > minute) {
    return {
      name,
      state: "bad",
      says: `This server's clock went back: the audit log has an entry dated ${durationText(ahead)} from now. Set the clock.`,
    };
  }
  return { name, state: "good", says: "The server's clock has not moved backward." };
}
