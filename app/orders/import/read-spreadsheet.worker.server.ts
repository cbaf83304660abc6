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
  return stringify(rows.map((row) => row.map((value) => textOf(value, shift))));
}

/** In ms. The reader recognizes dates from 1904 only by date1904="1". LibreOffice writes "true". */
function missedShift(archive: ArrayBuffer): number {
  const name = "xl/workbook.xml";
  const { [name]: file } = unzipSync(new Uint8Array(archive), { filter: (one) => one.name === name });
  const isMissed = /<(?:\w+:)?workbookPr\b[^>]*\bdate1904="true"/.test(new TextDecoder().decode(file));
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
