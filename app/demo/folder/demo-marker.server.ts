import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { sql } from "kysely";
import { day } from "~/core/time";
import { toOpeningError } from "~/db/database-errors.server";
import type { Db } from "~/db/open.server";
import type { Scale } from "../demo-size";

/** "FNdm" in the file's header. Only a demo database may be replaced. */
const applicationId = 0x464e646d;

/** The UTC day and the scale. SQLite leaves user_version to the application. */
const versionOf = (now: number, scale: Scale) =>
  Math.floor(now / day) * 10 + (scale.name === "large" ? 2 : 1);

export async function markDemo(trx: Db, now: number, scale: Scale): Promise<void> {
  await sql.raw(`pragma application_id = ${applicationId}`).execute(trx);
  await sql.raw(`pragma user_version = ${versionOf(now, scale)}`).execute(trx);
}

export function isDemoDatabase(file: string): boolean {
  if (!existsSync(file)) return false;
  let database: Database.Database | undefined;
  try {
    database = new Database(file);
    return database.pragma("application_id", { simple: true }) === applicationId;
  } catch (error) {
    throw toOpeningError(error, file);
  } finally {
    database?.close();
  }
}

export function classifyDatabase(
  file: string,
  now: number,
  scale: Scale,
): "this demo" | "another demo" | "something else" {
  const database = new Database(file);
  try {
    const empty = database.prepare("select count(*) from sqlite_master where name = 'users'").pluck();
    if (empty.get() === 0) return "another demo";
    if (database.pragma("application_id", { simple: true }) === applicationId) {
      const version = database.pragma("user_version", { simple: true });
      return version === versionOf(now, scale) ? "this demo" : "another demo";
    }
    const people = database.prepare("select exists (select 1 from users) or exists (select 1 from orders)");
    return people.pluck().get() === 0 ? "another demo" : "something else";
  } finally {
    database.close();
  }
}
