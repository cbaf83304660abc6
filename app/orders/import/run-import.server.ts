import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { stringify } from "csv-stringify/sync";
import { findStaff } from "~/accounts/find-staff.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import { numberOf } from "../match-orders.server";
import type { OrderRow, RowProblem } from "../order-row";
import { type ReadOrder, writeOrders } from "../write-orders.server";
import { mappingIn } from "./choose-columns";
import { countChanges, ImportStopped, saveImportedRows } from "./import-changes.server";
import { ImportProgress } from "./import-progress.server";
import { type Import, rejectedOf, uploadOf } from "./imports.server";
import { type OrderFileRow, orderFileRows } from "./order-rows.server";
import { mostNumbers, OrderPreview, SimilarNumbers } from "./preview-orders.server";
import { undoImport } from "./undo-import.server";

/** Does the work that an import waits for: the check, the import, or the undo. */
export async function runImport(app: App, work: Import, signal: AbortSignal): Promise<void> {
  try {
    if (work.status === "undoing") {
      await undoImport(app, await findApprover(app, work), work, signal);
      return;
    }
    await app.db.deleteFrom("import_rows").where("import_id", "=", work.id).execute();
    await app.db.deleteFrom("import_problems").where("import_id", "=", work.id).execute();
    if (work.status === "checking") await check(app, work, signal);
    else await importFile(app, work, signal);
  } catch (error) {
    if (signal.aborted || error instanceof ImportStopped) return;
    if (!(error instanceof Refusal)) app.log.error({ err: error, import: work.id }, "import");
    await end(app, work, {
      status: "failed",
      problem: error instanceof Refusal ? error.message : "Something went wrong on our side.",
    });
  }
}

function openUpload(app: App, work: Import) {
  const file = createReadStream(uploadOf(app.config.dataDir, work.stored_as), { highWaterMark: 16_384 });
  return {
    progress: new ImportProgress(app, work, file),
    lines: orderFileRows(file, app.clock.now(), mappingIn(work)),
  };
}

const rowsPreviewed = 200;

type CheckedRow = Extract<OrderFileRow, { order: OrderRow }>;

/** Reads the file, and counts what an import would do. */
async function check(app: App, work: Import, signal: AbortSignal): Promise<void> {
  const rows = await app.reads.selectFrom("databases").select("name").execute();
  const preview = new OrderPreview(app.reads, new Set(rows.map(({ name }) => name)));
  const similarNumbers = new SimilarNumbers(app.reads);
  const { progress, lines } = openUpload(app, work);
  const counts = { inserted: 0, updated: 0, unchanged: 0 };
  const fields = new Map<string, number>();
  let batch: CheckedRow[] = [];
  const checkBatch = async () => {
    const orders = batch.map(({ order }) => order);
    const previews = await preview.of(orders);
    const similar = await similarNumbers.of(orders);
    for (const { line, order, given, problems, notes } of batch) {
      const found = previews.get(order);
      if (!found) continue;
      if ("error" in found) {
        progress.addProblems(line, [found, ...problems], "refused", given);
        continue;
      }
      progress.goodRows += 1;
      counts[found.outcome] += 1;
      if (found.was !== null) {
        counts[found.was] -= 1;
        progress.repeatedRows += 1;
      }
      if (found.outcome === "updated") {
        for (const field of found.fields) fields.set(field, (fields.get(field) ?? 0) + 1);
      }
      if (problems.length > 0) progress.addProblems(line, problems, "flagged", given);
      if (notes.length > 0) progress.addProblems(line, notes, "similar", given);
      const number = similar.get(order);
      if (number === undefined) continue;
      const error = `This number differs from order ${number} only by zeros at the start.`;
      progress.addProblems(line, [{ field: "sales_order_no", error }], "similar", given);
    }
    batch = [];
  };
  for await (const read of lines) {
    signal.throwIfAborted();
    if ("order" in read) {
      if (batch.push(read) === rowsPreviewed) await checkBatch();
    } else if ("skipped" in read) progress.skippedLines += 1;
    else if ("problems" in read) progress.addProblems(read.line, read.problems, "refused", read.given);
    await progress.step();
  }
  await checkBatch();
  await progress.save({ ...counts, changed_fields: JSON.stringify(Object.fromEntries(fields)) });
  await end(app, work, { status: "checked" });
}

async function importFile(app: App, work: Import, signal: AbortSignal): Promise<void> {
  const who = await findApprover(app, work);
  const rejected = await open(rejectedOf(app.config.dataDir, work.stored_as), "w", 0o600);
  const { progress, lines } = openUpload(app, work);
  let header = "";
  const earlier = new Set<string>();
  const noteOf = new WeakMap<OrderRow, string>();
  async function* rows(): AsyncGenerator<
    ReadOrder<Exclude<OrderFileRow, { header: true } | { skipped: true }>>
  > {
    for await (const read of lines) {
      signal.throwIfAborted();
      // Before the row is yielded, which may save it.
      if ("order" in read && read.kept !== null) noteOf.set(read.order, read.kept);
      if ("header" in read) header = csvRow([...read.cells, "problem"]);
      else if ("skipped" in read) progress.skippedLines += 1;
      else yield { place: read, ...read };
      if ("order" in read) {
        progress.goodRows += 1;
        if (read.notes.length > 0) progress.addProblems(read.line, read.notes, "similar", read.given);
        const row = JSON.stringify([numberOf(read.order), read.order.patient_id]);
        if (earlier.has(row)) progress.repeatedRows += 1;
        else if (earlier.size < mostNumbers) earlier.add(row);
      }
      await progress.step();
    }
  }
  const report = async (
    { line, cells, given }: Exclude<OrderFileRow, { header: true } | { skipped: true }>,
    problems: RowProblem[],
    isSaved: boolean,
  ) => {
    progress.addProblems(line, problems, isSaved ? "flagged" : "refused", given);
    const sentences = problems.map(({ field, error }) => `${field}: ${error}`);
    const reasons = [...sentences, ...(isSaved ? ["Imported without this."] : [])].join(" ");
    await rejected.appendFile(header + csvRow([...cells, reasons]));
    header = "";
  };
  try {
    const save = saveImportedRows(app, who, work.id, (row) => noteOf.get(row) ?? null);
    const counts = await writeOrders(app, rows(), save, { report });
    await rejected.appendFile(header);
    // Each order counts once. An import that was interrupted finds the orders of its first part unchanged.
    const { inserted, updated } = await countChanges(app.db, work.id);
    const saved = counts.inserted + counts.updated + counts.unchanged - progress.repeatedRows;
    const unchanged = saved - inserted - updated;
    await progress.save({ inserted, updated, unchanged: Math.max(0, unchanged), changed_fields: null });
  } catch (error) {
    if (error instanceof ImportStopped) {
      await rejected.appendFile(header);
      await progress.saveStopped();
    }
    throw error;
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

/** Nothing changes if someone stopped the import in the meantime. */
async function end(app: App, work: Import, as: Pick<Import, "status"> & Partial<Import>): Promise<void> {
  await app.db
    .updateTable("imports")
    .set({ ...as, ended_at: app.clock.now() })
    .where("id", "=", work.id)
    .where("status", "=", work.status)
    .execute();
}
