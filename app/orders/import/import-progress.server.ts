import type { ReadStream } from "node:fs";
import type { App } from "~/boot/app.server";
import type { Row } from "~/db/tables";
import { type RowProblem, requiredColumns } from "../order-row";
import { ImportStopped } from "./import-changes.server";

const mostProblems = 5000;
const millisecondsBetween = 500;
const problemsAtOnce = 200;

const mayPrevent = new Set<string>([...requiredColumns, "line"]);

type Kind = Row<"import_problems">["kind"];

export class ImportProgress {
  goodRows = 0;
  badLines = 0;
  flaggedLines = 0;
  skippedLines = 0;
  /** Rows whose order had an earlier row. */
  repeatedRows = 0;
  readonly #app: App;
  readonly #work: Pick<Row<"imports">, "id" | "status">;
  readonly #file: ReadStream;
  #saved = performance.now();
  #kept = 0;
  #problems: Omit<Row<"import_problems">, "import_id">[] = [];
  #rows: { line: number; cells: string }[] = [];

  constructor(app: App, work: Pick<Row<"imports">, "id" | "status">, file: ReadStream) {
    this.#app = app;
    this.#work = work;
    this.#file = file;
  }

  /** @param given the row's cells by field */
  addProblems(line: number, problems: RowProblem[], kind: Kind, given: Record<string, string>): void {
    if (kind === "flagged") this.flaggedLines += 1;
    else if (kind === "refused") this.badLines += 1;
    // What prevents the import comes first. Other problems of the row matter after that.
    const preventing = problems.filter(({ field }) => mayPrevent.has(field));
    const shown = kind === "refused" && preventing.length > 0 ? preventing : problems;
    const stored = shown.slice(0, Math.max(0, mostProblems - this.#kept));
    if (stored.length === 0) return;
    this.#kept += stored.length;
    this.#problems.push(
      ...stored.map(({ field, error, missingDatabase = null }) => ({
        line,
        field,
        error,
        kind,
        missing_database: missingDatabase,
      })),
    );
    this.#rows.push({ line, cells: JSON.stringify(given) });
  }

  /** @throws ImportStopped */
  async step(): Promise<void> {
    const isDue =
      this.#problems.length >= problemsAtOnce || performance.now() - this.#saved > millisecondsBetween;
    if (isDue) await this.save();
  }

  /** @throws ImportStopped if someone stopped or discarded the import */
  async save(counts: Partial<Row<"imports">> = {}): Promise<void> {
    if (!(await this.#save(counts, [this.#work.status]))) throw new ImportStopped();
  }

  /** Saves the problems found until the import was stopped. */
  async saveStopped(): Promise<void> {
    await this.#save({}, ["stopped", "undoing"]);
  }

  async #save(counts: Partial<Row<"imports">>, statuses: Row<"imports">["status"][]): Promise<boolean> {
    const [problems, rows] = [this.#problems, this.#rows];
    this.#problems = [];
    this.#rows = [];
    this.#saved = performance.now();
    const { id: import_id } = this.#work;
    return this.#app.db.transaction().execute(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable("imports")
        .set({
          bytes_read: this.#file.bytesRead,
          good_rows: this.goodRows,
          bad_lines: this.badLines,
          flagged_lines: this.flaggedLines,
          skipped_lines: this.skippedLines,
          repeated_rows: this.repeatedRows,
          ...counts,
        })
        .where("id", "=", import_id)
        .where("status", "in", statuses)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      if (problems.length === 0) return true;
      await trx
        .insertInto("import_rows")
        .values(rows.map((row) => ({ import_id, ...row })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await trx
        .insertInto("import_problems")
        .values(problems.map((problem) => ({ import_id, ...problem })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return true;
    });
  }
}
