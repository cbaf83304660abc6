/** The ways a patient can contact staff to agree to texts or to opt out. */
export const channels = ["phone", "email", "letter", "in_person"] as const;
export type ConsentChannel = (typeof channels)[number];

/** Staff's decisions about a number on hold. */
export const decisions = ["opt_out", "not_opt_out", "resolved"] as const;
export type HoldDecision = (typeof decisions)[number];
