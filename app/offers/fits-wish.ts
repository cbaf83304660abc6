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
  /** The shortest notice (ms) for a time on the same day; null if the patient wants none now. */
  sameDayNotice: number | null;
  /** The cutoff of the patient's company. */
  cutoffHours: number;
  /** The earliest time that the equipment allows, in ms UTC. */
  notBefore?: number | undefined;
  /** The IANA time zone in which the patient sees the visit. */
  zone: string;
}

/** 1 for Monday to 7 for Sunday. */
const weekdayAt = (at: number, zone: string) => weekdayOf(localDate(at, zone)) || 7;

/** The latest time that is early enough for the patient. */
export const latestGain = ({ visitStart, untilAt }: Pick<Wanted, "visitStart" | "untilAt">): number =>
  visitStart === null ? (untilAt ?? 0) - 1 : visitStart - shortestGain;

/** A patient on standby can start on the same day at shorter notice than the company's cutoff. */
export const isSameDayGap = (wanted: Wanted, start: number, now: number): boolean =>
  wanted.sameDayNotice !== null &&
  start >= now + wanted.sameDayNotice &&
  localDate(start, wanted.zone) === localDate(now, wanted.zone);

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
    (wanted, start, now) => start < now + wanted.cutoffHours * hour && !isSameDayGap(wanted, start, now),
  ],
  ["equipment", ({ notBefore = 0 }, start) => start < notBefore],
  [
    "notice",
    (wanted, start, now) => start < now + wanted.notice_hours * hour && !isSameDayGap(wanted, start, now),
  ],
  ["part", ({ parts, zone }, start) => !parts.includes(partOfDay(start, zone))],
  ["weekday", ({ weekdays, zone }, start) => !weekdays.includes(weekdayAt(start, zone))],
];

export const listMisfits = (wanted: Wanted, start: number, now: number): Misfit[] =>
  tests.flatMap(([misfit, isMisfit]) => (isMisfit(wanted, start, now) ? [misfit] : []));

export const fitsWish = (wanted: Wanted, start: number, now: number): boolean =>
  !tests.some(([, isMisfit]) => isMisfit(wanted, start, now));
