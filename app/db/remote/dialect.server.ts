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
  /** Tried in order for reads; writes use only the first. */
  connections: readonly [ServerConnection, ...ServerConnection[]];
  prepare: () => Promise<void>;
  /** Null for read-only connections. */
  writers: WriterQueue | null;
}

/** SQLite's dialect over a libSQL server. docs/decisions/024-libsql.md explains why we wrote our own. */
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
  acquireConnection = async () => new RemoteConnection(this.#settings.connections, this.#settings.writers);
  beginTransaction = (connection: DatabaseConnection) => (connection as RemoteConnection).begin();
  commitTransaction = (connection: DatabaseConnection) => (connection as RemoteConnection).commit();
  rollbackTransaction = (connection: DatabaseConnection) => (connection as RemoteConnection).rollback();
  releaseConnection = async () => {};
  destroy = async () => {
    await Promise.all(this.#settings.connections.map((connection) => connection.close()));
  };
}
