import { addDays, hour, instantOf, localDate, startOfDay, weekdayOf } from "~/core/time";

/** 9 AM on the next day from Monday to Friday, in milliseconds UTC. */
export function nextBusinessDay(now: number, zone: string): number {
  let date = addDays(localDate(now, zone), 1);
  while ([0, 6].includes(weekdayOf(date))) date = addDays(date, 1);
  return instantOf(date, "09:00", zone) ?? startOfDay(date, zone) + 9 * hour;
}
