/** The reason that a calendar can't be read, in words for its owner. */
export class CalendarProblem extends Error {}
