import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { InArgs, ResultSet, Transaction } from "@libsql/client";
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import { isLost, isProgrammingError, programmingError, unreachable } from "../constraint-errors.server";
import type { ServerConnection } from "./server-connection.server";
import type { WriterQueue } from "./writer-queue.server";

// How often it is asked whether a commit went through whose answer was lost, and the pause between.
const mostLooks = 8;
const pause = 1000;

const isReading = ({ query, sql }: CompiledQuery) =>
  query.kind === "SelectQueryNode" ||
  (query.kind === "RawNode" && /^\s*(select|pragma|explain)\b/i.test(sql));

// Raw SQL may go on to change something after these words.
const isPerhapsReading = ({ query, sql }: CompiledQuery) =>
  query.kind === "RawNode" && /^\s*with\b/i.test(sql);

/**
 * What Kysely takes for a connection. A question outside of a transaction is asked again, of the next line,
 * where its answer is lost. Every change is a transaction that leaves a mark, so that it is known whether
 * it was made even where the answer to its commit is lost.
 */
export class RemoteConnection implements DatabaseConnection {
  readonly #lines: readonly [ServerConnection, ...ServerConnection[]];
  readonly #turns: WriterQueue | null;
  #open: { transaction: Transaction; changed: boolean; end: (() => void) | undefined } | null = null;

  /**
   * @param lines where questions are asked, in turn; changes are made over the first alone
   * @param turns of those who want to change something; null where nobody may
   */
  constructor(lines: readonly [ServerConnection, ...ServerConnection[]], turns: WriterQueue | null) {
    this.#lines = lines;
    this.#turns = turns;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const step = this.#steps[query.sql];
    if (step) return step().then(() => ({ rows: [] }));
    if (this.#open) return this.#inTransaction(query);
    if (isReading(query) || (!this.#turns && isPerhapsReading(query))) return this.#read(query);
    if (!this.#turns) throw new Error("attempt to write a readonly database");
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

  // biome-ignore lint/correctness/useYield: Kysely wants the method, and nobody here calls it.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error("A database server is asked page by page.");
  }

  /** Somebody may hold a connection and say these words themselves. */
  readonly #steps: Record<string, () => Promise<void>> = {
    begin: () => this.begin(),
    commit: () => this.commit(),
    rollback: () => this.rollback(),
  };

  async begin(): Promise<void> {
    const end = await this.#turns?.next();
    try {
      const transaction = await this.#lines[0].begin(this.#turns ? "write" : "read");
      this.#open = { transaction, changed: false, end };
    } catch (error) {
      end?.();
      throw isLost(error) ? unreachable("nothing-saved") : error;
    }
  }

  async commit(): Promise<void> {
    const { transaction, changed } = this.#current();
    const mark = randomUUID();
    let why: unknown;
    try {
      // Sent together with the commit, which costs no further way there and back.
      if (changed) transaction.execute({ sql: leaveMark, args: [mark] }).catch((error) => (why = error));
      await this.#lines[0].wait(transaction.commit());
    } catch (error) {
      transaction.close();
      if (isProgrammingError(why)) throw programmingError();
      if (!isLost(error)) throw error;
      if (!changed) throw unreachable("reading");
      if (!(await this.#wasCommitted(mark))) throw unreachable("nothing-saved");
    } finally {
      this.#leave();
    }
  }

  async rollback(): Promise<void> {
    if (!this.#open) return;
    const { transaction } = this.#open;
    // A server that does not hear it takes the transaction back by itself, as the connection is closed.
    await this.#lines[0].wait(transaction.rollback()).catch(() => transaction.close());
    this.#leave();
  }

  #current() {
    if (!this.#open) throw new Error("There is no transaction.");
    return this.#open;
  }

  #leave(): void {
    this.#open?.end?.();
    this.#open = null;
  }

  async #inTransaction<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const open = this.#current();
    open.changed ||= !isReading(query);
    try {
      return resultOf(await this.#lines[0].wait(open.transaction.execute(statementOf(query))));
    } catch (error) {
      if (!isLost(error)) throw error;
      open.transaction.close();
      throw unreachable("nothing-saved");
    }
  }

  async #read<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    for (const line of this.#lines) {
      try {
        return resultOf(await line.ask((client) => client.execute(statementOf(query))));
      } catch (error) {
        if (!isLost(error)) throw error;
      }
    }
    throw unreachable("reading");
  }

  /**
   * Looks for the mark of a commit whose answer was lost. The look takes the right to write, which it gets
   * only once nothing of the lost transaction can come any more: a mark that is not there then never will be.
   *
   * @throws Refusal where that can't be found out
   */
  async #wasCommitted(mark: string): Promise<boolean> {
    for (let look = 0; look < mostLooks; look++) {
      let transaction: Transaction | undefined;
      try {
        transaction = await this.#lines[0].begin("write");
        const { rows } = await this.#lines[0].wait(transaction.execute({ sql: findMark, args: [mark] }));
        return rows.length > 0;
      } catch (error) {
        if (!isLost(error)) throw error;
        await sleep(pause);
      } finally {
        transaction?.close();
      }
    }
    throw unreachable("perhaps-saved");
  }
}

// A server that was started anew may have forgotten that it must keep what it acknowledges through a power cut: then
// the mark has no time, and takes the transaction back.
const leaveMark =
  "insert or rollback into commit_marks (id, made_at) select ?, case synchronous when 2 then unixepoch() * 1000 end from pragma_synchronous";
const findMark = "select 1 from commit_marks where id = ?";

const statementOf = ({ sql, parameters }: CompiledQuery) => ({ sql, args: parameters as InArgs });

function resultOf<Row>({ rows, rowsAffected, lastInsertRowid }: ResultSet): QueryResult<Row> {
  return {
    rows: rows as Row[],
    numAffectedRows: BigInt(rowsAffected),
    ...(lastInsertRowid !== undefined && { insertId: lastInsertRowid }),
  };
}
