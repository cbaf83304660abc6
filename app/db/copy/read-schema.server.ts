import type Database from "better-sqlite3";

/** A statement's rows, each as a plain object. */
export type Select = (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** A table that holds rows of its own. */
export interface Table {
  name: string;
  sql: string;
  columns: string[];
  /** What its rows are ordered by, and told apart by. */
  key: string[];
}

/** What a database is made of, in the order in which a copy is built. */
export interface DatabaseSchema {
  tables: Table[];
  indexes: string[];
  /** Search indexes, which are built anew from the rows they index. */
  searches: { name: string; sql: string }[];
  triggers: string[];
  /** The table of migrations: without it a copy is not whole, and no program takes it for a database. */
  migrations: Table;
}

interface Piece {
  type: "table" | "index" | "trigger";
  name: string;
  sql: string;
}

/** Reads from a database file what it is made of. */
export function readSchema(database: Database.Database): DatabaseSchema {
  const pieces = database
    .prepare(
      "select type, name, sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by rowid",
    )
    .all() as Piece[];
  const searches = pieces.filter(({ sql }) => /^create virtual table/i.test(sql));
  const isOfSearch = ({ name }: Piece) =>
    searches.some((search) => name === search.name || name.startsWith(`${search.name}_`));
  const ofType = (wanted: Piece["type"]) => pieces.filter(({ type }) => type === wanted);
  const tables = ofType("table")
    .filter((piece) => !isOfSearch(piece))
    .map((piece) => tableOf(database, piece));
  const migrations = tables.find(({ name }) => name === "migrations");
  if (!migrations) throw new Error("The file has no table of migrations.");
  return {
    tables: tables.filter((table) => table !== migrations),
    indexes: ofType("index").map(({ sql }) => sql),
    searches,
    triggers: ofType("trigger").map(({ sql }) => sql),
    migrations,
  };
}

function tableOf(database: Database.Database, { name, sql }: Piece): Table {
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

/** A table's rows in the order of its key, by pages. */
export async function* pagesOf(select: Select, { name, columns, key }: Table, size: number) {
  const values = (count: number) => Array.from({ length: count }, () => "?").join(", ");
  const chosen = quoted([...new Set([...columns, ...key])]);
  let after: unknown[] | null = null;
  for (;;) {
    const where: string = after ? `where (${quoted(key)}) > (${values(key.length)})` : "";
    const rows = await select(
      `select ${chosen} from "${name}" ${where} order by ${quoted(key)} limit ${size}`,
      after ?? [],
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => columns.map((column) => row[column]));
    if (rows.length < size) return;
    after = key.map((column) => last[column]);
  }
}

/** The statement that puts so many rows into a table. */
export function insertInto({ name, columns }: Table, rows: number): string {
  const row = `(${columns.map(() => "?").join(", ")})`;
  return `insert into "${name}" (${quoted(columns)}) values ${Array.from({ length: rows }, () => row).join(", ")}`;
}
