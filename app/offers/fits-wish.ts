import { partOfDay } from "~/availability/part-of-day";
import { day, hour, localDate, weekdayOf } from "~/core/time";
import type { Wish } from "./offer-schema";

/** An offer must be at least this much earlier than the patient's visit. */
const shortestGain = day;

export interface Wanted extends Pick<Wish, "parts" | "weekdays" | "notice_hours"> {
  visitStart: number;
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
export const latestGain = ({ visitStart }: Pick<Wanted, "visitStart">): number => visitStart - shortestGain;

/** The reason that a time doesn't suit a patient. `not-earlier` means that it is less than a day earlier. */
export type Misfit = "not-earlier" | "cut-off" | "equipment" | "notice" | "part" | "weekday";

// The tests that format a date are last, because they are slow.
const tests: [Misfit, (wanted: Wanted, start: number, now: number) => boolean][] = [
  ["not-earlier", (wanted, start) => start > latestGain(wanted)],
  ["cut-off", ({ cutoffHours }, start, now) => start < now + cutoffHours * hour],
  ["equipment", ({ notBefore = 0 }, start) => start < notBefore],
  ["notice", ({ notice_hours }, start, now) => start < now + notice_hours * hour],
  ["part", ({ parts, zone }, start) => !parts.includes(partOfDay(start, zone))],
  ["weekday", ({ weekdays, zone }, start) => !weekdays.includes(weekdayAt(start, zone))],
];

export const listMisfits = (wanted: Wanted, start: number, now: number): Misfit[] =>
  tests.flatMap(([misfit, isMisfit]) => (isMisfit(wanted, start, now) ? [misfit] : []));

export const fitsWish = (wanted: Wanted, start: number, now: number): boolean =>
  !tests.some(([, isMisfit]) => isMisfit(wanted, start, now));
