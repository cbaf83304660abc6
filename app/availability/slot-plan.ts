import { addDays, day, minute, startOfDay, weekdayOf } from "~/core/time";
import { offsetsBetween } from "~/core/zones/offsets";

export interface SlotPattern {
  fromDate: string;
  toDate: string;
  startTime: string;
  endTime: string;
  interval: number;
  days: readonly number[];
}

export interface PlannedSlot {
  date: string;
  /** Milliseconds UTC; null if the clock skips this time. */
  start: number | null;
  /** The IDs of the kinds of visits that it is for, as JSON. Without it, every kind. */
  kinds?: string | undefined;
}

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

function minutesOf(time: string): number {
  const [hours = "0", minutes = "0"] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}

export function startsPerDay({ startTime, endTime, interval }: SlotPattern): number {
  return Math.max(0, Math.ceil((minutesOf(endTime) - minutesOf(startTime)) / interval));
}

/** Plans slots. A wall time that the clock skips has no instant, and one that occurs twice gets the first. */
export function planSlots(pattern: SlotPattern, zone: string, kinds?: string): PlannedSlot[] {
  const first = minutesOf(pattern.startTime);
  const times = Array.from({ length: startsPerDay(pattern) }, (_, index) => first + index * pattern.interval);
  return datesOf(pattern).flatMap((date) => {
    const toInstant = clockOn(date, zone);
    return times.map((minutes) => ({ date, start: toInstant(minutes), kinds }));
  });
}

/** The hours of each day in a pattern, in ms UTC; the end is exclusive. Omits days whose hours the clock skips. */
export function planHours(pattern: SlotPattern, zone: string): { date: string; from: number; to: number }[] {
  const first = minutesOf(pattern.startTime);
  const last = minutesOf(pattern.endTime) - 1;
  return datesOf(pattern).flatMap((date) => {
    const toInstant = clockOn(date, zone);
    let [opens, closes] = [first, last];
    while (opens < last && toInstant(opens) === null) opens += 1;
    while (closes > opens && toInstant(closes) === null) closes -= 1;
    const [from, to] = [toInstant(opens), toInstant(closes)];
    return from === null || to === null ? [] : [{ date, from, to: to + 1 }];
  });
}

/** Converts minutes since midnight on a day's wall clock to ms UTC; null if the clock skips them. */
function clockOn(date: string, zone: string): (minutes: number) => number | null {
  const midnight = startOfDay(date, zone);
  const next = startOfDay(addDays(date, 1), zone);
  if (next - midnight === day) return (minutes) => midnight + minutes * minute;
  let from = midnight;
  const pieces = offsetsBetween(zone, midnight, next).map(({ until, offset }) => {
    const piece = { from, until, offset };
    from = until;
    return piece;
  });
  return (minutes) => {
    const wall = Date.parse(date) + minutes * minute;
    const piece = pieces.find(({ from, until, offset }) => from <= wall - offset && wall - offset < until);
    return piece ? wall - piece.offset : null;
  };
}
