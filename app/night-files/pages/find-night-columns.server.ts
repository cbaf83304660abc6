import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { listColumns, listLines } from "~/orders/import/columns-page.server";
import { readHead } from "~/orders/import/file-head.server";
import { countKnown, fieldNames, type NightField, nightFields } from "../columns";
import { findNightFile, mappingOf, proposeColumns, storedFile } from "../night-files.server";

/**
 * What the page shows on which someone chooses the columns: each field with its column, and each column with its first
 * values.
 * @throws Refusal "conflict" if the nights are saved, or the file is deleted
 */
export async function findNightColumns(
  app: App,
  { id, header_line: headerLine }: { id: number; header_line?: number | undefined },
) {
  const file = await findNightFile(app.reads, id);
  if (file.status === "saved" || file.status === "failed") {
    throw new Refusal(
      "conflict",
      "This file's nights are saved already, or it can't be read. Upload it again.",
    );
  }
  const saved = mappingOf(file);
  const head = await readHead(storedFile(app, file), headerLine ?? saved?.headerLine, countKnown);
  const proposal = await proposeColumns(app.reads, head);
  const mapping = saved?.headerLine === head.headerLine ? saved : proposal.mapping;
  const databases = await app.reads.selectFrom("databases").select("name").orderBy("name").execute();
  return {
    id,
    name: file.file_name,
    headerLine: head.headerLine,
    lines: listLines(head),
    columns: listColumns(head),
    fields: Object.fromEntries(
      fieldNames.map((field) => [
        field,
        { name: nightFields[field].name, column: mapping.columns[field] ?? null },
      ]),
    ) as Record<NightField, { name: string; column: number | null }>,
    database: mapping.database,
    databases: databases.map(({ name }) => name),
    isRemembered: proposal.isRemembered,
  };
}
