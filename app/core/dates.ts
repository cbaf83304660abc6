import { hour } from "./time";

/**
 * Parses a date such as 2026-01-31, 1/31/2026 or 01312026.
 * @returns `YYYY-MM-DD`; null if it isn't a date between 1900 and 2100
 */
export function dayOf(text: string): string | null {
  const typed = text.trim();
  const parts =
    /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/.exec(typed) ??
    /^(?<month>\d{1,2})[/-](?<day>\d{1,2})[/-](?<year>\d{4})$/.exec(typed) ??
    /^(?<month>\d{2})(?<day>\d{2})(?<year>\d{4})$/.exec(typed);
  const { year = "", month = "", day = "" } = parts?.groups ?? {};
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = Date.parse(`${written}T00:00:00Z`);
  // Date.parse turns the 31st of a shorter month into a day of the next month.
  if (Number.isNaN(at) || new Date(at).getUTCDate() !== Number(day)) return null;
  return year >= "1900" && year <= "2100" ? written : null;
}

// "2026-01-31T00:00:00Z", "1/31/2026 0:00" and "1/31/2026 12:00:00 AM" are dates that got a time when they were exported.
const midnight =
  /^(\S+?)(?:T|\s+)(?:(?:0?0:00(?::00(?:\.0+)?)?)(?:Z|[+-]\d{2}:?\d{2})?|12:00(?::00)?\s*AM)$/i;

// The days from here are the numbers that Excel stores for dates.
const excelStart = Date.UTC(1899, 11, 30);

/** Milliseconds UTC for an Excel date like 46053; null if it could also be a date like 2/23/11, written as 22311. */
function excelInstant(text: string): number | null {
  const [, month, date, fraction = ""] = /^([1-9])(\d{2})\d{2}(\.\d+)?$/.exec(text) ?? [];
  if (!month || (!fraction && Number(date) >= 1 && Number(date) <= 31)) return null;
  return excelStart + Math.round(Number(text) * 24 * 3600) * 1000;
}

/**
 * Parses a date from a spreadsheet: like `dayOf`, also with a time of midnight, or as Excel's number of a day.
 * @returns `YYYY-MM-DD`; null if it isn't a date
 */
export function dayInCell(text: string): string | null {
  const typed = text.trim();
  const serial = excelInstant(typed);
  if (serial !== null) return serial % (24 * hour) === 0 ? new Date(serial).toISOString().slice(0, 10) : null;
  return dayOf(midnight.exec(typed)?.[1] ?? typed);
}

const isoInstant = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const usTime = /^(\S+)\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AP]M)?$/i;

/**
 * Parses a time in the formats that order systems export. A time without a zone is UTC. A date without a time, or at
 * midnight, becomes noon UTC, which is on the same date in all US zones.
 * @returns milliseconds UTC; null if it isn't a time
 */
export function instantIn(text: string): number | null {
  const typed = text.trim();
  const date = dayInCell(typed);
  if (date) return Date.parse(`${date}T00:00:00Z`) + 12 * hour;
  const serial = excelInstant(typed);
  if (serial !== null) return serial;
  if (isoInstant.test(typed)) {
    const zoned = /(Z|[+-]\d{2}:?\d{2})$/i.test(typed.slice(10)) ? typed : `${typed}Z`;
    const at = Date.parse(zoned.replace(" ", "T"));
    return Number.isNaN(at) || !dayOf(typed.slice(0, 10)) ? null : at;
  }
  const timed = usTime.exec(typed);
  const timedDate = dayOf(timed?.[1] ?? "");
  if (!timed || !timedDate) return null;
  const [, , hours = "", minutes = "", seconds = "00", half] = timed;
  const clock = half ? (Number(hours) % 12) + (half.toUpperCase() === "PM" ? 12 : 0) : Number(hours);
  const at = Date.parse(`${timedDate}T${String(clock).padStart(2, "0")}:${minutes}:${seconds}Z`);
  return Number.isNaN(at) || (half && Number(hours) > 12) ? null : at;
}

/** "1/31/1956" for 1956-01-31. */
export const americanDate = (date: string): string => date.replace(/^(\d{4})-0?(\d+)-0?(\d+)$/, "$2/$3/$1");
