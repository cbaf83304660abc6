import { partOfDay } from "~/availability/part-of-day";
import { day, hour, localDate, weekdayOf } from "~/core/time";
import type { Wish } from "./offer-schema";

/** Only a time this much before the patient's own visit is worth an offer. */
const shortestGain = day;

export interface Wanted extends Pick<Wish, "parts" | "weekdays" | "notice_hours"> {
  visitStart: number;
  /** IANA zone in which the patient reads the visit. */
  zone: string;
}

/** 1 for Monday to 7 for Sunday. */
const weekdayAt = (at: number, zone: string) => weekdayOf(localDate(at, zone)) || 7;

/** Why a time doesn't suit a patient; `not-earlier` also for less than a day earlier. */
export type Misfit = "not-earlier" | "notice" | "part" | "weekday";

export function listMisfits(wanted: Wanted, start: number, now: number): Misfit[] {
  const { visitStart, zone, parts, weekdays, notice_hours } = wanted;
  return [
    ...(start > visitStart - shortestGain ? ["not-earlier" as const] : []),
    ...(start < now + notice_hours * hour ? ["notice" as const] : []),
    ...(parts.includes(partOfDay(start, zone)) ? [] : ["part" as const]),
    ...(weekdays.includes(weekdayAt(start, zone)) ? [] : ["weekday" as const]),
  ];
}

export const fitsWish = (wanted: Wanted, start: number, now: number): boolean =>
  listMisfits(wanted, start, now).length === 0;
