import type { ScheduleFilters } from "../schedule-schema";

type Change = Partial<ScheduleFilters> & { at?: string; with?: number };

/** The address of the schedule with these filters; only what says something stands in it. */
export function scheduleHref(base: string, filters: ScheduleFilters, change: Change = {}): string {
  const wanted = { ...filters, ...change };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted)) {
    if (value !== undefined && value !== 0) query.set(name, String(value));
  }
  return query.size > 0 ? `${base}?${query}` : base;
}
