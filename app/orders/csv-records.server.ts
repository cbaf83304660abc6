import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse/sync";

/** A record with the line it begins on, or what is wrong with that line. */
export type CsvRecord = { line: number; fields: string[] } | { line: number; error: string };

// A quoted field may go over lines. One that goes over more has a quote that is never closed.
const mostLines = 50;

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
  const lines = createInterface({ input: Readable.from(file), crlfDelay: Number.POSITIVE_INFINITY });
  const waiting: Line[] = [];
  let width: number | null = null;
  let line = 0;
  for await (const text of lines) {
    line++;
    waiting.push({ line, text: line === 1 ? text.replace(/^\ufeff/, "") : text });
    while (waiting.length >= mostLines || firstOf(waiting) !== null) {
      const record = takeRecord(waiting, width);
      if (record && "fields" in record) width ??= record.fields.length;
      if (record) yield record;
    }
  }
  while (waiting.length > 0) {
    const record = takeRecord(waiting, width);
    if (record) yield record;
  }
}

/** The first record and how many lines it takes; null while a quote is open or there is no line. */
function firstOf(waiting: Line[]): { count: number; fields: string[] | "broken" } | null {
  for (let count = 1; count <= waiting.length; count++) {
    const text = waiting.slice(0, count).map((line) => line.text);
    const fields = fieldsOf(text.join("\n"));
    if (fields !== "open") return { count, fields };
  }
  return null;
}

/** Takes the first record off the lines; of one that is wrong its first line alone. Null for an empty one. */
function takeRecord(waiting: Line[], width: number | null): CsvRecord | null {
  const line = waiting[0]?.line ?? 0;
  const { count, fields } = firstOf(waiting) ?? { count: 1, fields: "open" as const };
  if (typeof fields === "string") {
    waiting.shift();
    return {
      line,
      error:
        fields === "open" ? "A quote is opened and never closed." : "There is text after a closing quote.",
    };
  }
  const isEmpty = !fields.some(Boolean);
  const fits = isEmpty || width === null || fields.length === width;
  waiting.splice(0, fits ? count : 1);
  if (isEmpty) return null;
  return fits ? { line, fields } : { line, error: "The line has more or fewer fields than the header." };
}

function fieldsOf(text: string): string[] | "open" | "broken" {
  try {
    const [fields = []]: string[][] = parse(text, { trim: true, relax_quotes: true });
    return fields;
  } catch (error) {
    return error instanceof CsvError && error.code === "CSV_QUOTE_NOT_CLOSED" ? "open" : "broken";
  }
}
