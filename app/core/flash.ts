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
  "late-refused",
  "link-over",
  "link-requested",
  "moved",
  "outcome-undone",
  "on-time",
  "running-late",
  "settings-saved",
  "profile-cancel",
  "profile-complete",
  "profile-confirm",
  "profile-save",
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
  "texts-off",
  "texts-on",
  "undo-refused",
  "undo-time-taken",
  "undo-too-late",
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

/** A notice that one page leaves in a cookie for the next page to show. The cookie never contains its text. */
export type Flash = (typeof keys)[number] | `${(typeof numberedKeys)[number]}.${string}`;

const numbered = new RegExp(`^(${numberedKeys.join("|").replaceAll(".", "\\.")})(\\.\\d{1,12}){1,5}$`);

/** The flash in a cookie's value; null for anything that is not on the list. */
export function parseFlash(value: string | null): Flash | null {
  if (value === null) return null;
  return keys.includes(value as never) || numbered.test(value) ? (value as Flash) : null;
}
