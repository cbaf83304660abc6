export const optOutConfirmation = "opt-out-confirmation";
/** Our response to a patient's reply to a reminder. */
export const replyAnswer = "reply-answer";

/** The recipient has just requested these, so they need no consent and may be sent during quiet hours. */
const requested = new Set([
  "access-code",
  "sign-in-code",
  "invitation",
  "password-reset",
  "help",
  optOutConfirmation,
  replyAnswer,
]);

const toStaff = new Set(["sign-in-code", "invitation", "password-reset"]);

export const isRequestedNow = (kind: string): boolean => requested.has(kind);
/** Requested messages don't wait for earlier ones to the same recipient. */
export const waitsInRecipientQueue = (kind: string): boolean => !isRequestedNow(kind) && kind !== "alert";
export const isToStaff = (kind: string): boolean => toStaff.has(kind);

export const consentRequest = "consent-request";

/** These ask patients who have no visit to choose a time. */
const asksToBook = new Set(["missed-visit", "nudge"]);
export const isToBook = (kind: string): boolean => asksToBook.has(kind);
export const visitOffer = "visit-offer";
