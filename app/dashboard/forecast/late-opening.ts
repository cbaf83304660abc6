/** Within a week of the invitation most patients still book the time they are offered. */
export const warnAfterDays = 7;
