/** The name of each kind of message in Deliveries. */
export const messageKindNames = {
  "access-code": "Access code",
  alert: "Health alert to admins",
  "calendar-stale": "Connected calendar can't be read",
  "calendar-entry": "Calendar entry for a therapist's new address",
  chat: "Message from staff",
  "consent-request": "Consent request",
  help: "HELP reply",
  "helper-link": "Helper's link",
  invitation: "New account",
  "missed-visit": "No-show follow-up",
  nudge: "Reminder to book a visit",
  "opt-out-confirmation": "Opt-out confirmation",
  "order-moved": "Order moved to another patient",
  "order-stopped": "Order stopped",
  "passkey-changed": "Passkey changed",
  "password-changed": "Password changed",
  "password-reset": "Password reset",
  "patient-late": "Patient running late",
  "reminder-day": "Reminder, day before",
  "reminder-hours": "Reminder, hours before",
  "reply-answer": "Response to a reminder reply",
  "sign-in-code": "Sign-in code",
  "therapist-late": "Therapist running late",
  "two-step-changed": "Two-step sign-in changed",
  "visit-cancelled": "Visit canceled",
  "visit-completed": "Visit completed",
  "visit-confirmed": "Visit confirmed",
  "visit-link": "New meeting link",
  "visit-moved": "Visit moved",
  "visit-offer": "Offer of an earlier time",
  "visit-submitted": "Visit requested",
};

export type MessageKind = keyof typeof messageKindNames;

/** Messages of an older version may have a kind that this one doesn't know. */
export const nameOfKind = (kind: string): string =>
  (messageKindNames as Record<string, string | undefined>)[kind] ?? "Other message";

export const optOutConfirmation: MessageKind = "opt-out-confirmation";
/** Our response to a patient's reply to a reminder. */
export const replyAnswer: MessageKind = "reply-answer";

/** The recipient has just requested these, so they need no consent and may be sent during quiet hours. */
const requested = new Set<string>([
  "access-code",
  "sign-in-code",
  "invitation",
  "password-reset",
  "help",
  optOutConfirmation,
  replyAnswer,
]);

const toStaff = new Set<string>(["sign-in-code", "invitation", "password-reset"]);

export const isRequestedNow = (kind: string): boolean => requested.has(kind);
/** Requested messages don't wait for earlier ones to the same recipient. */
export const waitsInRecipientQueue = (kind: string): boolean => !isRequestedNow(kind) && kind !== "alert";
export const isToStaff = (kind: string): boolean => toStaff.has(kind);

export const consentRequest: MessageKind = "consent-request";

/** These ask patients who have no visit to choose a time. */
const asksToBook = new Set<string>(["missed-visit", "nudge"]);
export const isToBook = (kind: string): boolean => asksToBook.has(kind);
export const visitOffer: MessageKind = "visit-offer";
