import { dayInCell, instantIn } from "~/core/dates";
import { hour } from "~/core/time";
import { writtenDate } from "~/orders/import/written-date";

/**
 * The date of the night in a cell. A date without a time is the night's own date, as devices name it. A time belongs to the
 * night that lasts from noon to noon, on the clock of the device.
 * @param isTimed true if the column has times: midnight is a time then
 * @returns `YYYY-MM-DD`; null if it isn't a date
 */
export function nightIn(cell: string, { isTimed, now }: { isTimed: boolean; now: number }): string | null {
  const written = writtenDate(cell, { isBirth: false, now });
  const date = dayInCell(written);
  if (date && !isTimed) return date;
  const at = date ? Date.parse(`${date}T00:00:00Z`) : instantIn(withoutZone(written));
  return at === null ? null : new Date(at - 12 * hour).toISOString().slice(0, 10);
}

/** True if a cell has a time other than midnight. */
export const hasTime = (cell: string, now: number): boolean => {
  const written = writtenDate(cell, { isBirth: false, now });
  return dayInCell(written) === null && instantIn(withoutZone(written)) !== null;
};

/** A night is named by the clock of the device, which is the one that is written. */
const withoutZone = (written: string) =>
  written.trim().replace(/(?<=:\d{2}(?:\.\d+)?)(Z|[+-]\d{2}:?\d{2})$/i, "");

/** A workbook's cell with a time format, which counts from December 30, 1899. */
const workbookClock = /^1899-12-(30|31)T(\d\d):(\d\d):/;

const clock = /^(-?)(\d{1,4}):(\d{1,2})(?::(\d{1,2})(?:\.\d+)?)?$/;
const words =
  /^(-?)(?:(\d{1,4})\s*h(?:ou)?r?s?\.?)?[\s,]*(?:(\d{1,4})\s*m(?:in(?:ute)?s?)?\.?)?(?:\s*\d{1,2}\s*s(?:ec)?\w*\.?)?$/i;

/**
 * The minutes of use in a cell such as "412", "6.87", "6:52", "6:52:30", or "6 h 52 min". Parts of a minute don't count.
 * @param unit what a plain number is
 * @returns null if it isn't a duration; negative and too long ones are returned as they are
 */
export function minutesIn(cell: string, unit: "minutes" | "hours"): number | null {
  const typed = cell.trim();
  const [, day, ...time] = workbookClock.exec(typed) ?? [];
  if (day) return (Number(day) - 30) * 1440 + Number(time[0]) * 60 + Number(time[1]);
  const number = /^-?\d{1,6}(?:[.,]\d+)?$/.test(typed) ? Number(typed.replace(",", ".")) : null;
  if (number !== null) return Math.floor(number * (unit === "hours" ? 60 : 1) + 1e-6);
  const [, sign, hours, minutes] = clock.exec(typed) ?? (typed === "" ? null : words.exec(typed)) ?? [];
  if (hours === undefined && minutes === undefined) return null;
  if (Number(minutes ?? 0) > 59 && hours !== undefined) return null;
  return (sign ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}
