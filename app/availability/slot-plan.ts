import { addDays, day, minute, offsetsBetween, startOfDay, weekdayOf } from "~/core/time";

/** A weekly pattern over a range of days, on a therapist's own clock. */
export interface SlotPattern {
  /** `YYYY-MM-DD`, both ends included. */
  fromDate: string;
  toDate: string;
  /** `HH:MM`; the end itself is no start. */
  startTime: string;
  endTime: string;
  /** Minutes from one start to the next. */
  interval: number;
  /** Weekdays, 0 for Sunday. */
  days: readonly number[];
}

export interface PlannedSlot {
  date: string;
  /** Milliseconds UTC; null where the clock skips this time. */
  start: number | null;
}

/** The days of a pattern, one after the other. */
export function datesOf({
  fromDate,
  toDate,
  days,
}: Pick<SlotPattern, "fromDate" | "toDate" | "days">): string[] {
  const dates: string[] = [];
  for (let date = fromDate; date <= toDate; date = addDays(date, 1)) {
    if (days.includes(weekdayOf(date))) dates.push(date);
  }
  return dates;
}

/** Minutes since midnight of `HH:MM`. */
export function minutesOf(time: string): number {
  const [hours = "0", minutes = "0"] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}

/** How many starts a day of the pattern has. */
export function startsPerDay({ startTime, endTime, interval }: SlotPattern): number {
  return Math.max(0, Math.ceil((minutesOf(endTime) - minutesOf(startTime)) / interval));
}

/** How many starts a week of the pattern has. */
export const startsPerWeek = (pattern: SlotPattern): number => startsPerDay(pattern) * pattern.days.length;

/**
 * Every start of a pattern. A wall time that the clock skips has no instant, one that comes twice
 * stands at its first.
 *
 * @param zone IANA name
 */
export function planSlots(pattern: SlotPattern, zone: string): PlannedSlot[] {
  const first = minutesOf(pattern.startTime);
  const times = Array.from({ length: startsPerDay(pattern) }, (_, index) => first + index * pattern.interval);
  return datesOf(pattern).flatMap((date) => {
    const start = startsOn(date, zone);
    return times.map((minutes) => ({ date, start: start(minutes) }));
  });
}

/**
 * When a day's wall clock shows so many minutes since midnight, for a day that is asked a thousand times: what
 * the clock does on it is looked up once.
 */
function startsOn(date: string, zone: string): (minutes: number) => number | null {
  const midnight = startOfDay(date, zone);
  const next = startOfDay(addDays(date, 1), zone);
  if (next - midnight === day) return (minutes) => midnight + minutes * minute;
  // Two days a year are not 24 hours long: the clock is ahead of UTC by one offset until it changes, then by another.
  let from = midnight;
  const pieces = offsetsBetween(zone, midnight, next).map(({ until, offset }) => {
    const piece = { from, until, offset };
    from = until;
    return piece;
  });
  return (minutes) => {
    const wall = Date.parse(date) + minutes * minute;
    const shown = pieces.find(({ from, until, offset }) => from <= wall - offset && wall - offset < until);
    return shown ? wall - shown.offset : null;
  };
}
