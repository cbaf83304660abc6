import type { Config } from "~/config.server";
import { day, hour, minute } from "~/core/time";

export type Settings = Pick<Config, "bookingLeadHours" | "bookingHorizonDays" | "calendarStaleMinutes">;

/** From two hours to 60 days ahead by default. `readSince` closes the times of therapists with unreadable calendars. */
export function bookingWindow(settings: Settings, now: number) {
  return {
    from: now + settings.bookingLeadHours * hour,
    to: now + settings.bookingHorizonDays * day,
    readSince: now - settings.calendarStaleMinutes * minute,
  };
}
