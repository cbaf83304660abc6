import type { ReadStream } from "node:fs";
import type { App } from "~/boot/app.server";
import type { ImportCounts, RowProblem } from "../order-row";
import type { LineProblem } from "./import-orders.server";

const mostProblems = 5000;
const linesBetween = 2000;
const problemsAtOnce = 200;

export class ImportProgress {
  goodRows = 0;
  badLines = 0;
  flaggedLines = 0;
  readonly #app: App;
  readonly #id: number;
  readonly #file: ReadStream;
  #lines = 0;
  #kept = 0;
  #waiting: LineProblem[] = [];

  constructor(app: App, id: number, file: ReadStream) {
    this.#app = app;
    this.#id = id;
    this.#file = file;
  }

  /** @param isImported if only the values that have problems are left out */
  addProblems(line: number, problems: RowProblem[], isImported: boolean): void {
    if (isImported) this.flaggedLines += 1;
    else this.badLines += 1;
    const stored = problems.slice(0, Math.max(0, mostProblems - this.#kept));
    this.#kept += stored.length;
    this.#waiting.push(...stored.map((problem) => ({ line, ...problem })));
  }

  async step(): Promise<void> {
    this.#lines += 1;
    const isDue = this.#lines % linesBetween === 0 || this.#waiting.length >= problemsAtOnce;
    if (isDue) await this.save();
  }

  async save(tally?: ImportCounts): Promise<void> {
    const problems = this.#waiting;
    this.#waiting = [];
    await this.#app.db.transaction().execute(async (trx) => {
      await trx
        .updateTable("imports")
        .set({
          bytes_read: this.#file.bytesRead,
          good_rows: this.goodRows,
          bad_lines: this.badLines,
          flagged_lines: this.flaggedLines,
          ...tally,
        })
        .where("id", "=", this.#id)
        .execute();
      if (problems.length === 0) return;
      await trx
        .insertInto("import_problems")
        .values(problems.map((problem) => ({ import_id: this.#id, ...problem })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
  }
}
