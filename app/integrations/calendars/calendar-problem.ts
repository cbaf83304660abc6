/** Why a calendar can't be read, worded for its owner. */
export class CalendarProblem extends Error {}

export const calendarTooLarge =
  "The calendar is too large to read. Connect one with fewer old events, or one for work only.";
