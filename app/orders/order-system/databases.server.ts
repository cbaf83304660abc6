import type { App } from "~/boot/app.server";
import { sortedByName } from "~/core/by-name";
import { Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import { openCredentials } from "./order-systems.server";

const databases = (db: Db) =>
  db
    .selectFrom("databases")
    .innerJoin("companies", "companies.id", "databases.company_id")
    .leftJoin("order_systems", "order_systems.database_name", "databases.name")
    .leftJoin("order_reads", "order_reads.database_name", "databases.name");

export async function listDatabaseNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("databases").select("name").orderBy("name").limit(500).execute();
  return sortedByName(rows).map(({ name }) => name);
}

export async function listDatabases({ reads, config }: Pick<App, "reads" | "config">) {
  const rows = await databases(reads)
    .select([
      "databases.name",
      "companies.name as company",
      "order_systems.kind",
      "order_systems.bt_org",
      "order_reads.ended_at",
      "order_reads.problem",
    ])
    .execute();
  return sortedByName(rows).map(({ kind, ...row }) => ({ ...row, kind: kind ?? config.orderSystem }));
}

export type Database = Awaited<ReturnType<typeof findDatabase>>;

export async function findDatabase(app: App, name: string) {
  const row = await databases(app.reads)
    .selectAll("order_systems")
    .select(["databases.name", "companies.name as company"])
    .where("databases.name", "=", name)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Database not found."));
  const { credentials_sealed: sealed, kind, database_name, ...settings } = row;
  return {
    ...settings,
    kind: kind ?? app.config.orderSystem,
    user_name: sealed === null ? null : openCredentials(app, sealed).userName,
  };
}

export function findLastSync(db: Db, name: string) {
  return db
    .selectFrom("order_reads")
    .select(["read_until", "due_at", "ended_at", "problem", "inserted", "updated", "outside"])
    .where("database_name", "=", name)
    .executeTakeFirst();
}
