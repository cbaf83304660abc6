import { addDays, day, instantOf, minute, startOfDay, weekdayOf } from "~/core/time";

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
    const midnight = startOfDay(date, zone);
    // Only on the two days a year that are not 24 hours long is the wall clock asked for each time.
    const plain = startOfDay(addDays(date, 1), zone) - midnight === day;
    return times.map((minutes) => ({
      date,
      start: plain ? midnight + minutes * minute : instantOf(date, clockTime(minutes), zone),
    }));
  });
}

const clockTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
