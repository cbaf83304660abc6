/** FullCalendar's view for each `view` in the URL. */
export const calendarViews = { day: "timeGridDay", list: "listWeek", month: "dayGridMonth" } as const;
