import { addDays, hour, instantOf, localDate, weekdayOf } from "~/core/time";

const opens = "09:00";
const closes = "17:00";

/** How long before a visit it should be confirmed at the latest. */
const confirmBefore = hour;

const isWorkday = (date: string) => ![0, 6].includes(weekdayOf(date));

/**
 * The instant after a number of business hours, which are 9 AM to 5 PM, Monday to Friday. Holidays count too.
 * @param from ms UTC, rounded up to a full hour
 * @param zone the IANA zone of the business
 * @returns ms UTC
 */
export function afterBusinessHours(from: number, hours: number, zone: string): number {
  let at = Math.ceil(from / hour) * hour;
  let left = hours * hour;
  for (let date = localDate(at, zone); ; date = addDays(date, 1)) {
    if (!isWorkday(date)) continue;
    const [open, close] = [opens, closes].map((time) => instantOf(date, time, zone) ?? at) as [
      number,
      number,
    ];
    at = Math.max(at, open);
    if (at >= close) continue;
    if (at + left <= close) return at + left;
    left -= close - at;
  }
}

/**
 * Until when the therapist of a visit confirms it. At the latest, that is an hour before the visit.
 * @returns ms UTC; null if the visit is too near to name a time
 */
export function confirmBy(visit: { start: number; zone: string; hours: number }, now: number): number | null {
  const by = Math.min(afterBusinessHours(now, visit.hours, visit.zone), visit.start - confirmBefore);
  return by > now ? by : null;
}
