import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import {
  Kysely,
  type LimitNode,
  type LogEvent,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  ValueNode,
} from "kysely";
import { LRUCache } from "lru-cache";
import { OwnConnectionsAdapter } from "./adapter.server";
import { toOpeningError, toServingError } from "./database-errors.server";
import { JointCommits } from "./file/joint-commits.server";
import { migrate } from "./migrate.server";
import { refuseUnsafeSqlite } from "./sqlite-version.server";
import type { Tables } from "./tables";

const maxStatements = 500;

// Bulk inserts have a different length each time and aren't worth caching.
const maxLength = 8000;

export type Db = Kysely<Tables>;

export interface DatabaseHandle {
  db: Db;
  reads: Db;
  replicaReads: Db;
  isDamaged(): boolean;
  close(): Promise<void>;
}

/**
 * SQLite's planner looks at the values of bare parameters in joins and limits, and so compiles the statement again for
 * each new value, which takes longer than most statements run. It doesn't look behind a sign.
 */
class PlanOnceCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return "+?";
  }

  /** Planning uses the number: reading an index in order is only cheap if few rows are wanted. */
  protected override visitLimit({ limit }: LimitNode): void {
    this.append("limit ");
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) this.append(String(limit.value));
    else this.visitNode(limit);
  }
}

class FileDialect extends SqliteDialect {
  readonly #connection: Database.Database;
  readonly #database: SqliteDatabase;
  readonly #onDamage: () => void;
  constructor(connection: Database.Database, onDamage: () => void) {
    const database = cacheStatements(connection);
    super({ database });
    this.#connection = connection;
    this.#database = database;
    this.#onDamage = onDamage;
  }
  override createAdapter() {
    return new OwnConnectionsAdapter();
  }
  override createQueryCompiler() {
    return new PlanOnceCompiler();
  }
  override createDriver() {
    return new JointCommits(this.#connection, this.#database, this.#onDamage);
  }
}

// better-sqlite3 sets synchronous to NORMAL in WAL mode.
const writerSettings: Record<string, string | number> = {
  journal_mode: "wal",
  synchronous: 2,
  foreign_keys: 1,
  busy_timeout: 5000,
  trusted_schema: 0,
  cell_size_check: 1,
  // In KiB; SQLite expects a negative number. A long import writes to all parts of the indexes.
  cache_size: -32_000,
};
const readerSettings: Record<string, string | number> = {
  query_only: 1,
  cache_size: -16_000,
  busy_timeout: 5000,
  trusted_schema: 0,
};

function applySettings(database: Database.Database, settings: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(settings)) database.pragma(`${name} = ${value}`);
  for (const [name, value] of Object.entries(settings)) {
    const actual = database.pragma(name, { simple: true });
    if (actual !== value) {
      throw new Error(`SQLite did not accept ${name} = ${value}. It uses ${String(actual)}.`);
    }
  }
}

export type Timed = (connection: "write" | "read", seconds: number) => void;

export const timing = (timed: Timed, connection: Parameters<Timed>[0]) => (event: LogEvent) =>
  timed(connection, event.queryDurationMillis / 1000);

interface Opening {
  /** False if Litestream decides when the write-ahead log is emptied. */
  emptiesLog?: boolean;
  /** May refuse to upgrade a database that has data. */
  beforeUpgrade?(database: Database.Database): void;
}

/** @throws if SQLite is too old or refuses a setting, or the file is from a newer version */
export function openDatabase(
  file: string,
  timed: Timed = () => {},
  { emptiesLog = true, beforeUpgrade }: Opening = {},
): DatabaseHandle {
  try {
    return openFile(file, timed, { emptiesLog, beforeUpgrade });
  } catch (error) {
    throw toOpeningError(error, file);
  }
}

function openFile(file: string, timed: Timed, { emptiesLog, beforeUpgrade }: Opening): DatabaseHandle {
  refuseUnsafeSqlite();
  mkdirSync(dirname(file), { recursive: true });
  const writer = new Database(file);
  applySettings(writer, emptiesLog ? writerSettings : { ...writerSettings, wal_autocheckpoint: 0 });
  try {
    migrate(writer, undefined, beforeUpgrade);
  } catch (error) {
    writer.close();
    throw error;
  }
  const reader = new Database(file, { readonly: true });
  applySettings(reader, readerSettings);
  let damaged = false;
  const onDamage = () => {
    damaged = true;
  };
  const db = new Kysely<Tables>({ dialect: new FileDialect(writer, onDamage), log: timing(timed, "write") });
  const reads = new Kysely<Tables>({
    dialect: new FileDialect(reader, onDamage),
    log: timing(timed, "read"),
  });
  return {
    db,
    reads,
    replicaReads: reads,
    isDamaged: () => damaged,
    async close() {
      // Kysely closes only a connection that it has used. Closing a closed connection does nothing.
      await reads.destroy();
      reader.close();
      optimize(writer, emptiesLog ?? true);
      await db.destroy();
      writer.close();
    },
  };
}

/** On a full disk this fails without losing anything, because the WAL is read at the next start. */
function optimize(writer: Database.Database, emptiesLog: boolean): void {
  try {
    writer.pragma("optimize");
    if (emptiesLog) writer.pragma("wal_checkpoint(TRUNCATE)");
  } catch (error) {
    if (toServingError(error) === error) throw error;
  }
}

export function cacheStatements(database: Database.Database): SqliteDatabase {
  const cache = new LRUCache<string, Database.Statement>({ max: maxStatements });
  return {
    prepare(sql: string) {
      if (sql.length > maxLength) return database.prepare(sql);
      const cached = cache.get(sql);
      if (cached && !cached.busy) return cached;
      const statement = database.prepare(sql);
      if (!cached) cache.set(sql, statement);
      return statement;
    },
    close: () => database.close(),
  } as SqliteDatabase;
}
