import { fill } from "../language/strings";
import { formatDay, formatTime, zoneName } from "../time";

interface ZoneTexts {
  /** Contains {zone} and {time}. */
  difference: string;
  /** Contains {time} and {day}. */
  timeOnDay: string;
}

/** "You're now in Pacific Time: that's 7:00 AM."; null if both zones show the same time. */
export function zoneDifference(at: number, zone: string, ownZone: string, texts: ZoneTexts): string | null {
  if (hasSameClock(at, zone, ownZone)) return null;
  const time = formatTime(at, ownZone);
  const day = formatDay(at, ownZone);
  const isSameDay = day === formatDay(at, zone);
  return fill(texts.difference as "{zone} {time}", {
    zone: zoneName(at, ownZone),
    time: isSameDay ? time : fill(texts.timeOnDay as "{time} {day}", { time, day }),
  });
}

/** True if clocks in both zones show the same day and time, as in Phoenix and Denver in winter. */
export const hasSameClock = (at: number, zone: string, other: string): boolean =>
  zone === other ||
  (formatTime(at, zone) === formatTime(at, other) && formatDay(at, zone) === formatDay(at, other));
