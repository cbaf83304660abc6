import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { stringify } from "csv-stringify/sync";
import { findStaff } from "~/accounts/find-staff.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import type { RowProblem } from "../order-row";
import { noDatabase } from "../upsert-orders.server";
import { type ReadOrder, saveOrderRows, writeOrders } from "../write-orders.server";
import { ImportProgress } from "./import-progress.server";
import { type Import, rejectedOf, uploadOf } from "./imports.server";
import { type OrderFileRow, orderFileRows } from "./order-rows.server";

export async function runImport(app: App, work: Import, signal: AbortSignal): Promise<void> {
  await app.db.deleteFrom("import_problems").where("import_id", "=", work.id).execute();
  try {
    if (work.status === "checking") await check(app, work, signal);
    else await importFile(app, work, signal);
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof Refusal)) app.log.error({ err: error, import: work.id }, "import");
    await end(app, work, {
      status: "failed",
      problem: error instanceof Refusal ? error.message : "Something went wrong on our side.",
    });
  }
}

function openUpload(app: App, { id, stored_as }: Import) {
  const file = createReadStream(uploadOf(app.config.dataDir, stored_as), { highWaterMark: 16_384 });
  return { progress: new ImportProgress(app, id, file), lines: orderFileRows(file, app.clock.now()) };
}

async function check(app: App, work: Import, signal: AbortSignal): Promise<void> {
  const rows = await app.reads.selectFrom("databases").select("name").execute();
  const databases = new Set(rows.map(({ name }) => name));
  const { progress, lines } = openUpload(app, work);
  for await (const read of lines) {
    signal.throwIfAborted();
    if ("order" in read) {
      const { brightree_db: name } = read.order;
      const isImported = databases.has(name);
      const problems = isImported ? read.problems : [noDatabase(name), ...read.problems];
      if (isImported) progress.goodRows += 1;
      if (problems.length > 0) progress.addProblems(read.line, problems, isImported);
    } else if ("problems" in read) {
      progress.addProblems(read.line, read.problems, false);
    }
    await progress.step();
  }
  await progress.save();
  await end(app, work, { status: "checked" });
}

async function importFile(app: App, work: Import, signal: AbortSignal): Promise<void> {
  const who = await findApprover(app, work);
  const rejected = await open(rejectedOf(app.config.dataDir, work.stored_as), "w", 0o600);
  const { progress, lines } = openUpload(app, work);
  let header = "";
  async function* rows(): AsyncGenerator<ReadOrder<OrderFileRow>> {
    for await (const read of lines) {
      signal.throwIfAborted();
      if ("header" in read) header = csvRow([...read.cells, "problem"]);
      else yield { place: read, ...read };
      if ("order" in read) progress.goodRows += 1;
      await progress.step();
    }
  }
  const report = async ({ line, cells }: OrderFileRow, problems: RowProblem[], isSaved: boolean) => {
    progress.addProblems(line, problems, isSaved);
    const sentences = problems.map(({ field, error }) => `${field}: ${error}`);
    const reasons = [...sentences, ...(isSaved ? ["Imported without this."] : [])].join(" ");
    await rejected.appendFile(header + csvRow([...cells, reasons]));
    header = "";
  };
  try {
    const save = saveOrderRows(app, who, "an upload");
    const { inserted, updated, unchanged } = await writeOrders(app, rows(), save, { report });
    await rejected.appendFile(header);
    await progress.save({ inserted, updated, unchanged });
  } finally {
    await rejected.close();
  }
  await end(app, work, { status: "done" });
  await rm(uploadOf(app.config.dataDir, work.stored_as), { force: true });
}

async function findApprover(app: App, work: Import): Promise<Staff> {
  const staff = await findStaff(app.reads, work.user_id);
  if (!staff) {
    throw new Refusal(
      "forbidden",
      "The user who approved this import no longer has permission to import orders.",
    );
  }
  return { ...staff, sessionId: 0, address: work.address };
}

const csvRow = (cells: string[]) => stringify([cells.map(harmless)]);

/** Keeps spreadsheets from running a cell as a formula. Phone numbers and negative amounts are safe. */
const harmless = (cell: string) =>
  /^[=@\t\r\uff1d\uff20]|^[+\-\uff0b\uff0d](?![\d\s().-]*$)/.test(cell) ? `'${cell}` : cell;

async function end(app: App, work: Import, as: Pick<Import, "status"> & Partial<Import>): Promise<void> {
  await app.db
    .updateTable("imports")
    .set({ ...as, ended_at: app.clock.now() })
    .where("id", "=", work.id)
    .execute();
}
