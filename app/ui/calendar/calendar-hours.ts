import { addDays, localDate, minute, startOfDay, wallTime } from "~/core/time";
import type { CalendarEvent } from "./calendar-event";

export const wideHours = { slotMinTime: "07:00", slotMaxTime: "18:30", height: "72vh" };
export const narrowHours = { slotMinTime: "08:00", slotMaxTime: "18:00", height: "62vh" };
export const narrowWidth = "(max-width: 820px)";

interface Hours {
  /** `HH:MM` in the calendar's time zone */
  slotMinTime: string;
  slotMaxTime: string;
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

function spanOf({ start, end }: CalendarEvent, zone: string) {
  const at = Date.parse(start);
  const from = minutesOf(wallTime(at, zone).slice(11, 16));
  return { from, to: from + (Date.parse(end) - at) / minute };
}

export function outsideOf(visits: CalendarEvent[], hours: Hours, zone: string): CalendarEvent[] {
  const [min, max] = [minutesOf(hours.slotMinTime), minutesOf(hours.slotMaxTime)];
  return visits.filter((visit) => {
    const { from, to } = spanOf(visit, zone);
    return to <= min || from >= max;
  });
}

/** Extends the hours, in full hours, to include every visit. */
export function widened(visits: CalendarEvent[], hours: Hours, zone: string): Hours {
  const spans = visits.map((visit) => spanOf(visit, zone));
  const first = Math.min(...spans.map(({ from }) => Math.floor(from / 60) * 60));
  const last = Math.max(...spans.map(({ to }) => Math.ceil(to / 60) * 60));
  return {
    slotMinTime: timeOf(Math.min(first, minutesOf(hours.slotMinTime))),
    slotMaxTime: timeOf(Math.max(last, minutesOf(hours.slotMaxTime))),
  };
}

/** Extends a grid's range to full days, because visits may be outside its hours. */
export function wholeDays(start: Date, end: Date, zone: string): [number, number] {
  const last = localDate(end.getTime() - 1, zone);
  return [startOfDay(localDate(start.getTime(), zone), zone), startOfDay(addDays(last, 1), zone)];
}
