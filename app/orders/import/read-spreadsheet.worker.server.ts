import { parentPort, workerData } from "node:worker_threads";
import { stringify } from "csv-stringify/sync";
import { unzipSync } from "fflate";
import { readSheet } from "read-excel-file/universal";
import { lowerThreadPriority } from "~/core/lower-thread-priority.server";

/** The CSV text, or null if the workbook is too large. */
export type SpreadsheetResult = { csv: string } | { isTooLarge: true };

const mostUnpackedBytes = 100e6;
// Excel counts days from 1900 or from 1904.
const fourYears = 1462 * 86_400_000;

lowerThreadPriority();
const file = workerData as ArrayBuffer;
parentPort?.postMessage(
  unpackedSize(file) > mostUnpackedBytes ? { isTooLarge: true } : { csv: await toCsv(file) },
);

/** In bytes, as the archive declares it. The reader allocates no more than that. */
function unpackedSize(archive: ArrayBuffer): number {
  let size = 0;
  unzipSync(new Uint8Array(archive), {
    filter: ({ originalSize }) => {
      size += originalSize;
      return false;
    },
  });
  return size;
}

type Cell = string | number | boolean | Date | null;

/** Reads the first sheet. */
async function toCsv(workbook: ArrayBuffer): Promise<string> {
  const rows = (await readSheet(workbook)) as Cell[][];
  const shift = missedShift(workbook);
  const widths = zeroFormats(workbook);
  return stringify(
    rows.map((row, index) =>
      row.map((value, column) => {
        const text = textOf(value, shift);
        const width = widths.get(`${index + 1} ${column}`);
        return width !== undefined && /^\d+$/.test(text) ? text.padStart(width, "0") : text;
      }),
    ),
  );
}

function unzipText(archive: ArrayBuffer, name: string): string {
  const { [name]: file } = unzipSync(new Uint8Array(archive), { filter: (one) => one.name === name });
  return new TextDecoder().decode(file);
}

/**
 * The digits of numbers that get their zeros at the start only from their cell's format, such as "00000", by line and
 * column. The reader returns the number without them.
 */
function zeroFormats(archive: ArrayBuffer): Map<string, number> {
  const styles = unzipText(archive, "xl/styles.xml");
  const digits = new Map<string, number>();
  for (const [format] of styles.matchAll(/<(?:\w+:)?numFmt\b[^>]*>/g)) {
    const [, code = ""] = /\bformatCode="(?:&quot;)?(0{2,15})(?:&quot;)?(?:;[^"]*)?"/.exec(format) ?? [];
    const [, id = ""] = /\bnumFmtId="(\d+)"/.exec(format) ?? [];
    if (code) digits.set(id, code.length);
  }
  const found = new Map<string, number>();
  if (digits.size === 0) return found;
  const [, cellFormats = ""] = /<(?:\w+:)?cellXfs\b[^>]*>(.*?)<\/(?:\w+:)?cellXfs>/s.exec(styles) ?? [];
  const widthOfStyle = [...cellFormats.matchAll(/<(?:\w+:)?xf\b[^>]*>/g)].map(([xf]) =>
    digits.get(/\bnumFmtId="(\d+)"/.exec(xf)?.[1] ?? ""),
  );
  for (const [cell] of unzipText(archive, firstSheet(archive)).matchAll(/<(?:\w+:)?c\b[^>]*>/g)) {
    const width = widthOfStyle[Number(/\bs="(\d+)"/.exec(cell)?.[1] ?? Number.NaN)];
    const [, letters = "", row = ""] = /\br="([A-Z]{1,3})(\d+)"/.exec(cell) ?? [];
    if (width !== undefined && row) found.set(`${row} ${columnNumber(letters)}`, width);
  }
  return found;
}

function columnNumber(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function firstSheet(archive: ArrayBuffer): string {
  const workbook = unzipText(archive, "xl/workbook.xml");
  const [sheet = ""] = /<(?:\w+:)?sheet\b[^>]*>/.exec(workbook) ?? [];
  const [, id = ""] = /\s\w+:id="([^"]+)"/.exec(sheet) ?? [];
  const links = unzipText(archive, "xl/_rels/workbook.xml.rels");
  const link = [...links.matchAll(/<Relationship\b[^>]*>/g)].find(([one]) => one.includes(`Id="${id}"`))?.[0];
  const [, target = "worksheets/sheet1.xml"] = /\bTarget="([^"]+)"/.exec(link ?? "") ?? [];
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
}

/** In ms. The reader recognizes dates from 1904 only by date1904="1". LibreOffice writes "true". */
function missedShift(archive: ArrayBuffer): number {
  const isMissed = /<(?:\w+:)?workbookPr\b[^>]*\bdate1904="true"/.test(unzipText(archive, "xl/workbook.xml"));
  return isMissed ? fourYears : 0;
}

/** A cell as one line, so that line numbers are the sheet's. A date has no time if it is midnight. */
function textOf(value: Cell, shift: number): string {
  if (value === null) return "";
  if (value instanceof Date) {
    return new Date(value.getTime() + shift).toISOString().replace("T00:00:00.000Z", "");
  }
  // Excel keeps 15 digits. A longer number has lost its end, and the import refuses an exponent.
  if (typeof value === "number" && Math.abs(value) >= 1e15) return value.toExponential();
  return String(value).replace(/\s*[\r\n]+\s*/g, " ");
}
