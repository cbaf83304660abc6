import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { Kysely, type LogEvent, type SqliteDatabase, SqliteDialect } from "kysely";
import { OwnConnectionsAdapter } from "./adapter.server";
import { toOpeningError, toServingError } from "./disk-errors.server";
import { JointCommits } from "./file/joint-commits.server";
import { cacheStatements } from "./file/statement-cache.server";
import { migrate } from "./migrate.server";
import type { Tables } from "./tables";

/** A connection or a transaction: functions take either, so that they compose. */
export type Db = Kysely<Tables>;

export interface DatabaseHandle {
  /** The one writing connection. */
  db: Db;
  /** A read-only connection beside it, which never waits for an open transaction. */
  reads: Db;
  /**
   * Reads for what is looked over and decides nothing: from a replica of the database server, where there is
   * one, which may lag behind. Otherwise the same as `reads`.
   */
  replicaReads: Db;
  /** Has a statement met damage in the file since it was opened? */
  isDamaged(): boolean;
  /** Checkpoints and closes them. */
  close(): Promise<void>;
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
  override createDriver() {
    return new JointCommits(this.#connection, this.#database, this.#onDamage);
  }
}

// What each connection must say of itself; better-sqlite3 falls back to NORMAL in WAL mode.
const writerSettings: Record<string, string | number> = {
  journal_mode: "wal",
  synchronous: 2,
  foreign_keys: 1,
  busy_timeout: 5000,
  trusted_schema: 0,
  cell_size_check: 1,
  // In kibibytes: room for the indexes that a long import writes all over.
  cache_size: -32_000,
};
const readerSettings: Record<string, string | number> = {
  query_only: 1,
  // KiB, negative by SQLite's convention: what many pages ask for stays in memory. The rest the system keeps.
  cache_size: -16_000,
  busy_timeout: 5000,
  trusted_schema: 0,
};

function settle(database: Database.Database, settings: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(settings)) database.pragma(`${name} = ${value}`);
  for (const [name, value] of Object.entries(settings)) {
    const actual = database.pragma(name, { simple: true });
    if (actual !== value) {
      throw new Error(`SQLite would not take ${name} = ${value}: it says ${String(actual)}.`);
    }
  }
}

/** Is told how long each statement took, in seconds, and on which connection. */
export type Timed = (connection: "write" | "read", seconds: number) => void;

export const timing = (timed: Timed, connection: Parameters<Timed>[0]) => (event: LogEvent) =>
  timed(connection, event.queryDurationMillis / 1000);

/**
 * Opens the database file, creating and migrating it as needed.
 *
 * @throws where a setting does not hold, or the file is newer than this program.
 */
export function openDatabase(file: string, timed: Timed = () => {}): DatabaseHandle {
  try {
    return openFile(file, timed);
  } catch (error) {
    throw toOpeningError(error, file);
  }
}

function openFile(file: string, timed: Timed): DatabaseHandle {
  mkdirSync(dirname(file), { recursive: true });
  const writer = new Database(file);
  settle(writer, writerSettings);
  migrate(writer);
  const reader = new Database(file, { readonly: true });
  settle(reader, readerSettings);
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
      // Kysely closes only a connection it has used; close() of a closed one does nothing.
      await reads.destroy();
      reader.close();
      tidy(writer);
      await db.destroy();
      writer.close();
    },
  };
}

/** A full disk lets nothing be tidied, and loses nothing by it: the log is read at the next start. */
function tidy(writer: Database.Database): void {
  try {
    writer.pragma("optimize");
    writer.pragma("wal_checkpoint(TRUNCATE)");
  } catch (error) {
    if (toServingError(error) === error) throw error;
  }
}
