import {
  formatClock,
  formatDay,
  formatFull,
  formatFullTimeFirst,
  formatShortDay,
  formatTime,
  formatWhen,
  zoneLabel,
} from "~/core/time";

/** How a page shows a time. `zone` is only the time zone's label. */
export const timeFormats = {
  day: formatDay,
  "short-day": formatShortDay,
  time: formatTime,
  clock: formatClock,
  when: formatWhen,
  full: formatFull,
  "full-time-first": formatFullTimeFirst,
  zone: zoneLabel,
};

export type TimeFormat = keyof typeof timeFormats;
