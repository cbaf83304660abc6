import type { Config } from "~/config.server";
import { day, hour } from "~/core/time";
import { staleBefore } from "~/therapists/calendars/stale-before";

export interface Settings
  extends Pick<Config, "bookingLeadHours" | "bookingHorizonDays" | "calendarStaleMinutes"> {
  /** The earliest time for this patient, in ms UTC. */
  notBefore?: number | undefined;
}

/** The settings for a patient who can have a visit only from a time on. @param notBefore in ms UTC */
export const settingsFrom = (settings: Settings, notBefore: number | undefined): Settings => ({
  bookingLeadHours: settings.bookingLeadHours,
  bookingHorizonDays: settings.bookingHorizonDays,
  calendarStaleMinutes: settings.calendarStaleMinutes,
  notBefore,
});

/** From two hours to 60 days ahead by default. `readSince` closes the times of therapists with unreadable calendars. */
export function bookingWindow(settings: Settings, now: number) {
  return {
    from: Math.max(now + settings.bookingLeadHours * hour, settings.notBefore ?? 0),
    to: now + settings.bookingHorizonDays * day,
    readSince: staleBefore(settings, now),
  };
}
