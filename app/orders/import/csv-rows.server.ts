import { CsvError, parse } from "csv-parse/sync";
import { Refusal } from "~/core/refusal";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import { type Line, linesOf, longestLine } from "./csv-lines.server";

type CsvRow = { line: number; fields: string[] } | { line: number; error: string; text: string };

const mostLines = 50;

const mostColumns = 500;
const mostUnreadable = 1000;

// Starting the parser is slow.
const linesPerParse = 100;

const millisecondsPerStep = 4;

interface Table {
  lines: Line[];
  width: number | null;
  /** Null until the first line with text. */
  delimiter: string | null;
}

const delimiters = [",", ";", "\t", "|"];

/** A first line like "sep=;". Programs that keep it as a row add separators. */
export const separatorLine = /^"?sep=(.)"?\1*\s*$/i;

/** The separator that the header has most often outside quotation marks. */
export function delimiterOf(header: string): string {
  const bare = header.replace(/"[^"]*"/g, "");
  const count = (sign: string) => bare.split(sign).length;
  return delimiters.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/**
 * Parses a few lines at a time: a parser of the full file would lose everything after a stray quote.
 * @param headerLine the lines before this one are skipped
 */
export async function* csvRows(
  file: AsyncIterable<Uint8Array | string>,
  headerLine = 1,
): AsyncGenerator<CsvRow> {
  const yieldIfDue = yieldWhenDue();
  let unreadable = 0;
  let first = "";
  for await (const records of recordsOf(linesOf(file, yieldIfDue), headerLine)) {
    for (const record of records) {
      if ("error" in record) {
        unreadable++;
        first ||= `Line ${record.line}: ${record.error}`;
        if (unreadable > mostUnreadable) {
          throw new Refusal("invalid", `This file has more than 1,000 lines that can't be read. ${first}`);
        }
      }
      yield record;
      await yieldIfDue();
    }
  }
}

function yieldWhenDue(): () => Promise<void> {
  let ends = performance.now() + millisecondsPerStep;
  return async () => {
    if (performance.now() < ends) return;
    await yieldToEventLoop();
    ends = performance.now() + millisecondsPerStep;
  };
}

async function* recordsOf(lines: AsyncIterable<Line>, headerLine: number): AsyncGenerator<Iterable<CsvRow>> {
  const table: Table = { lines: [], width: null, delimiter: null };
  let characters = 0;
  for await (const line of lines) {
    if (table.lines.length === 0 && line.text === "") continue;
    if (table.delimiter === null) {
      const separator = separatorLine.exec(line.text)?.[1];
      if (separator) table.delimiter = separator;
      if (separator || line.line < headerLine) continue;
      table.delimiter = delimiterOf(line.text);
    } else if (line.line < headerLine) continue;
    table.lines.push(line);
    characters += line.text.length;
    if (table.lines.length < linesPerParse && characters <= longestLine) continue;
    yield parseBuffered(table, false);
    characters = lengthOf(table.lines);
  }
  yield parseBuffered(table, true);
}

const lengthOf = (lines: Line[]) => lines.reduce((sum, { text }) => sum + text.length, 0);

function* parseBuffered(table: Table, isEnd: boolean): Generator<CsvRow> {
  const { lines } = table;
  const isComplete = () =>
    isEnd ? lines.length > 0 : lines.length >= mostLines || lengthOf(lines) > longestLine;
  while (table.width === null && isComplete()) yield* parseFirstRecord(table);
  const records = table.width === null ? null : parseTogether(table, table.width);
  if (records) {
    lines.length = 0;
    yield* records;
    return;
  }
  while (isComplete()) yield* parseFirstRecord(table);
}

/** Parses all lines together. @returns null if they must be parsed one record at a time, because of an open quote */
function parseTogether({ lines, delimiter }: Table, width: number): CsvRow[] | null {
  const parsed = parseAll(textOf(lines), delimiter);
  if (!parsed) return null;
  const records: CsvRow[] = [];
  for (const { record: fields, info } of parsed) {
    if (isEmpty(fields, width)) continue;
    const more = fields.join("").split("\n").length - 1;
    const begins = lines[info.lines - 1 - more] ?? { line: 0, text: "" };
    if (fields.length === width) records.push({ line: begins.line, fields });
    else if (more === 0) records.push(wrongWidth(begins));
    else return null;
  }
  return records;
}

/** Spreadsheets may add lines that contain only commas. */
const isEmpty = (fields: string[], width: number) => fields.length <= width && !fields.some(Boolean);

const wrongWidth = ({ line, text }: Line): CsvRow => ({
  line,
  error: "The number of fields differs from the header.",
  text,
});

const textOf = (lines: Line[]) => lines.map(({ text }) => text).join("\n");

function firstRecordOf({ lines, delimiter }: Table): { count: number; fields: string[] } | null {
  const alone = parseAll(lines[0]?.text ?? "", delimiter);
  if (alone) return { count: 1, fields: alone[0]?.record ?? [] };
  const [first] = parseAll(textOf(lines.slice(0, mostLines)), delimiter, 1) ?? [];
  return first ? { count: first.info.lines, fields: first.record } : null;
}

function* parseFirstRecord(table: Table): Generator<CsvRow> {
  const { lines } = table;
  const [begins] = lines;
  const first = begins && firstRecordOf(table);
  if (!begins) return;
  if (!first) {
    lines.shift();
    yield { ...begins, error: "A quotation mark is never closed." };
    return;
  }
  const { count, fields } = first;
  const empty = isEmpty(fields, table.width ?? mostColumns);
  const isRow = empty || fields.length === (table.width ?? fields.length);
  lines.splice(0, isRow ? count : 1);
  if (empty) return;
  if (isRow && fields.length > mostColumns) {
    throw new Refusal("invalid", "This file has more than 500 columns. Check that this is the right file.");
  }
  if (isRow) table.width = fields.length;
  yield isRow ? { line: begins.line, fields } : wrongWidth(begins);
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

function parseAll(text: string, delimiter: string | null, to = -1): Parsed[] | null {
  try {
    return parse(text, {
      info: true,
      delimiter: delimiter ?? ",",
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: longestLine,
      to,
    }) as unknown as Parsed[];
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}
