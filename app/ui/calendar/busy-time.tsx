import type { CalendarOptions } from "@fullcalendar/react";
import type { StaffCalendarOptions } from "./calendar-options";

const display = "background";

export const isBusyTime = (event: { display?: string }): boolean => event.display === display;

/** Events behind the visits, for the times of another calendar. */
export const busyTimesIn = ({ busy = [] }: StaffCalendarOptions, from: number, to: number) =>
  busy.filter(({ start, end }) => start < to && end > from).map((span) => ({ ...span, display }));

export const busyTimeLook: CalendarOptions = {
  backgroundEventColor: "transparent",
  backgroundEventContent: () => <span className="busy-time">Busy</span>,
};
