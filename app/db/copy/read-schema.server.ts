import type Database from "better-sqlite3";

export type Select = (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

export interface Table {
  name: string;
  sql: string;
  columns: string[];
  key: string[];
}

interface DatabaseSchema {
  tables: Table[];
  indexes: string[];
  searches: { name: string; sql: string }[];
  views: string[];
  triggers: string[];
  /** Copied last, so that an unfinished copy isn't used as a database. */
  migrations: Table;
}

interface SchemaEntry {
  type: "table" | "index" | "view" | "trigger";
  name: string;
  sql: string;
}

export function readSchema(database: Database.Database): DatabaseSchema {
  const entries = database
    .prepare(
      "select type, name, sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by rowid",
    )
    .all() as SchemaEntry[];
  const searches = entries.filter(({ sql }) => /^create virtual table/i.test(sql));
  const belongsToSearch = ({ name }: SchemaEntry) =>
    searches.some((search) => name === search.name || name.startsWith(`${search.name}_`));
  const ofType = (of: SchemaEntry["type"]) => entries.filter(({ type }) => type === of);
  const tables = ofType("table")
    .filter((entry) => !belongsToSearch(entry))
    .map((entry) => tableOf(database, entry));
  const migrations = tables.find(({ name }) => name === "migrations");
  if (!migrations) throw new Error("The file has no migrations table.");
  return {
    tables: tables.filter((table) => table !== migrations),
    indexes: ofType("index").map(({ sql }) => sql),
    searches,
    views: ofType("view").map(({ sql }) => sql),
    triggers: ofType("trigger").map(({ sql }) => sql),
    migrations,
  };
}

function tableOf(database: Database.Database, { name, sql }: SchemaEntry): Table {
  const columns = database.pragma(`table_info("${name}")`) as { name: string; pk: number }[];
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  return {
    name,
    sql,
    columns: columns.map((column) => column.name),
    key: key.length > 0 ? key.map((column) => column.name) : ["rowid"],
  };
}

const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(", ");

export async function* pagesOf(select: Select, { name, columns, key }: Table, size: number) {
  const values = (count: number) => Array.from({ length: count }, () => "?").join(", ");
  const selected = quoted([...new Set([...columns, ...key])]);
  let after: unknown[] | null = null;
  for (;;) {
    const where: string = after ? `where (${quoted(key)}) > (${values(key.length)})` : "";
    const rows = await select(
      `select ${selected} from "${name}" ${where} order by ${quoted(key)} limit ${size}`,
      after ?? [],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => columns.map((column) => row[column]));
    if (rows.length < size) return;
    after = key.map((column) => last[column]);
  }
}

export function insertInto({ name, columns }: Table, rows: number): string {
  const row = `(${columns.map(() => "?").join(", ")})`;
  return `insert into "${name}" (${quoted(columns)}) values ${Array.from({ length: rows }, () => row).join(", ")}`;
}
