export const longestSnooze = 30;

/** A patient who is snoozed comes back to the list on this day, `YYYY-MM-DD` where the patient is. */
export interface Snooze {
  until: string;
  reason: string;
  by: string;
}
