import { day, hour, minute } from "~/core/time";

export interface KindRules {
  /** The name in Deliveries. */
  label: string;
  /** Texts to staff need no consent and appear in no conversation. Therapists get copies of some emails to patients. */
  to: "patient" | "staff";
  /**
   * When a waiting text is dropped instead of sent: after its visit was deleted, or also has started, or also has
   * changed; after the patient booked a visit; after the offer ended; after the first 90 nights ended.
   */
  stale:
    | "never"
    | "visit-deleted"
    | "visit-started"
    | "visit-changed"
    | "booked"
    | "offer-ended"
    | "nights-ended";
  /** Emails are dropped like texts. Other emails are sent, because they may correct a calendar. */
  staleByEmail?: true;
  /** Sent immediately: without consent, in quiet hours, and before earlier messages to the recipient. */
  immediate?: true;
  despiteOptOut?: true;
  /** After an opt-out, `askPatient` sends nothing instead of an email. */
  afterOptOut?: "nothing";
  /** In quiet hours, `askPatient` sends an email instead of a text that would arrive too late. */
  inQuietHours?: "email";
  /** A new email replaces unsent ones with the same word about the same visit. */
  replaces?: "visit-news" | "patient-late" | "therapist-late";
  /** States the time of the visit, so that a reminder right after it is left out. */
  statesTime?: true;
  /** Undoing a visit's outcome drops the message if it is still waiting. */
  ofOutcome?: true;
  /** The length of time before the visit, and the least notice (ms) with which a late reminder is still sent. */
  reminder?: { before: { days?: number; hours?: number }; leastNotice: number; asks: boolean };
  /** The subject of a reply to the text. `questions` in inbox/receive-reply.server.ts names what acts on it. */
  expects?: "visit-answer" | "equipment-answer";
  /** The most texts of this kind to one number within a time (ms). */
  limit?: { most: number; within: number };
}

const rules = <Kinds extends Record<string, KindRules>>(kinds: Kinds): { [Kind in keyof Kinds]: KindRules } =>
  kinds;

/** Every kind of message, and what delivery, replies, and Deliveries do with it. */
export const messageKinds = rules({
  "access-code": { label: "Access code", to: "patient", stale: "never", immediate: true },
  alert: { label: "Health alert to admins", to: "staff", stale: "never", immediate: true },
  "calendar-stale": { label: "Connected calendar can't be read", to: "staff", stale: "never" },
  "calendar-entry": {
    label: "Calendar entry for a therapist's new address",
    to: "staff",
    stale: "never",
  },
  chat: { label: "Message from staff", to: "patient", stale: "never" },
  "check-in": {
    label: "Check-in in the first 90 nights",
    to: "patient",
    stale: "nights-ended",
    staleByEmail: true,
  },
  "class-entry": { label: "Class for its therapists", to: "staff", stale: "never" },
  "consent-request": {
    label: "Consent request",
    to: "patient",
    stale: "never",
    limit: { most: 1, within: day },
  },
  "equipment-late": {
    label: "Equipment comes after the visit",
    to: "patient",
    stale: "visit-changed",
    staleByEmail: true,
  },
  "equipment-question": {
    label: "Has the equipment arrived?",
    to: "patient",
    stale: "visit-changed",
    staleByEmail: true,
    expects: "equipment-answer",
  },
  help: {
    label: "HELP reply",
    to: "patient",
    stale: "never",
    immediate: true,
    limit: { most: 3, within: hour },
  },
  "helper-link": { label: "Helper's link", to: "patient", stale: "never" },
  invitation: { label: "New account", to: "staff", stale: "never", immediate: true },
  "missed-visit": {
    label: "No-show follow-up",
    to: "patient",
    stale: "booked",
    staleByEmail: true,
    ofOutcome: true,
  },
  nudge: {
    label: "Reminder to book a visit",
    to: "patient",
    stale: "booked",
    staleByEmail: true,
    afterOptOut: "nothing",
  },
  "opt-in-confirmation": {
    label: "Confirmation of texts turned on again",
    to: "patient",
    stale: "never",
    immediate: true,
    limit: { most: 1, within: day },
  },
  "opt-out-confirmation": {
    label: "Opt-out confirmation",
    to: "patient",
    stale: "never",
    immediate: true,
    despiteOptOut: true,
    limit: { most: 1, within: day },
  },
  "order-moved": { label: "Order moved to another patient", to: "staff", stale: "never" },
  "order-stopped": { label: "Order stopped", to: "staff", stale: "never" },
  "passkey-changed": { label: "Passkey changed", to: "staff", stale: "never" },
  "password-changed": { label: "Password changed", to: "staff", stale: "never" },
  "password-reset": { label: "Password reset", to: "staff", stale: "never", immediate: true },
  "patient-late": {
    label: "Patient running late",
    to: "staff",
    stale: "never",
    replaces: "patient-late",
  },
  "reminder-day": {
    label: "Reminder, day before",
    to: "patient",
    stale: "visit-changed",
    staleByEmail: true,
    reminder: { before: { days: 1 }, leastNotice: 4 * hour, asks: true },
    expects: "visit-answer",
  },
  "reminder-hours": {
    label: "Reminder, hours before",
    to: "patient",
    stale: "visit-changed",
    staleByEmail: true,
    reminder: { before: { hours: 2 }, leastNotice: 15 * minute, asks: false },
    expects: "visit-answer",
  },
  "reply-answer": {
    label: "Response to a reminder reply",
    to: "patient",
    stale: "visit-changed",
    immediate: true,
    limit: { most: 3, within: day },
  },
  "setup-test": { label: "Test message", to: "staff", stale: "never", immediate: true },
  "sign-in-code": { label: "Sign-in code", to: "staff", stale: "never", immediate: true },
  "therapist-late": {
    label: "Therapist running late",
    to: "patient",
    stale: "never",
    inQuietHours: "email",
    replaces: "therapist-late",
  },
  "two-step-changed": { label: "Two-step sign-in changed", to: "staff", stale: "never" },
  "visit-cancelled": {
    label: "Visit canceled",
    to: "patient",
    stale: "visit-started",
    replaces: "visit-news",
  },
  "visit-completed": { label: "Visit completed", to: "patient", stale: "visit-deleted", ofOutcome: true },
  "visit-confirmed": {
    label: "Visit confirmed",
    to: "patient",
    stale: "visit-changed",
    replaces: "visit-news",
    statesTime: true,
  },
  "visit-link": {
    label: "New meeting link",
    to: "patient",
    stale: "visit-changed",
    replaces: "visit-news",
    statesTime: true,
  },
  "visit-moved": {
    label: "Visit moved",
    to: "patient",
    stale: "visit-changed",
    replaces: "visit-news",
    statesTime: true,
  },
  "visit-offer": {
    label: "Offer of an earlier time",
    to: "patient",
    stale: "offer-ended",
    staleByEmail: true,
  },
  "visit-submitted": {
    label: "Visit requested",
    to: "patient",
    stale: "visit-changed",
    replaces: "visit-news",
  },
  "wait-offer": {
    label: "Offer of a time to a patient without a visit",
    to: "patient",
    stale: "offer-ended",
    staleByEmail: true,
  },
});

export type MessageKind = keyof typeof messageKinds;

export const consentRequest: MessageKind = "consent-request";

/** Messages of an older version may have a kind that this one doesn't know. */
const otherMessage: KindRules = { label: "Other message", to: "patient", stale: "visit-changed" };

export const rulesOf = (kind: string): KindRules =>
  (messageKinds as Record<string, KindRules | undefined>)[kind] ?? otherMessage;

/** The kinds whose rules have a property, such as every reminder. */
export const kindsWith = (has: (kind: KindRules) => unknown): MessageKind[] =>
  (Object.keys(messageKinds) as MessageKind[]).filter((kind) => has(messageKinds[kind]));
