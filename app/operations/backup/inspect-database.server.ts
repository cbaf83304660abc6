import type Database from "better-sqlite3";
import { Refusal } from "~/core/refusal";
import type { Manifest } from "./backups.server";

type Inspected = Pick<Manifest, "migration" | "rows" | "audit">;

export function inspectDatabase(database: Database.Database): Inspected {
  const broken = (found: unknown) =>
    new Refusal("invalid", `The database is damaged, so it can't be backed up: ${found}`);
  // A full check also verifies the indexes, but the copy's indexes are new.
  const found = database.pragma("quick_check(1)", { simple: true });
  if (found !== "ok") throw broken(found);
  const [orphan] = database.pragma("foreign_key_check") as { table: string }[];
  if (orphan) throw broken(`a row in ${orphan.table} refers to a missing row.`);
  const pluck = (sql: string) => database.prepare(sql).pluck();
  const tables = pluck(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
  ).all() as string[];
  return {
    migration: pluck("select max(name) from migrations").get() as string,
    rows: Object.fromEntries(
      tables.map((table) => [table, pluck(`select count(*) from "${table}"`).get() as number]),
    ),
    audit:
      (database.prepare("select id, hash from audit_log order by id desc limit 1").get() as
        | Manifest["audit"]
        | undefined) ?? null,
  };
}
