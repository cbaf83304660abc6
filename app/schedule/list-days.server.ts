import type { OpenTime } from "~/availability/list-open-times.server";
import type { ScheduleFilters } from "./schedule-schema";

// Keeps the page shorter than four phone screens.
const maxTimes = 24;

/** The number of times that fit on a phone's first screen. */
export const enoughTimes = 5;

export interface ListedDay {
  /** `YYYY-MM-DD` */
  date: string;
  times: OpenTime[];
}

export interface ListedDays {
  list: ListedDay[];
  /** Where the next page starts: on a later day, or on the same day after `skip` times. */
  next: { from: string; skip: number } | null;
}

type ListTimes = (date: string, page: { limit: number; offset: number }) => Promise<OpenTime[]>;

/** Lists the first day, then more days until the first screen is full. */
export async function listDays(
  days: string[],
  { date, from, month, skip }: ScheduleFilters,
  listTimes: ListTimes,
): Promise<ListedDays> {
  const start = from ?? month ?? "";
  const list: ListedDay[] = [];
  let shown = 0;
  let offset = skip;
  for (const day of days.filter((each) => (date ? each === date : each >= start))) {
    if (shown >= enoughTimes) return { list, next: { from: day, skip: 0 } };
    const limit = maxTimes - shown;
    const times = await listTimes(day, { limit: limit + 1, offset });
    if (times.length > 0) list.push({ date: day, times: times.slice(0, limit) });
    if (times.length > limit) return { list, next: { from: day, skip: offset + limit } };
    shown += times.length;
    offset = 0;
  }
  return { list, next: null };
}

export function nearestDay(wanted: string, days: string[]): string | undefined {
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(wanted));
  return days.toSorted((one, other) => distance(one) - distance(other))[0];
}
