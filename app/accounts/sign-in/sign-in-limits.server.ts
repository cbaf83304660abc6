import type { Limit } from "~/identity/rate-limits.server";

const quarterHour = 900;

/** Part 3, section 3: ten failures for an account in 15 minutes lock it for 15 minutes. */
export const perAccount: Limit = {
  name: "sign-in-account",
  points: 10,
  seconds: quarterHour,
  lockSeconds: quarterHour,
};

/** And twenty from one address. */
export const perAddress: Limit = {
  name: "sign-in-address",
  points: 20,
  seconds: quarterHour,
  lockSeconds: quarterHour,
};

/** Wrong codes of the second step, over all sign-ins of a user: a password that leaked opens nothing. */
export const wrongCodes: Limit = {
  name: "second-step",
  points: 10,
  seconds: quarterHour,
  lockSeconds: quarterHour,
};

/** Sign-in codes sent to one user: nobody's phone can be flooded. */
export const codesSent: Limit = { name: "codes-sent", points: 5, seconds: quarterHour };

/** Requests for a reset link from one address. */
export const resetsPerAddress: Limit = { name: "reset-address", points: 20, seconds: quarterHour };

/** Reset links sent to one account; more are asked for without a word, and not sent. */
export const resetsPerAccount: Limit = { name: "reset-account", points: 3, seconds: quarterHour };

/** What one address reports of its pages. */
export const reportsPerAddress: Limit = { name: "ui", points: 300, seconds: 300 };
