import { createReadStream, createWriteStream, type WriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { finished } from "node:stream/promises";
import { stringify } from "csv-stringify/sync";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import { findStaff } from "~/db/staff.server";
import type { RowProblem } from "../order-row";
import { OrderWriter } from "../write-orders.server";
import { ImportProgress } from "./import-progress.server";
import { type Import, rejectedOf, uploadOf } from "./imports.server";
import { orderLines } from "./order-lines.server";

/** The process ends: the work is left, and begins anew with the next start. */
class Stopping extends Error {}

type IsStopping = () => boolean;

/** Does the work an import waits for: checks the file, or takes it in. A file that can't be read fails. */
export async function runImport(app: App, work: Import, isStopping: IsStopping): Promise<void> {
  await app.db.deleteFrom("import_problems").where("import_id", "=", work.id).execute();
  try {
    if (work.status === "checking") await check(app, work, isStopping);
    else await takeIn(app, work, isStopping);
  } catch (error) {
    if (error instanceof Stopping) return;
    if (!(error instanceof Refusal)) app.log.error({ err: error, import: work.id }, "import");
    await end(app, work, {
      status: "failed",
      problem: error instanceof Refusal ? error.message : "Something went wrong on our side.",
    });
  }
}

function linesOf(app: App, work: Import, progress: ImportProgress) {
  const file = createReadStream(uploadOf(app.config.dataDir, work.stored_as));
  return orderLines(progress.counted(file), app.clock.now());
}

/** Reads the whole file and writes nothing of it. */
async function check(app: App, work: Import, isStopping: IsStopping): Promise<void> {
  const progress = new ImportProgress(app, work.id);
  const rows = await app.reads.selectFrom("databases").select("name").execute();
  const databases = new Set(rows.map(({ name }) => name));
  for await (const { line, ...read } of linesOf(app, work, progress)) {
    if (isStopping()) throw new Stopping();
    if ("problems" in read) progress.tell(read.problems.map((problem) => ({ line, ...problem })));
    if ("row" in read) {
      const { brightree_db: name } = read.row;
      if (databases.has(name)) progress.goodRows += 1;
      else {
        progress.tell([{ line, field: "brightree_db", error: `There is no database "${name}" on file.` }]);
      }
    }
    await progress.step();
  }
  await progress.save();
  await end(app, work, { status: "checked" });
}

async function takeIn(app: App, work: Import, isStopping: IsStopping): Promise<void> {
  const progress = new ImportProgress(app, work.id);
  const path = rejectedOf(app.config.dataDir, work.stored_as);
  const rejected = createWriteStream(path, { mode: 0o600, flags: "w" });
  const cellsOf = new Map<number, string[]>();
  const reject = (line: number, cells: string[], problems: RowProblem[]) => {
    progress.tell(problems.map((problem) => ({ line, ...problem })));
    writeRow(rejected, [...cells, problems.map(({ field, error }) => `${field}: ${error}`).join(" ")]);
  };
  const writer = new OrderWriter(app, await confirmedBy(app, work), "an upload", (line, problem) =>
    reject(line, cellsOf.get(line) ?? [], [problem]),
  );
  try {
    for await (const { line, cells, ...read } of linesOf(app, work, progress)) {
      if (isStopping()) throw new Stopping();
      if ("header" in read) writeRow(rejected, [...cells, "problem"]);
      if ("problems" in read) reject(line, cells, read.problems);
      if ("row" in read) {
        cellsOf.set(line, cells);
        await writer.add({ place: line, row: read.row });
        progress.goodRows += 1;
        forgetOldest(cellsOf);
      }
      await progress.step();
    }
    await writer.flush();
  } finally {
    rejected.end();
    await finished(rejected);
  }
  await progress.save(writer.tally);
  await end(app, work, { status: "done" });
  await rm(uploadOf(app.config.dataDir, work.stored_as), { force: true });
}

/** More than ever wait to be written. */
const mostWaiting = 1000;

function forgetOldest(cellsOf: Map<number, string[]>): void {
  const [oldest] = cellsOf.keys();
  if (cellsOf.size > mostWaiting && oldest !== undefined) cellsOf.delete(oldest);
}

async function confirmedBy(app: App, work: Import): Promise<Staff> {
  const staff = await findStaff(app.reads, work.user_id);
  if (!staff) throw new Refusal("forbidden", "Whoever confirmed this import may not do so any more.");
  return { ...staff, sessionId: 0, address: work.address };
}

function writeRow(file: WriteStream, cells: string[]): void {
  file.write(stringify([cells.map(harmless)]));
}

/** A cell that would run as a formula where the file is opened; a phone number or a minus sum does not. */
const harmless = (cell: string) => (/^[=@\t\r]|^[+-](?![\d\s().-]*$)/.test(cell) ? `'${cell}` : cell);

async function end(app: App, work: Import, as: Pick<Import, "status"> & Partial<Import>): Promise<void> {
  await app.db
    .updateTable("imports")
    .set({ ...as, ended_at: app.clock.now() })
    .where("id", "=", work.id)
    .execute();
}
