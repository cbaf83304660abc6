import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { OwnConnectionsAdapter } from "../adapter.server";
import { RemoteConnection } from "./connection.server";
import type { ServerConnection } from "./server-connection.server";
import type { WriterQueue } from "./writer-queue.server";

interface Settings {
  /** Where questions are asked, in turn; changes are made over the first alone. */
  lines: readonly [ServerConnection, ...ServerConnection[]];
  /** Done before the first statement, and again before the next one where it fails. */
  prepare: () => Promise<void>;
  /** Of those who want to change something; null where nobody may. */
  turns: WriterQueue | null;
}

/** SQLite's language, spoken to a libSQL server; why it is our own stands in docs/decisions/024-libsql.md. */
export class RemoteDialect implements Dialect {
  readonly #settings: Settings;
  constructor(settings: Settings) {
    this.#settings = settings;
  }
  createAdapter = () => new OwnConnectionsAdapter();
  createQueryCompiler = () => new SqliteQueryCompiler();
  createIntrospector = (db: Kysely<unknown>) => new SqliteIntrospector(db);
  createDriver = () => new RemoteDriver(this.#settings);
}

class RemoteDriver implements Driver {
  readonly #settings: Settings;
  constructor(settings: Settings) {
    this.#settings = settings;
  }

  init = () => this.#settings.prepare();
  acquireConnection = async () => new RemoteConnection(this.#settings.lines, this.#settings.turns);
  beginTransaction = (connection: DatabaseConnection) => (connection as RemoteConnection).begin();
  commitTransaction = (connection: DatabaseConnection) => (connection as RemoteConnection).commit();
  rollbackTransaction = (connection: DatabaseConnection) => (connection as RemoteConnection).rollback();
  releaseConnection = async () => {};
  destroy = async () => {
    await Promise.all(this.#settings.lines.map((line) => line.close()));
  };
}
