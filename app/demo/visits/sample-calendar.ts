import { addDays, day, instantOf, minute, startOfDay, weekdayOf, zoneOrUtc } from "~/core/time";
import type { Therapist } from "../people/staff";
import type { Random } from "../random.server";

/** A time that a visit can have: starts of one day are an hour apart, so that none overlap. */
export interface Opening {
  therapist: Therapist;
  /** Days from today. */
  dayIndex: number;
  /** The calendar day in the therapist's own zone, `YYYY-MM-DD`. */
  date: string;
  /** Milliseconds UTC. */
  start: number;
}

/** The days around today and who is taken when. Days count from today, which is 0; today is a day in UTC. */
export interface Calendar {
  /** When today began, milliseconds UTC: everything that has happened lies before. */
  now: number;
  date(dayIndex: number): string;
  isWeekday(dayIndex: number): boolean;
  /** The nth weekday after today. */
  weekdayAhead(nth: number): number;
  /** Minutes after midnight at which the therapist's day begins. */
  opensAt(therapist: Therapist, dayIndex: number): number;
  /** The instant of a wall time of that day in the therapist's zone; `minutes` after midnight, from 8:00 on. */
  instant(therapist: Therapist, dayIndex: number, minutes: number): number;
  /** Takes a free time on that day; null where there is none. */
  take(random: Random, therapist: Therapist, dayIndex: number): Opening | null;
  /** Takes a time on that day or the nearest weekday before it that has one. */
  takeBefore(random: Random, therapist: Therapist, dayIndex: number): Opening;
  /** Takes a time on that day or the nearest weekday after it that has one. */
  takeAfter(random: Random, therapist: Therapist, dayIndex: number): Opening;
  /** A moment in office hours on that day, or on the Friday before a weekend. */
  officeMoment(random: Random, dayIndex: number): number;
}

/** How many visits a therapist's day has room for. */
const visitsADay = 8;

/** @param today a day in UTC, `YYYY-MM-DD` */
export function calendarOf(today: string): Calendar {
  const now = startOfDay(today, "UTC");
  const todayIs = weekdayOf(today);
  const dates = new Map<number, string>();
  const mornings = new Map<string, number>();
  const taken = new Map<string, number>();

  function date(dayIndex: number): string {
    let found = dates.get(dayIndex);
    if (!found) {
      found = addDays(today, dayIndex);
      dates.set(dayIndex, found);
    }
    return found;
  }

  function isWeekday(dayIndex: number): boolean {
    const weekday = (((todayIs + dayIndex) % 7) + 7) % 7;
    return weekday !== 0 && weekday !== 6;
  }

  function weekdayAhead(nth: number): number {
    let dayIndex = 0;
    for (let left = nth; left > 0; left--) {
      do dayIndex++;
      while (!isWeekday(dayIndex));
    }
    return dayIndex;
  }

  // Every third therapist works late on every other day, so that there are evenings to choose.
  const opensAt = ({ index }: Therapist, dayIndex: number) =>
    index % 3 === 2 && dayIndex % 2 !== 0 ? 11 * 60 : 8 * 60;

  // No zone changes its clock after eight in the morning, so one look-up a day is enough.
  function instant({ place }: Therapist, dayIndex: number, minutes: number): number {
    const key = `${place.zone} ${dayIndex}`;
    let eight = mornings.get(key);
    if (eight === undefined) {
      eight = instantOf(date(dayIndex), "08:00", zoneOrUtc(place.zone)) ?? 0;
      mornings.set(key, eight);
    }
    return eight + (minutes - 8 * 60) * minute;
  }

  function take(random: Random, therapist: Therapist, dayIndex: number): Opening | null {
    const key = `${therapist.index} ${dayIndex}`;
    const bits = taken.get(key) ?? 0;
    const from = random.whole(0, visitsADay - 1);
    for (let step = 0; step < visitsADay; step++) {
      const nth = (from + step) % visitsADay;
      if (bits & (1 << nth)) continue;
      taken.set(key, bits | (1 << nth));
      const half = (therapist.index + dayIndex) % 2 === 0 ? 0 : 30;
      const minutes = opensAt(therapist, dayIndex) + half + nth * 60;
      return { therapist, dayIndex, date: date(dayIndex), start: instant(therapist, dayIndex, minutes) };
    }
    return null;
  }

  function takeNear(random: Random, therapist: Therapist, dayIndex: number, step: 1 | -1): Opening {
    for (let at = dayIndex; ; at += step) {
      const opening = isWeekday(at) ? take(random, therapist, at) : null;
      if (opening) return opening;
    }
  }

  return {
    now,
    date,
    isWeekday,
    weekdayAhead,
    opensAt,
    instant,
    take,
    takeBefore: (random, therapist, dayIndex) => takeNear(random, therapist, dayIndex, -1),
    takeAfter: (random, therapist, dayIndex) => takeNear(random, therapist, dayIndex, 1),
    officeMoment(random, dayIndex) {
      let at = dayIndex;
      while (!isWeekday(at)) at--;
      return now + at * day + random.whole(14 * 60, 22 * 60) * minute + random.whole(0, 59) * 1000;
    },
  };
}

/** Goes back from a moment by a stretch of so many hours at most. */
export function earlier(random: Random, at: number, lowestHours: number, highestHours: number): number {
  return at - random.whole(lowestHours * 60, highestHours * 60) * minute - random.whole(0, 59) * 1000;
}
