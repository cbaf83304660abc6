import { fill } from "../language/strings";
import { formatDay, formatTime, zoneName } from "../time";

/** Sentences in the reader's language. */
interface ZoneTexts {
  /** Contains {zone} and {time}. */
  difference: string;
  /** Contains {time} and {day}. */
  timeOnDay: string;
}

/** "You're now in Pacific Time: that's 7:00 AM."; null if both zones show the same time. */
export function zoneDifference(at: number, zone: string, ownZone: string, texts: ZoneTexts): string | null {
  const time = formatTime(at, ownZone);
  const day = formatDay(at, ownZone);
  const isSameDay = day === formatDay(at, zone);
  if (isSameDay && time === formatTime(at, zone)) return null;
  return fill(texts.difference as "{zone} {time}", {
    zone: zoneName(at, ownZone),
    time: isSameDay ? time : fill(texts.timeOnDay as "{time} {day}", { time, day }),
  });
}
