import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse/sync";
import { Refusal } from "~/core/refusal";

/** A record with the line it begins on, or what is wrong with that line and what stands there. */
export type CsvRecord = { line: number; fields: string[] } | { line: number; error: string; text: string };

// A quoted field may go over lines. One that goes over more has a quote that is never closed.
const mostLines = 50;

const longestLine = 1_000_000;
const lineEnd = 10;

// The parser is costly to start: so many lines are given to it at once while nothing is wrong.
const linesAtOnce = 100;

interface Line {
  line: number;
  text: string;
}

/**
 * The records of a CSV file: UTF-8 with or without BOM, any line ends; the header is the first, and
 * the others have as many fields. Empty lines are left out. A line that can't be read is told and
 * spoils no other: after a stray quote, a parser of the whole file would swallow what follows.
 */
export async function* csvRecords(file: AsyncIterable<Uint8Array | string>): AsyncGenerator<CsvRecord> {
  const input = Readable.from(withoutEndlessLines(file));
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  const lot: Line[] = [];
  const header: { width: number | null } = { width: null };
  let line = 0;
  for await (const text of lines) {
    line++;
    lot.push({ line, text: line === 1 ? text.replace(/^\ufeff/, "") : text });
    if (lot.length >= linesAtOnce) yield* recordsOf(lot, header, mostLines);
  }
  yield* recordsOf(lot, header, 1);
}

/** @throws Refusal "invalid" where so much comes without a line end that it is no table but something else */
async function* withoutEndlessLines(file: AsyncIterable<Uint8Array | string>) {
  let length = 0;
  for await (const chunk of file) {
    const last = typeof chunk === "string" ? chunk.lastIndexOf("\n") : chunk.lastIndexOf(lineEnd);
    length = last === -1 ? length + chunk.length : chunk.length - last;
    if (length > longestLine)
      throw new Refusal(
        "invalid",
        "A line of this file has more than a million characters, so it is not a CSV file.",
      );
    yield chunk;
  }
}

/** Takes records off the lot while it holds so many lines, which a record may still need. */
function* recordsOf(lot: Line[], header: { width: number | null }, atLeast: number): Generator<CsvRecord> {
  while (header.width === null && lot.length >= atLeast) yield* takeRecord(lot, header);
  const sound = header.width === null ? null : soundRecords(lot, header.width);
  if (sound) {
    lot.length = 0;
    yield* sound;
    return;
  }
  while (lot.length >= atLeast) yield* takeRecord(lot, header);
}

/** All the records of a lot; null where a single one is wrong or not yet complete. */
function soundRecords(lot: Line[], width: number): CsvRecord[] | null {
  const parsed = parseAll(textOf(lot));
  if (typeof parsed === "string") return null;
  const records: CsvRecord[] = [];
  for (const { record: fields, info } of parsed) {
    if (!fields.some(Boolean)) continue;
    if (fields.length !== width) return null;
    const begins = info.lines - 1 - (fields.join("").split("\n").length - 1);
    records.push({ line: lot[begins]?.line ?? 0, fields });
  }
  return records;
}

const textOf = (lines: Line[]) => lines.map(({ text }) => text).join("\n");

/** The first record and how many lines it takes; null where its quote is not closed. */
function firstOf(lot: Line[]): { count: number; fields: string[] | "broken" } | null {
  for (let count = 1; count <= Math.min(lot.length, mostLines); count++) {
    const parsed = parseAll(textOf(lot.slice(0, count)));
    if (parsed === "broken") return { count, fields: parsed };
    if (parsed !== "open") return { count, fields: parsed[0]?.record ?? [] };
  }
  return null;
}

/** Takes the first record off the lines, if they begin with one; of one that is wrong its first line alone. */
function* takeRecord(lot: Line[], header: { width: number | null }): Generator<CsvRecord> {
  const { line, text } = lot[0] ?? { line: 0, text: "" };
  const { count, fields } = firstOf(lot) ?? { count: 1, fields: "open" as const };
  if (typeof fields === "string") {
    lot.shift();
    yield {
      line,
      error:
        fields === "open" ? "A quote is opened and never closed." : "There is text after a closing quote.",
      text,
    };
    return;
  }
  const isEmpty = !fields.some(Boolean);
  const fits = isEmpty || header.width === null || fields.length === header.width;
  lot.splice(0, fits ? count : 1);
  if (isEmpty) return;
  if (fits) header.width ??= fields.length;
  yield fits ? { line, fields } : { line, error: "The line has more or fewer fields than the header.", text };
}

interface Parsed {
  record: string[];
  /** `lines`: which line of the text the record ends on, from 1. */
  info: { lines: number };
}

function parseAll(text: string): Parsed[] | "open" | "broken" {
  try {
    return parse(text, {
      info: true,
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
    }) as unknown as Parsed[];
  } catch (error) {
    return error instanceof CsvError && error.code === "CSV_QUOTE_NOT_CLOSED" ? "open" : "broken";
  }
}
