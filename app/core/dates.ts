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

const isoInstant = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const usTime = /^(\S+)\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AP]M)?$/i;

/**
 * Parses a time in the formats that order systems export. A time without a zone is UTC. A date without a time becomes
 * noon UTC, which is on the same date in all US zones.
 * @returns milliseconds UTC; null if it isn't a time
 */
export function instantIn(text: string): number | null {
  const typed = text.trim();
  if (isoInstant.test(typed)) {
    const zoned = /(Z|[+-]\d{2}:?\d{2})$/i.test(typed.slice(10)) ? typed : `${typed}Z`;
    const at = Date.parse(zoned.replace(" ", "T"));
    return Number.isNaN(at) || !dayOf(typed.slice(0, 10)) ? null : at;
  }
  const timed = usTime.exec(typed);
  const date = dayOf(timed?.[1] ?? typed);
  if (!date) return null;
  if (!timed) return Date.parse(`${date}T00:00:00Z`) + 12 * hour;
  const [, , hours = "", minutes = "", seconds = "00", half] = timed;
  const clock = half ? (Number(hours) % 12) + (half.toUpperCase() === "PM" ? 12 : 0) : Number(hours);
  const at = Date.parse(`${date}T${String(clock).padStart(2, "0")}:${minutes}:${seconds}Z`);
  return Number.isNaN(at) || (half && Number(hours) > 12) ? null : at;
}

/** "1/31/1956" for 1956-01-31. */
export const americanDate = (date: string): string => date.replace(/^(\d{4})-0?(\d+)-0?(\d+)$/, "$2/$3/$1");
