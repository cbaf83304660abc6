import { memoizeByKey } from "~/core/memoize-by-key";
import { addDays, day, instantOf, minute, startOfDay, weekdayOf, zoneOrUtc } from "~/core/time";
import type { Therapist } from "../people/staff";
import type { Random } from "../random.server";

export interface Opening {
  therapist: Therapist;
  dayIndex: number;
  date: string;
  start: number;
}

const visitsADay = 8;

export type Calendar = ReturnType<typeof calendarOf>;

/** The clinic's days, counted from today, and the times that its sample visits have not booked yet. */
export function calendarOf(today: string) {
  const now = startOfDay(today, "UTC");
  const todayIs = weekdayOf(today);
  const mornings = memoizeByKey<number>();
  const booked = new Map<string, number>();

  const date = (dayIndex: number) => addDays(today, dayIndex);

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

  /** Minutes after midnight. */
  const opensAt = ({ index }: Therapist, dayIndex: number) =>
    index % 3 === 2 && dayIndex % 2 !== 0 ? 11 * 60 : 8 * 60;

  function instant({ place }: Therapist, dayIndex: number, minutes: number): number {
    const eight = mornings(
      `${place.zone} ${dayIndex}`,
      () => instantOf(date(dayIndex), "08:00", zoneOrUtc(place.zone)) ?? 0,
    );
    return eight + (minutes - 8 * 60) * minute;
  }

  function book(random: Random, therapist: Therapist, dayIndex: number): Opening | null {
    const key = `${therapist.index} ${dayIndex}`;
    const bits = booked.get(key) ?? 0;
    const from = random.whole(0, visitsADay - 1);
    for (let step = 0; step < visitsADay; step++) {
      const nth = (from + step) % visitsADay;
      if (bits & (1 << nth)) continue;
      booked.set(key, bits | (1 << nth));
      const half = (therapist.index + dayIndex) % 2 === 0 ? 0 : 30;
      const minutes = opensAt(therapist, dayIndex) + half + nth * 60;
      return { therapist, dayIndex, date: date(dayIndex), start: instant(therapist, dayIndex, minutes) };
    }
    return null;
  }

  function bookNear(random: Random, therapist: Therapist, dayIndex: number, step: 1 | -1): Opening {
    for (let at = dayIndex; ; at += step) {
      const opening = isWeekday(at) ? book(random, therapist, at) : null;
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
    book,
    bookOnOrBefore: (random: Random, therapist: Therapist, dayIndex: number) =>
      bookNear(random, therapist, dayIndex, -1),
    bookOnOrAfter: (random: Random, therapist: Therapist, dayIndex: number) =>
      bookNear(random, therapist, dayIndex, 1),
    officeMoment(random: Random, dayIndex: number): number {
      let at = dayIndex;
      while (!isWeekday(at)) at--;
      return now + at * day + random.whole(14 * 60, 22 * 60) * minute + random.whole(0, 59) * 1000;
    },
  };
}

export function earlier(random: Random, at: number, lowestHours: number, highestHours: number): number {
  return at - random.whole(lowestHours * 60, highestHours * 60) * minute - random.whole(0, 59) * 1000;
}
