import { addDays, weekdayOf } from "~/core/time";

/** Both are `YYYY-MM-DD`, in the therapists' zones. `to` is exclusive. */
export interface Period {
  from: string;
  to: string;
}

/** Weeks begin on Sunday. */
export const sundayOf = (date: string): string => addDays(date, -weekdayOf(date));

/** The Sundays of the current week and the previous weeks, newest first. */
export const weeksBefore = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(sundayOf(today), -7 * index));

/** One week, or a number of weeks that ends with the current one. */
export function periodOf(today: string, weeks: number, week?: string): Period {
  const last = sundayOf(week ?? today);
  return { from: week ? last : addDays(last, -7 * (weeks - 1)), to: addDays(last, 7) };
}
