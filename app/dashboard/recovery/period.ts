import { addDays, weekdayOf } from "~/core/time";

export interface Period {
  /** `YYYY-MM-DD` in the therapists' zones; `to` is exclusive. */
  from: string;
  to: string;
}

/** Weeks begin on Sunday. */
export const sundayOf = (date: string): string => addDays(date, -weekdayOf(date));

/** The Sundays of the current week and the previous weeks, newest first. */
export const weeksBefore = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(sundayOf(today), -7 * index));

/** The given number of weeks up to the end of the current one, or one week. */
export function periodOf(today: string, weeks: number, week?: string): Period {
  if (week) return { from: sundayOf(week), to: addDays(sundayOf(week), 7) };
  const sunday = sundayOf(today);
  return { from: addDays(sunday, -7 * (weeks - 1)), to: addDays(sunday, 7) };
}
