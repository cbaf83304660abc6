/**
 * Figures from JMIR 2024, e52071: 60,660 offers for 21,978 times, 6,603 accepted, patients seen a median of 14 days
 * sooner.
 */
export const published = {
  accepted: 6603 / 60_660,
  filled: 6603 / 21_978,
  daysSooner: 14,
};

/** Assumptions that the paper doesn't cover. */
export const assumed = {
  therapists: 4,
  hours: [9, 10, 11, 13, 14, 15, 16],
  /** New patients per weekday, divided by the number of slots per weekday. */
  demand: 0.9,
  /** Share of visits canceled at a random time between booking and visit. */
  canceled: 0.18,
  /** Share of patients who ask for an earlier time after booking. */
  wish: 0.5,
  /** Share of new patients for whom no open time works. With waiting on, they wait without a visit; otherwise they leave. */
  noTimeWorks: 0.15,
  /** Parts of the day that suit such a patient, drawn evenly. */
  waitParts: [["morning"], ["afternoon"], ["morning", "afternoon"]],
  /** How many days such a patient waits. */
  waitDays: 30,
  /** Range of days after booking before a patient can come, evenly distributed. */
  readyAfterDays: [2, 28],
  /** Share of offers that are declined. Patients don't reply to the rest. */
  declined: 0.3,
  /** Median minutes until a patient replies. */
  medianReplyMinutes: 60,
} as const;
