/** Why a calendar can't be read, worded for its owner. */
export class CalendarProblem extends Error {}
