import type { Limit } from "~/identity/rate-limits.server";

const quarterHour = 900;

/** Ten failures within 15 minutes lock an account for 15 minutes. */
export const perAccount: Limit = {
  name: "sign-in-account",
  points: 10,
  seconds: quarterHour,
  lockSeconds: quarterHour,
};

export const perAddress: Limit = {
  name: "sign-in-address",
  points: 20,
  seconds: quarterHour,
  lockSeconds: quarterHour,
};

/** For all sign-ins of a user, so that a leaked password alone isn't enough. */
export const wrongCodes: Limit = {
  name: "second-step",
  points: 10,
  seconds: quarterHour,
  lockSeconds: quarterHour,
};

export const codesSent: Limit = { name: "codes-sent", points: 5, seconds: quarterHour };

export const passkeysAsked: Limit = { name: "passkey-address", points: 100, seconds: quarterHour };

/** Counts wrong tokens. A correct token is refunded. */
export const logoutTokens: Limit = { name: "logout-address", points: 100, seconds: quarterHour };

/** By the token's ID, for longer than a token is valid. */
export const usedLogoutTokens: Limit = { name: "logout-token", points: 1, seconds: quarterHour };

export const resetsPerAddress: Limit = { name: "reset-address", points: 20, seconds: quarterHour };

/** Requests over the limit get the same response, but nothing is sent. */
export const resetsPerAccount: Limit = { name: "reset-account", points: 3, seconds: quarterHour };

export const reportsPerAddress: Limit = { name: "ui", points: 300, seconds: 300 };
