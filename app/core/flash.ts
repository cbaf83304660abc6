const keys = [
  "already-confirmed",
  "backup-begun",
  "backup-made",
  "booked",
  "calendar-removed",
  "calendar-unread",
  "canceled",
  "code-resent",
  "code-sent",
  "company-saved",
  "earlier-off",
  "earlier-on",
  "feed-created",
  "feed-replaced",
  "feed-revoked",
  "helper-added",
  "helper-removed",
  "invitation-sent",
  "key-revoked",
  "call-not-wanted",
  "call-wanted",
  "language-saved",
  "late-by-call",
  "late-by-email",
  "late-by-text",
  "late-just-told",
  "late-refused",
  "link-over",
  "link-requested",
  "moved",
  "outcome-undone",
  "not-urgent",
  "on-time",
  "running-late",
  "settings-saved",
  "signed-out",
  "profile-cancel",
  "profile-complete",
  "profile-confirm",
  "profile-save",
  "reason-changed",
  "replied",
  "reply-added",
  "reply-changed",
  "reply-deleted",
  "replies-added",
  "reset-done",
  "reset-link-sent",
  "reset-sent",
  "sent-again",
  "session-over",
  "sso-removed",
  "sso-saved",
  "texts-off",
  "texts-on",
  "undo-refused",
  "undo-time-taken",
  "undo-too-late",
  "urgent",
  "urgent-refused",
  "visit-canceled",
  "visit-confirmed",
  "visit-moved",
  "visit-moved-back",
  "webhook-on",
  "webhook-removed",
  "webhook-replayed",
  "wording-saved",
] as const;

const numberedKeys = [
  "availability.added",
  "availability.removed",
  "availability.undone",
  "calendar-read",
  "day-reopened",
  "link-replaced",
  "visit-completed",
  "visit-missed",
] as const;

/**
 * A one-time notice that a page leaves in a cookie for the next page. The cookie contains a key, never the
 * text.
 */
export type Flash = (typeof keys)[number] | `${(typeof numberedKeys)[number]}.${string}`;

const numbered = new RegExp(`^(${numberedKeys.join("|").replaceAll(".", "\\.")})(\\.\\d{1,12}){1,5}$`);

/** The flash in a cookie's value; null if it isn't on the list. */
export function parseFlash(value: string | null): Flash | null {
  if (value === null) return null;
  return keys.includes(value as never) || numbered.test(value) ? (value as Flash) : null;
}
