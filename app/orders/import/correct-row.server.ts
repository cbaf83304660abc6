import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import { orderRow, readOrderRow, requiredColumns } from "../order-row";
import { fileFields, mappingIn } from "./choose-columns";
import { saveCorrectedRow } from "./import-changes.server";
import { findImport } from "./imports.server";
import { orderValues } from "./order-rows.server";

/** A row of an import that has a problem, with its cells by field. @throws Refusal "missing" */
export async function findImportRow(app: App, id: number, line: number) {
  const found = await findImport(app.reads, id);
  const row = await app.reads
    .selectFrom("import_rows")
    .select("cells")
    .where("import_id", "=", id)
    .where("line", "=", line)
    .executeTakeFirst();
  const problems = await app.reads
    .selectFrom("import_problems")
    .select(["field", "error", "kind"])
    .where("import_id", "=", id)
    .where("line", "=", line)
    .execute();
  if (!row || problems.length === 0) {
    throw new Refusal("missing", "This line has no problem anymore. It may have been corrected.");
  }
  const given = JSON.parse(row.cells) as Record<string, string>;
  const mapping = mappingIn(found);
  const cells: Record<string, string> = {
    ...given,
    ...(mapping?.database && { brightree_db: mapping.database }),
  };
  const fields = fileFields.filter(
    (field) => field in cells || (requiredColumns as readonly string[]).includes(field),
  );
  return {
    name: found.file_name,
    isEnded: found.status === "done" || found.status === "stopped",
    isReadable: !("line" in given),
    fields: fields.map((field) => ({
      field,
      value: cells[field] ?? "",
    })),
    problems,
    mapping,
  };
}

/** Saves a row with corrected cells: adds or changes its order. @throws Refusal with the problems of the cells */
export async function correctRow(
  app: App,
  who: Staff,
  { id, line, ...typed }: { id: number; line: number } & Record<string, string | number>,
): Promise<void> {
  const { isEnded, isReadable, fields, mapping } = await findImportRow(app, id, line);
  if (!isEnded)
    throw new Refusal("conflict", "Import the file first. Then correct the lines that have problems.");
  if (!isReadable) throw new Refusal("conflict", "This line can't be read. Correct it in the file.");
  const cells = Object.fromEntries(fields.map(({ field }) => [field, String(typed[field] ?? "")]));
  const now = app.clock.now();
  const ofCells = mapping && { ...mapping, database: null };
  const read = readOrderRow(orderRow(now), orderValues(cells, ofCells, now));
  if (read.problems.length > 0 || !("order" in read)) {
    throw new Refusal("invalid", "Some values can't be read. Correct them, or leave optional ones empty.", {
      fields: Object.fromEntries(read.problems.map(({ field, error }) => [field, [error]])),
    });
  }
  const { order } = read;
  await app.db.transaction().execute(async (trx) => {
    const outcome = await saveCorrectedRow({ trx, app, who }, id, order);
    const kinds = await trx
      .deleteFrom("import_problems")
      .where("import_id", "=", id)
      .where("line", "=", line)
      .returning("kind")
      .execute();
    await trx.deleteFrom("import_rows").where("import_id", "=", id).where("line", "=", line).execute();
    const was = (kind: string) => Number(kinds.some((problem) => problem.kind === kind));
    const { bad_lines, flagged_lines, inserted, updated } = await findImport(trx, id);
    await trx
      .updateTable("imports")
      .set({
        bad_lines: Math.max(0, bad_lines - was("refused")),
        flagged_lines: Math.max(0, flagged_lines - was("flagged")),
        inserted: inserted + Number(outcome === "inserted"),
        updated: updated + Number(outcome === "updated" && was("refused") === 1),
      })
      .where("id", "=", id)
      .execute();
    await logAudit({ trx, app, who }, "import.row_corrected", `import ${id}`, { line });
  });
}
