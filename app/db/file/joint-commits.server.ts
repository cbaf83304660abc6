import type Database from "better-sqlite3";
import { CompiledQuery, type DatabaseConnection, type SqliteDatabase, SqliteDriver } from "kysely";
import { isDamage, toServingError } from "../database-errors.server";

interface SharedConnection extends DatabaseConnection {
  transaction?: "first" | "joined" | "over";
}

interface Waiting {
  resolve(): void;
  reject(error: unknown): void;
}

const savepoint = "transaction_joined";

/** The transactions of one event loop iteration share a commit (docs/decisions/035-joint-commits.md). */
export class JointCommits extends SqliteDriver {
  readonly #database: Database.Database;
  readonly #onDamage: () => void;
  // Finished transactions that wait for the disk. While there are any, SQLite's transaction is open.
  #waiting: Waiting[] = [];
  #isInTransaction = false;
  #iterationEnded = false;
  // With Kysely's own lock, no transaction could join before the commit.
  #isInUse = false;
  #queue: (() => void)[] = [];

  constructor(connection: Database.Database, database: SqliteDatabase, onDamage: () => void) {
    super({ database });
    this.#database = connection;
    this.#onDamage = onDamage;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isInUse) await new Promise<void>((resolve) => this.#queue.push(resolve));
    this.#isInUse = true;
    const connection = await super.acquireConnection();
    const held: SharedConnection = {
      executeQuery: async <Result>(query: CompiledQuery) => {
        // A statement outside a transaction commits immediately, along with everything before it.
        if (!held.transaction) this.#commit();
        try {
          return await connection.executeQuery<Result>(query);
        } catch (error) {
          throw this.#toServed(error);
        }
      },
      streamQuery: (query, chunk) => connection.streamQuery(query, chunk),
    };
    return held;
  }

  // A deferred transaction that reads before it writes fails if another process writes
  // (docs/decisions/003-sqlite.md).
  override async beginTransaction(held: SharedConnection): Promise<void> {
    const joins = this.#waiting.length > 0;
    held.transaction = joins ? "joined" : "first";
    await held.executeQuery(CompiledQuery.raw(joins ? `savepoint ${savepoint}` : "begin immediate"));
    this.#isInTransaction = true;
  }

  override async commitTransaction(held: SharedConnection): Promise<void> {
    if (held.transaction === "joined") await held.executeQuery(CompiledQuery.raw(`release ${savepoint}`));
    const safe = new Promise<void>((resolve, reject) => this.#waiting.push({ resolve, reject }));
    if (this.#waiting.length === 1) setImmediate(() => this.#endIteration());
    await this.#finish(held);
    await safe;
  }

  /** On a full disk, SQLite has already rolled everything back. */
  override async rollbackTransaction(held: SharedConnection): Promise<void> {
    if (held.transaction === "over") return;
    if (this.#database.inTransaction) {
      const joined = held.transaction === "joined";
      this.#database.exec(joined ? `rollback to ${savepoint}; release ${savepoint}` : "rollback");
    }
    await this.#finish(held);
  }

  override async releaseConnection(held?: SharedConnection): Promise<void> {
    if (held?.transaction !== "over") this.#release();
  }

  #release(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#isInUse = false;
  }

  async #finish(held: SharedConnection): Promise<void> {
    held.transaction = "over";
    this.#isInTransaction = false;
    if (this.#iterationEnded) this.#commit();
    this.#release();
  }

  #endIteration(): void {
    this.#iterationEnded = true;
    if (!this.#isInTransaction) this.#commit();
  }

  #commit(): void {
    this.#iterationEnded = false;
    if (this.#waiting.length === 0) return;
    try {
      this.#database.prepare("commit").run();
      for (const { resolve } of this.#waiting.splice(0)) resolve();
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec("rollback");
      this.#toServed(error);
    }
  }

  /** If SQLite rolled back the shared transaction, every waiting transaction has failed. */
  #toServed(error: unknown): unknown {
    if (isDamage(error)) this.#onDamage();
    const served = toServingError(error);
    if (!this.#database.inTransaction) for (const { reject } of this.#waiting.splice(0)) reject(served);
    return served;
  }
}
