/** FullCalendar's names of the views in addresses. */
export const calendarViews = { day: "timeGridDay", list: "listWeek", month: "dayGridMonth" } as const;
