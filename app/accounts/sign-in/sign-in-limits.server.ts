import type { Limit } from "~/boot/rate-limits.server";

const quarterHour = 900;
const withLock = { seconds: quarterHour, lockSeconds: quarterHour };

export const perAccount: Limit = { name: "sign-in-account", points: 10, ...withLock };

export const perAddress: Limit = { name: "sign-in-address", points: 20, ...withLock };

/** Covers all sign-ins of a user, so that a leaked password doesn't allow unlimited tries. */
export const wrongCodes: Limit = { name: "second-step", points: 10, ...withLock };

export const codesSent: Limit = { name: "codes-sent", points: 5, seconds: quarterHour };

// Successful sign-ins are refunded. An office of 200 users behind one address starts a sign-in a few times each.
const perOffice = { points: 1000, seconds: quarterHour };

export const passkeysAsked: Limit = { name: "passkey-address", ...perOffice };

export const ssoStarted: Limit = { name: "sso-address", ...perOffice };

/** Counts only invalid tokens, because valid ones are refunded. */
export const logoutTokens: Limit = { name: "logout-address", points: 100, seconds: quarterHour };

/** The key is the token's ID. The limit lasts longer than a token is valid. */
export const usedLogoutTokens: Limit = { name: "logout-token", points: 1, seconds: quarterHour };

export const resetsPerAddress: Limit = { name: "reset-address", points: 20, seconds: quarterHour };

/** Requests over the limit get the same response, but nothing is sent. */
export const resetsPerAccount: Limit = { name: "reset-account", points: 3, seconds: quarterHour };

export const reportsPerAddress: Limit = { name: "ui", points: 300, seconds: 300 };
