import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { requiredColumns } from "../order-row";
import { cellValue } from "./cells";
import { fieldName, fileFields, mappingIn } from "./choose-columns";
import { type FileHead, proposeMapping, readHead } from "./file-head.server";
import { findImport, uploadOf } from "./imports.server";
import { fieldOfName } from "./propose-columns";

const valuesShown = 3;

/**
 * What the page shows on which someone chooses the columns: each field with its proposed column, and each column with its
 * first values.
 * @param headerLine the line of the column names, if someone chose it
 */
export async function findColumnsPage(app: App, id: number, headerLine: number | undefined) {
  const found = await findImport(app.reads, id);
  if (found.status !== "columns" && found.status !== "checking" && found.status !== "checked") {
    throw new Refusal("conflict", "This import has started. To use other columns, upload the file again.");
  }
  const saved = mappingIn(found);
  const head = await readHead(uploadOf(app.config.dataDir, found.stored_as), headerLine ?? saved?.headerLine);
  const proposal = await proposeMapping(app.reads, head, app.clock.now());
  const isChosen = found.status !== "columns" && saved !== null && saved.headerLine === head.headerLine;
  const mapping = isChosen ? saved : proposal.mapping;
  const columns = listColumns(head);
  const used = new Set(Object.values(mapping.columns));
  return {
    id,
    name: found.file_name,
    headerLine: head.headerLine,
    lines: listLines(head),
    fields: fileFields.map((field) => ({
      field,
      name: fieldName(field),
      isRequired: (requiredColumns as readonly string[]).includes(field),
      isGuessed: !isChosen && proposal.guessed.includes(field),
      column: mapping.columns[field] ?? null,
    })),
    columns,
    unused: columns
      .filter(({ index, values }) => !used.has(index) && values.length > 0)
      .map(({ index, name }) => {
        const field = fieldOfName(name);
        return {
          index,
          name,
          otherwise: field !== null && mapping.columns[field] !== undefined ? fieldName(field) : null,
          isKept: mapping.notes.includes(index),
        };
      }),
    database: mapping.database,
    databases: (await app.reads.selectFrom("databases").select("name").orderBy("name").execute()).map(
      ({ name }) => name,
    ),
    makesNumbers: mapping.makesNumbers,
    namesAreSingleCase: proposal.namesAreSingleCase,
    inTitleCase: isChosen ? mapping.inTitleCase : proposal.namesAreSingleCase || mapping.inTitleCase,
    isRemembered: proposal.isRemembered && !isChosen,
  };
}

/** The lines that could have the column names, with their beginning. */
export const listLines = ({ candidates }: FileHead) =>
  candidates.map(({ line, cells }) => ({ line, text: cells.filter(Boolean).join(", ").slice(0, 90) }));

export const listColumns = ({ header, rows }: FileHead) =>
  header.map((name, index) => ({
    index,
    name: name || `Column ${index + 1}`,
    values: valuesIn(rows, index),
  }));

function valuesIn(rows: readonly string[][], index: number): string[] {
  const values = new Set<string>();
  for (const cells of rows) {
    const value = cellValue("", cells[index] ?? "")
      .replace(/\s+/g, " ")
      .trim();
    if (value) values.add(value.slice(0, 40));
    if (values.size === valuesShown) break;
  }
  return [...values];
}
