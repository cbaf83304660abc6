import { partOfDay } from "~/availability/part-of-day";
import { day, hour, localDate, weekdayOf } from "~/core/time";
import type { Wish } from "./offer-schema";

/** An offer must be at least this much earlier than the patient's visit. */
const shortestGain = day;

export interface Wanted extends Pick<Wish, "parts" | "weekdays" | "notice_hours"> {
  /** Null for a patient without a visit. */
  visitStart: number | null;
  /** When a patient without a visit stops waiting, ms UTC. */
  untilAt: number | null;
  /** The shortest notice (ms) for a patient on standby; null for other patients, and shortly before quiet hours. */
  shortNotice: number | null;
  cutoffHours: number;
  /** The earliest time that the equipment allows, in ms UTC. */
  notBefore?: number | undefined;
  /** The IANA time zone in which the patient sees the visit. */
  zone: string;
}

/** The last time's part of the day and weekday (1 for Monday to 7 for Sunday) in each zone. Formatting is slow. */
const shown = { at: 0, byZone: new Map<string, { part: Wish["parts"][number]; weekday: number }>() };

function shownAt(at: number, zone: string) {
  if (shown.at !== at) {
    shown.at = at;
    shown.byZone.clear();
  }
  const known = shown.byZone.get(zone);
  if (known) return known;
  const time = { part: partOfDay(at, zone), weekday: weekdayOf(localDate(at, zone)) || 7 };
  shown.byZone.set(zone, time);
  return time;
}

/** The latest time that is early enough for the patient. */
export const latestGain = ({ visitStart, untilAt }: Pick<Wanted, "visitStart" | "untilAt">): number =>
  visitStart === null ? (untilAt ?? 0) - 1 : visitStart - shortestGain;

/** A patient on standby can start, today or the next morning, at shorter notice than the company's cutoff. */
const isShortNotice = ({ shortNotice }: Wanted, start: number, now: number): boolean =>
  shortNotice !== null && start >= now + shortNotice;

/**
 * The reason that a time doesn't suit a patient. `not-earlier` means that it is less than a day earlier than the visit,
 * or after the last day of a patient without one.
 */
export type Misfit = "not-earlier" | "cut-off" | "equipment" | "notice" | "part" | "weekday";

// The tests that format a date are last, because they are slow.
const tests: [Misfit, (wanted: Wanted, start: number, now: number) => boolean][] = [
  ["not-earlier", (wanted, start) => start > latestGain(wanted)],
  [
    "cut-off",
    (wanted, start, now) => start < now + wanted.cutoffHours * hour && !isShortNotice(wanted, start, now),
  ],
  ["equipment", ({ notBefore = 0 }, start) => start < notBefore],
  [
    "notice",
    (wanted, start, now) => start < now + wanted.notice_hours * hour && !isShortNotice(wanted, start, now),
  ],
  ["part", ({ parts, zone }, start) => !parts.includes(shownAt(start, zone).part)],
  ["weekday", ({ weekdays, zone }, start) => !weekdays.includes(shownAt(start, zone).weekday)],
];

export const listMisfits = (wanted: Wanted, start: number, now: number): Misfit[] =>
  tests.flatMap(([misfit, isMisfit]) => (isMisfit(wanted, start, now) ? [misfit] : []));

export const fitsWish = (wanted: Wanted, start: number, now: number): boolean =>
  !tests.some(([, isMisfit]) => isMisfit(wanted, start, now));
