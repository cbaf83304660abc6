import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify/sync";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import { findStaff } from "~/identity/staff-roles.server";
import type { RowProblem } from "../order-row";
import { OrderWriter } from "../order-writer.server";
import { noDatabase } from "../upsert-orders.server";
import { ImportProgress } from "./import-progress.server";
import { type Import, rejectedOf, uploadOf } from "./imports.server";
import { type OrderFileRow, orderFileRows } from "./order-rows.server";

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
  // What is read at once is taken apart at once.
  const file = createReadStream(uploadOf(app.config.dataDir, work.stored_as), { highWaterMark: 16_384 });
  return orderFileRows(progress.counted(file), app.clock.now());
}

/** Reads the whole file and writes nothing of it. */
async function check(app: App, work: Import, isStopping: IsStopping): Promise<void> {
  const progress = new ImportProgress(app, work.id);
  const rows = await app.reads.selectFrom("databases").select("name").execute();
  const databases = new Set(rows.map(({ name }) => name));
  for await (const read of linesOf(app, work, progress)) {
    if (isStopping()) throw new Stopping();
    if ("problems" in read) progress.tell(read.line, read.problems);
    if ("row" in read) {
      const { brightree_db: name } = read.row;
      if (databases.has(name)) progress.goodRows += 1;
      else progress.tell(read.line, [noDatabase(name)]);
    }
    await progress.step();
  }
  await progress.save();
  await end(app, work, { status: "checked" });
}

/** Takes the good lines in, and writes the others into a file of their own, each with its problem. */
async function takeIn(app: App, work: Import, isStopping: IsStopping): Promise<void> {
  const progress = new ImportProgress(app, work.id);
  const rejected: string[] = [];
  const reject = ({ line, cells }: OrderFileRow, problems: RowProblem[]) => {
    progress.tell(line, problems);
    rejected.push(rowOf([...cells, problems.map(({ field, error }) => `${field}: ${error}`).join(" ")]));
  };
  const who = await confirmedBy(app, work);
  const writer = new OrderWriter<OrderFileRow>(app, who, "an upload", (line, problem) =>
    reject(line, [problem]),
  );
  async function* rejectedRows() {
    for await (const read of linesOf(app, work, progress)) {
      if (isStopping()) throw new Stopping();
      if ("header" in read) rejected.push(rowOf([...read.cells, "problem"]));
      if ("problems" in read) reject(read, read.problems);
      if ("row" in read) {
        await writer.add({ place: read, row: read.row });
        progress.goodRows += 1;
      }
      await progress.step();
      if (rejected.length > 0) yield rejected.splice(0).join("");
    }
    await writer.flush();
    yield rejected.splice(0).join("");
  }
  const path = rejectedOf(app.config.dataDir, work.stored_as);
  await pipeline(rejectedRows, createWriteStream(path, { mode: 0o600 }));
  await progress.save(writer.tally);
  await end(app, work, { status: "done" });
  await rm(uploadOf(app.config.dataDir, work.stored_as), { force: true });
}

async function confirmedBy(app: App, work: Import): Promise<Staff> {
  const staff = await findStaff(app.reads, work.user_id);
  if (!staff) throw new Refusal("forbidden", "Whoever confirmed this import may not do so any more.");
  return { ...staff, sessionId: 0, address: work.address };
}

const rowOf = (cells: string[]) => stringify([cells.map(harmless)]);

/** A cell that would run as a formula where the file is opened; a phone number or a minus sum does not. */
const harmless = (cell: string) =>
  /^[=@\t\r\uff1d\uff20]|^[+\-\uff0b\uff0d](?![\d\s().-]*$)/.test(cell) ? `'${cell}` : cell;

async function end(app: App, work: Import, as: Pick<Import, "status"> & Partial<Import>): Promise<void> {
  await app.db
    .updateTable("imports")
    .set({ ...as, ended_at: app.clock.now() })
    .where("id", "=", work.id)
    .execute();
}
