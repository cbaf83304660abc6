import { minute } from "~/core/time";

interface StaleSettings {
  calendarStaleMinutes: number;
}

/** A calendar that hasn't been read for this long (ms) closes its therapist's open times. */
export const staleAfter = ({ calendarStaleMinutes }: StaleSettings): number => calendarStaleMinutes * minute;

/** Calendars last read before this time (ms UTC) are stale. */
export const staleBefore = (settings: StaleSettings, now: number): number => now - staleAfter(settings);
