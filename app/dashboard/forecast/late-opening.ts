/**
 * A region or therapist whose first opening is more days away than this is pointed out: within a week of
 * the invitation most patients still book the time they are offered.
 */
export const warnAfterDays = 7;
