import type { BatchStep, InStmt, RowsResult, Stream } from "@libsql/hrana-client";
import { ConnectionLost, isLost } from "../database-errors.server";
import type { Hrana } from "./link.server";

interface Reserved {
  hrana: Hrana;
  stream: Stream;
  wait<Result>(result: Promise<Result>): Promise<Result>;
  giveBack(): void;
}

const openings = { read: "begin transaction readonly", write: "begin immediate" };

/**
 * Begins in the same round trip as its first statement. After a commit, its stream is kept for the next
 * transaction. After anything else it is closed, because a stream keeps the server's settings from when it was opened.
 */
export class RemoteTransaction {
  readonly #begin: string;
  readonly #reserve: () => Promise<Reserved>;
  #reserved: Promise<Reserved> | null = null;

  constructor(mode: keyof typeof openings, reserve: () => Promise<Reserved>) {
    this.#begin = openings[mode];
    this.#reserve = reserve;
  }

  async execute(statement: InStmt): Promise<RowsResult> {
    if (this.#reserved) return last(await this.#send(this.#reserved, [statement]));
    const both = [this.#begin, statement];
    this.#reserved = this.#reserve();
    try {
      return last(await this.#send(this.#reserved, both));
    } catch (error) {
      const { stream } = await this.#reserved;
      // The server restarted while the stream was held. Nothing has been changed yet.
      if (!isLost(error) || !stream.client().closed) throw error;
      this.#reserved = this.#reserve();
      return last(await this.#send(this.#reserved, both));
    }
  }

  /** Runs several statements and ignores their results. */
  async sequence(sql: string): Promise<void> {
    if (!this.#reserved) throw new Error("The transaction has not begun.");
    const { stream, wait } = await this.#reserved;
    await wait(stream.sequence(sql));
  }

  /** @param statements run in the same round trip; if one fails, nothing is committed */
  async commit(...statements: InStmt[]): Promise<void> {
    if (!this.#reserved) return;
    await this.#send(this.#reserved, [...statements, "commit"]);
    (await this.#reserved).giveBack();
  }

  /** If the server doesn't receive the rollback, closing the stream also rolls back. */
  async rollback(): Promise<void> {
    if (!this.#reserved) return;
    const { stream, wait } = await this.#reserved;
    await wait(stream.run("rollback")).catch(() => {});
    stream.close();
  }

  close(): void {
    this.#reserved?.then(({ stream }) => stream.close()).catch(() => {});
  }

  /** Each statement runs only if the previous one succeeded and the server hasn't ended the transaction. */
  async #send(reserved: Promise<Reserved>, statements: InStmt[]): Promise<RowsResult[]> {
    const { hrana, stream, wait } = await reserved;
    const { BatchCond } = hrana;
    const batch = stream.batch();
    const isOpen = BatchCond.not(BatchCond.isAutocommit(batch));
    let before: BatchStep | undefined;
    const results = statements.map((statement) => {
      const step = batch.step();
      if (before) step.condition(BatchCond.ok(before));
      if (statement !== this.#begin) step.condition(isOpen);
      before = step;
      return step.query(statement);
    });
    // All results arrive together. The first error is thrown.
    const all = Promise.all(results);
    all.catch(() => {});
    await wait(batch.execute());
    const given = await wait(all);
    return given.map((result) => {
      if (!result) throw new ConnectionLost("The server has rolled back the transaction.");
      return result;
    });
  }
}

function last(results: RowsResult[]): RowsResult {
  const result = results.at(-1);
  if (!result) throw new Error("There was no statement.");
  return result;
}
