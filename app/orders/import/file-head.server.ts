import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { parse } from "csv-parse/sync";
import { Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import { requiredColumns } from "../order-row";
import { areSingleCase, cellValue } from "./cells";
import { isFileField, type Mapping } from "./choose-columns";
import { type Line, linesOf } from "./csv-lines.server";
import { csvRows, delimiterOf, separatorLine } from "./csv-rows.server";
import { bareName, isText, knownNames, proposeColumns } from "./propose-columns";

const bytesRead = 128 * 1024;
const linesSearched = 40;
const rowsRead = 200;

export interface FileHead {
  headerLine: number;
  /** The lines that could contain the column names, with their cells. */
  candidates: { line: number; cells: string[] }[];
  header: string[];
  /** The first rows below the header. */
  rows: string[][];
}

/**
 * Reads the beginning of a file, and finds the line of the column names: the one with the most names that stand for
 * fields, or else the first line with the most cells.
 * @param given the line of the column names, if someone chose it
 * @param countKnown how many of a line's cells are names of fields
 * @throws Refusal "invalid" if it isn't a text file or has no rows
 */
export async function readHead(
  path: string,
  given?: number,
  countKnown: (names: readonly string[]) => number = knownNames,
): Promise<FileHead> {
  const candidates: FileHead["candidates"] = [];
  let separator: string | undefined;
  for await (const line of linesOf(startOf(path), async () => {})) {
    separator ??= separatorLine.exec(line.text)?.[1];
    if (line.line > linesSearched) break;
    const cells = cellsOf(line, separator);
    if (cells.some(Boolean)) candidates.push({ line: line.line, cells });
  }
  if (!isText(candidates[0]?.cells ?? [])) {
    throw new Refusal("invalid", "This is not a UTF-8 CSV file. In a spreadsheet, save it as “CSV UTF-8”.");
  }
  const headerLine = given ?? headerIn(candidates, countKnown);
  const rows: string[][] = [];
  for await (const record of csvRows(startOf(path), headerLine)) {
    if ("fields" in record) rows.push(record.fields);
    if (rows.length > rowsRead) break;
  }
  const [header = [], ...below] = rows;
  if (header.length === 0) throw new Refusal("invalid", "The file is empty.");
  return { headerLine, candidates, header, rows: below };
}

const startOf = (path: string) => createReadStream(path, { end: bytesRead - 1 });

function cellsOf({ text }: Line, separator: string | undefined): string[] {
  try {
    const delimiter = separator ?? delimiterOf(text);
    const [cells = []] = parse(text, { delimiter, trim: true, relax_quotes: true }) as string[][];
    return cells.map((cell) => cellValue("", cell));
  } catch {
    return [];
  }
}

function headerIn(
  candidates: FileHead["candidates"],
  countKnown: (names: readonly string[]) => number,
): number {
  const score = ({ cells }: { cells: string[] }) => countKnown(cells);
  const [first] = candidates;
  const best = candidates.reduce((top, line) => (score(line) > score(top) ? line : top), first ?? noLine);
  if (score(best) >= 2) return best.line;
  const width = ({ cells }: { cells: string[] }) => cells.filter(Boolean).length;
  return candidates.reduce((top, line) => (width(line) > width(top) ? line : top), first ?? noLine).line;
}

const noLine = { line: 1, cells: [] };

/** The last column of a file of rejected rows. */
const problemColumn = "problem";

const namesOf = (header: readonly string[]) =>
  header.map(bareName).filter((name) => name !== "" && name !== problemColumn);

/** The same for files with the same column names in any order, and for a file of rejected rows. */
export const headerKey = (header: readonly string[]): string =>
  createHash("sha256")
    .update(JSON.stringify(namesOf(header).sort()))
    .digest("base64url");

/** A column with the same name as another one is the second of that name, and so on. */
export function nameAt(header: readonly string[], index: number): string {
  const names = header.map(bareName);
  const name = names[index] ?? "";
  return `${name}#${names.slice(0, index).filter((other) => other === name).length}`;
}

interface Remembered {
  columns: Record<string, string>;
  database: string | null;
  inTitleCase: boolean;
  makesNumbers?: boolean;
  notes?: string[];
}

interface Proposal {
  mapping: Mapping;
  /** Fields found by their values: someone must look at them. */
  guessed: string[];
  isRemembered: boolean;
  isSure: boolean;
  namesAreSingleCase: boolean;
}

/**
 * Proposes the columns of a file: as the company chose last time for the same column names, or else by names and values.
 * In an installation of several companies, someone must confirm a database that isn't in the file.
 */
export async function proposeMapping(db: Db, head: FileHead, now: number): Promise<Proposal> {
  const { header, rows, headerLine } = head;
  const databases = await db.selectFrom("databases").select(["name", "company_id"]).limit(500).execute();
  const isOneCompany = new Set(databases.map(({ company_id }) => company_id)).size <= 1;
  const remembered = await findRemembered(db, head, { databases, isOneCompany });
  const { columns, guessed } = remembered
    ? { columns: indexesIn(header, remembered.columns, isFileField), guessed: [] }
    : proposeColumns(header, rows, now);
  const namesAreSingleCase = areSingleCase(namesIn(rows, columns));
  const onlyDatabase = databases.length === 1 ? (databases[0]?.name ?? null) : null;
  const hasDatabase = columns.brightree_db !== undefined;
  const mapping: Mapping = {
    headerLine,
    columns,
    database: hasDatabase ? null : (remembered?.database ?? onlyDatabase),
    inTitleCase: remembered?.inTitleCase ?? false,
    makesNumbers: remembered ? remembered.makesNumbers === true : lacksNumbers(head, columns),
    notes: header.flatMap((name, index) => {
      const isKept = remembered
        ? remembered.notes?.includes(nameAt(header, index))
        : namesNotes(name) && !Object.values(columns).includes(index);
      return isKept ? [index] : [];
    }),
  };
  const isClear = (field: string) =>
    columns[field] !== undefined ||
    (remembered !== null && (field === "brightree_db" ? mapping.database !== null : mapping.makesNumbers));
  const isUsed = (index: number) => Object.values(columns).includes(index);
  const usesAll = header.every(
    (name, index) => ["", problemColumn].includes(bareName(name)) || isUsed(index),
  );
  return {
    mapping,
    guessed,
    isRemembered: remembered !== null,
    isSure:
      requiredColumns.every(isClear) &&
      (isOneCompany || hasDatabase) &&
      (remembered !== null || !mapping.makesNumbers) &&
      guessed.length === 0 &&
      (remembered !== null || usesAll),
    namesAreSingleCase,
  };
}

interface DatabaseOwner {
  name: string;
  company_id: number;
}

/** The choice of the company whose databases the file has, or else the newest one for files without databases. */
async function findRemembered(
  db: Db,
  { header, rows }: FileHead,
  { databases, isOneCompany }: { databases: readonly DatabaseOwner[]; isOneCompany: boolean },
): Promise<Remembered | null> {
  const saved = await db
    .selectFrom("import_mappings")
    .select(["company_id", "columns"])
    .where("header_key", "=", headerKey(header))
    .orderBy("saved_at", "desc")
    .execute();
  const all = saved.map(({ company_id, columns }) => ({
    company_id,
    remembered: JSON.parse(columns) as Remembered,
  }));
  const isOfFile = ({ company_id, remembered }: (typeof all)[number]) => {
    const index = indexesIn(header, remembered.columns, isFileField).brightree_db;
    const names = index === undefined ? [] : rows.map((cells) => cells[index]?.trim());
    return databases.some(({ name, company_id: owner }) => owner === company_id && names.includes(name));
  };
  const isForAnyFile = ({ remembered }: (typeof all)[number]) => isOneCompany || remembered.database !== null;
  return (all.find(isOfFile) ?? all.find(isForAnyFile))?.remembered ?? null;
}

export function indexesIn(
  header: readonly string[],
  names: Record<string, string>,
  isField: (name: string) => boolean,
): Record<string, number> {
  const indexes = new Map(header.map((_, index) => [nameAt(header, index), index]));
  return Object.fromEntries(
    Object.entries(names).flatMap(([field, name]) => {
      const index = indexes.get(name);
      return index === undefined || !isField(field) ? [] : [[field, index] as const];
    }),
  );
}

const namesNotes = (name: string) => /^(notes?|comments?|remarks?|notas?|comentarios?)$/.test(bareName(name));

/** True if the file has patients, but no column in which most patients have a number, or none with the orders' numbers. */
function lacksNumbers({ header, rows }: FileHead, columns: Record<string, number>): boolean {
  const { patient_id: patient, sales_order_no: order, patient_name: name, last_name: last } = columns;
  if (patient === undefined) return name !== undefined || last !== undefined;
  // The name in the template: other programs write it, and a wrong number is a mistake.
  if (header[patient]?.trim() === "patient_id" && order !== undefined) return false;
  const filled = rows.map((cells) => cellValue("", cells[patient] ?? "").trim()).filter(Boolean);
  const numbers = filled.filter((cell) => /^\d{1,12}(\.0+)?$/.test(cell));
  return order === undefined || numbers.length * 2 < filled.length;
}

function namesIn(rows: readonly string[][], columns: Record<string, number>): string[] {
  const indexes = ["patient_name", "first_name", "last_name"].flatMap((field) => columns[field] ?? []);
  return rows
    .map((cells) => indexes.map((index) => cells[index] ?? "").join(" "))
    .filter((name) => /\p{L}/u.test(name));
}

/** Remembers the columns for the next file of these databases' companies with the same column names. */
export async function rememberMapping(
  trx: Db,
  { header, rows }: FileHead,
  { columns, database, inTitleCase, makesNumbers, notes }: Mapping,
  now: number,
): Promise<void> {
  const index = columns.brightree_db;
  const names = index === undefined ? [] : rows.map((cells) => (cells[index] ?? "").trim());
  const companies = await trx
    .selectFrom("databases")
    .select("company_id")
    .distinct()
    .where("name", "in", database === null ? names : [database])
    .execute();
  if (companies.length === 0) return;
  const byField = Object.entries(columns).map(([field, at]) => [field, nameAt(header, at)]);
  const remembered: Remembered = {
    columns: Object.fromEntries(byField),
    database,
    inTitleCase,
    makesNumbers,
    notes: notes.map((at) => nameAt(header, at)),
  };
  const row = { columns: JSON.stringify(remembered), saved_at: now };
  await trx
    .insertInto("import_mappings")
    .values(companies.map(({ company_id }) => ({ company_id, header_key: headerKey(header), ...row })))
    .onConflict((conflict) => conflict.columns(["header_key", "company_id"]).doUpdateSet(row))
    .execute();
}
