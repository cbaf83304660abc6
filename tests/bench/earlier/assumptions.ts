/**
 * What the simulated clinic is like. Published: JMIR 2024, e52071 (60,660 offers for 21,978 times, 6,603 accepted,
 * patients seen a median of 14 days sooner).
 */
export const published = {
  accepted: 6603 / 60_660,
  filled: 6603 / 21_978,
  daysSooner: 14,
};

/** Not published there. */
export const assumed = {
  therapists: 4,
  hours: [9, 10, 11, 13, 14, 15, 16],
  /** New patients a weekday for each time a weekday. */
  demand: 0.9,
  /** Visits that are canceled, at any moment between booking and visit. */
  canceled: 0.18,
  /** Patients who ask for an earlier time after booking. */
  wish: 0.5,
  /** Each new patient can come this many days after booking at the earliest, evenly spread. */
  readyAfterDays: [2, 28],
  /** Offers that are declined; the rest of those not accepted get no answer. */
  declined: 0.3,
  /** Half of the answers come within this many minutes. */
  halfAnswerWithinMinutes: 60,
} as const;
