import type Database from "better-sqlite3";
import { CompiledQuery, type DatabaseConnection, type SqliteDatabase, SqliteDriver } from "kysely";
import { isDamage, toServingError } from "../disk-errors.server";

/** Who has the connection, for one transaction or for a statement alone. */
interface Held extends DatabaseConnection {
  transaction?: "first" | "joined" | "over";
}

interface Waiting {
  resolve(): void;
  reject(error: unknown): void;
}

const savepoint = "transaction_joined";

/**
 * Lets the transactions of one turn of the event loop share a commit, which is what waits for the disk. Each is
 * answered once that commit is safe, and one that is taken back takes no other along; why this keeps every
 * promise stands in docs/decisions/035-joint-commits.md.
 */
export class JointCommits extends SqliteDriver {
  readonly #database: Database.Database;
  readonly #onDamage: () => void;
  // Transactions that are over and wait for the disk. Where there is one, SQLite's own transaction is open.
  #waiting: Waiting[] = [];
  #isOneUnderWay = false;
  #turnIsOver = false;
  // Kysely's own lock would hold the connection until a commit is safe, and no transaction could join.
  #isTaken = false;
  #queue: (() => void)[] = [];

  constructor(connection: Database.Database, database: SqliteDatabase, onDamage: () => void) {
    super({ database });
    this.#database = connection;
    this.#onDamage = onDamage;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#queue.push(resolve));
    this.#isTaken = true;
    const connection = await super.acquireConnection();
    const held: Held = {
      executeQuery: async <Result>(query: CompiledQuery) => {
        // A statement alone is safe when it returns, and so is all that was written before it.
        if (!held.transaction) this.#commit();
        try {
          return await connection.executeQuery<Result>(query);
        } catch (error) {
          throw this.#served(error);
        }
      },
      streamQuery: (query, chunk) => connection.streamQuery(query, chunk),
    };
    return held;
  }

  // A deferred transaction that reads and then writes fails under a second process; see the
  // durability facts in docs/decisions/003-sqlite.md.
  override async beginTransaction(held: Held): Promise<void> {
    const joins = this.#waiting.length > 0;
    held.transaction = joins ? "joined" : "first";
    await held.executeQuery(CompiledQuery.raw(joins ? `savepoint ${savepoint}` : "begin immediate"));
    this.#isOneUnderWay = true;
  }

  override async commitTransaction(held: Held): Promise<void> {
    if (held.transaction === "joined") await held.executeQuery(CompiledQuery.raw(`release ${savepoint}`));
    const safe = new Promise<void>((resolve, reject) => this.#waiting.push({ resolve, reject }));
    if (this.#waiting.length === 1) setImmediate(() => this.#endTurn());
    await this.#leave(held);
    await safe;
  }

  /** On a full disk SQLite has taken everything back by itself. */
  override async rollbackTransaction(held: Held): Promise<void> {
    if (held.transaction === "over") return;
    if (this.#database.inTransaction) {
      const joined = held.transaction === "joined";
      this.#database.exec(joined ? `rollback to ${savepoint}; release ${savepoint}` : "rollback");
    }
    await this.#leave(held);
  }

  override async releaseConnection(held?: Held): Promise<void> {
    if (held?.transaction !== "over") this.#release();
  }

  #release(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#isTaken = false;
  }

  /** The next one may have the connection before this one is safe. */
  async #leave(held: Held): Promise<void> {
    held.transaction = "over";
    this.#isOneUnderWay = false;
    if (this.#turnIsOver) this.#commit();
    this.#release();
  }

  #endTurn(): void {
    this.#turnIsOver = true;
    if (!this.#isOneUnderWay) this.#commit();
  }

  #commit(): void {
    this.#turnIsOver = false;
    if (this.#waiting.length === 0) return;
    try {
      this.#database.prepare("commit").run();
      for (const { resolve } of this.#waiting.splice(0)) resolve();
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec("rollback");
      this.#served(error);
    }
  }

  /** What took the whole transaction back took it from all who wait. */
  #served(error: unknown): unknown {
    if (isDamage(error)) this.#onDamage();
    const served = toServingError(error);
    if (!this.#database.inTransaction) for (const { reject } of this.#waiting.splice(0)) reject(served);
    return served;
  }
}
