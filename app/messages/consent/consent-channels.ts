/** How a patient reaches staff to agree to texts or to opt out. */
export const channels = ["phone", "email", "letter", "in_person"] as const;
export type ConsentChannel = (typeof channels)[number];

/** What staff decide about a number on hold. */
export const decisions = ["opt_out", "not_opt_out", "resolved"] as const;
export type HoldDecision = (typeof decisions)[number];
