import { formatDay, formatTime, zoneName } from "../time";

/** "You're now in Pacific Time: that's 7:00 AM."; null where both zones show the same time. */
export function zoneDifference(at: number, zone: string, viewer: string): string | null {
  const time = formatTime(at, viewer);
  const day = formatDay(at, viewer);
  const isSameDay = day === formatDay(at, zone);
  if (isSameDay && time === formatTime(at, zone)) return null;
  return `You're now in ${zoneName(at, viewer)}: that's ${isSameDay ? time : `${time} on ${day}`}.`;
}
