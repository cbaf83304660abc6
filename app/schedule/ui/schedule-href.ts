import type { ScheduleFilters } from "../schedule-schema";

type Change = Partial<ScheduleFilters> & { at?: string; with?: number };

export function scheduleHref(base: string, filters: ScheduleFilters, change: Change = {}): string {
  const params = { ...filters, time: undefined, ...change };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== 0) query.set(name, String(value));
  }
  return query.size > 0 ? `${base}?${query}` : base;
}

export const firstPageHref = (base: string, filters: ScheduleFilters, change: Change = {}): string =>
  scheduleHref(base, filters, { from: undefined, skip: 0, ...change });

/** Without scripts, the browser scrolls to the times. */
export const timesHref = (base: string, filters: ScheduleFilters, change: Change): string =>
  `${firstPageHref(base, filters, change)}#times`;
