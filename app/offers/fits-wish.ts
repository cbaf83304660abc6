import { partOfDay } from "~/availability/part-of-day";
import { day, hour, localDate, weekdayOf } from "~/core/time";
import type { Wish } from "./offer-schema";

/** Only a time this much before the patient's own visit is worth an offer. */
export const shortestGain = day;

export interface Wanted extends Pick<Wish, "parts" | "weekdays" | "notice_hours"> {
  visitStart: number;
  /** IANA zone in which the patient reads the visit. */
  zone: string;
}

/** 1 for Monday to 7 for Sunday. */
const weekdayAt = (at: number, zone: string) => weekdayOf(localDate(at, zone)) || 7;

export function fitsWish(wanted: Wanted, start: number, now: number): boolean {
  const { visitStart, zone, parts, weekdays, notice_hours } = wanted;
  return (
    start <= visitStart - shortestGain &&
    start >= now + notice_hours * hour &&
    parts.includes(partOfDay(start, zone)) &&
    weekdays.includes(weekdayAt(start, zone))
  );
}
