import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { InStmt, InValue, RowsResult } from "@libsql/hrana-client";
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import {
  isLost,
  isProgrammingError,
  programmingError,
  toMoveRefusal,
  unreachable,
} from "../database-errors.server";
import type { ServerConnection } from "./server-connection.server";
import type { RemoteTransaction } from "./transaction.server";
import type { WriterQueue } from "./writer-queue.server";

// How many times to check whether a commit succeeded if its response is lost, and the pause between checks in ms.
const maxChecks = 8;
const pause = 1000;

const isReading = ({ query, sql }: CompiledQuery) =>
  query.kind === "SelectQueryNode" ||
  (query.kind === "RawNode" && /^\s*(select|pragma|explain)\b/i.test(sql));

// Raw SQL that begins with `with` can end in a write.
const mayBeReading = ({ query, sql }: CompiledQuery) => query.kind === "RawNode" && /^\s*with\b/i.test(sql);

/**
 * A connection for Kysely. If the response to a read outside a transaction is lost, the read is repeated over
 * the next connection. Every write is a transaction that leaves a mark. If the response to its commit is
 * lost, the mark shows whether it succeeded.
 */
export class RemoteConnection implements DatabaseConnection {
  readonly #connections: readonly [ServerConnection, ...ServerConnection[]];
  readonly #writers: WriterQueue | null;
  #open: { transaction: RemoteTransaction; changed: boolean; end: (() => void) | undefined } | null = null;

  /**
   * @param connections tried in order for reads; writes use only the first
   * @param writers null for a read-only connection
   */
  constructor(connections: readonly [ServerConnection, ...ServerConnection[]], writers: WriterQueue | null) {
    this.#connections = connections;
    this.#writers = writers;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const step = this.#steps[query.sql];
    if (step) return step().then(() => ({ rows: [] }));
    if (this.#open) return this.#inTransaction(query);
    if (isReading(query) || (!this.#writers && mayBeReading(query))) return this.#read(query);
    if (!this.#writers) throw new Error("attempt to write a readonly database");
    await this.begin();
    try {
      const result = await this.#inTransaction<Row>(query);
      await this.commit();
      return result;
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely requires the method; nothing calls it.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error("Streaming is not supported.");
  }

  readonly #steps: Record<string, () => Promise<void>> = {
    begin: () => this.begin(),
    commit: () => this.commit(),
    rollback: () => this.rollback(),
  };

  async begin(): Promise<void> {
    const end = await this.#writers?.next();
    const transaction = this.#connections[0].begin(this.#writers ? "write" : "read");
    this.#open = { transaction, changed: false, end };
  }

  async commit(): Promise<void> {
    const { transaction, changed } = this.#current();
    const mark = randomUUID();
    try {
      await transaction.commit(...(changed ? [leaveMark(mark)] : []));
    } catch (error) {
      transaction.close();
      if (isProgrammingError(error)) throw programmingError();
      if (!isLost(error)) throw error;
      if (!changed) throw unreachable("reading");
      if (!(await this.#wasCommitted(mark))) throw unreachable("nothing-saved");
    } finally {
      this.#finish();
    }
  }

  async rollback(): Promise<void> {
    await this.#open?.transaction.rollback().catch(() => {});
    this.#finish();
  }

  #current() {
    if (!this.#open) throw new Error("There is no transaction.");
    return this.#open;
  }

  #finish(): void {
    this.#open?.end?.();
    this.#open = null;
  }

  async #inTransaction<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const open = this.#current();
    open.changed ||= !isReading(query);
    try {
      return resultOf(await open.transaction.execute(statementOf(query)));
    } catch (error) {
      if (!isLost(error)) throw toMoveRefusal(error);
      open.transaction.close();
      throw unreachable("nothing-saved");
    }
  }

  async #read<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    for (const connection of this.#connections) {
      try {
        return resultOf(await connection.ask((stream) => stream.query(statementOf(query))));
      } catch (error) {
        if (!isLost(error)) throw error;
      }
    }
    throw unreachable("reading");
  }

  /**
   * The check is a write transaction, so it runs after the lost one has ended. If the mark is missing by then,
   * it will never appear.
   */
  async #wasCommitted(mark: string): Promise<boolean> {
    for (let check = 0; check < maxChecks; check++) {
      const transaction = this.#connections[0].begin("write");
      try {
        const { rows } = await transaction.execute([findMark, [mark]]);
        return rows.length > 0;
      } catch (error) {
        if (!isLost(error)) throw error;
        await sleep(pause);
      } finally {
        transaction.close();
      }
    }
    throw unreachable("perhaps-saved");
  }
}

// After a restart, the server may have lost its durability setting. The mark's time is then null, which rolls
// back the transaction.
const leaveMark = (mark: string): InStmt => [
  "insert or rollback into commit_marks (id, made_at) select ?, case synchronous when 2 then unixepoch() * 1000 end from pragma_synchronous",
  [mark],
];
const findMark = "select 1 from commit_marks where id = ?";

const statementOf = ({ sql, parameters }: CompiledQuery): InStmt => [sql, parameters as InValue[]];

/** A column named `length` (`visit_kinds.length`) is hidden in the client's rows, which have their own `length`. */
export function plainRows({ rows, columnNames }: RowsResult): Record<string, unknown>[] {
  if (!columnNames.includes("length")) return rows as object[] as Record<string, unknown>[];
  return rows.map((row) => Object.fromEntries(columnNames.map((name, index) => [name, row[index]])));
}

function resultOf<Row>(result: RowsResult): QueryResult<Row> {
  const { affectedRowCount, lastInsertRowid } = result;
  return {
    rows: plainRows(result) as Row[],
    numAffectedRows: BigInt(affectedRowCount),
    ...(lastInsertRowid !== undefined && { insertId: lastInsertRowid }),
  };
}
