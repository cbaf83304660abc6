import { plural } from "~/core/plural";

export const therapistFlash = {
  "settings-saved": "Saved.",
  "link-replaced": (visits: number) =>
    `Visits updated with the new link: ${visits}. Patients and the therapist will be notified.`,
};

export const connectionFlash = {
  "feed-created": "Link created",
  "feed-replaced": "Link replaced. The old one no longer works.",
  "feed-revoked": "Link revoked",
  "calendar-removed": "Calendar removed. It no longer blocks any times.",
  "calendar-read": (events: number, busy: number) =>
    `Read ${plural(events, "event")}, ${plural(busy, "busy time")} in the next 180 days.`,
};

export const connectionFailure = {
  "calendar-unread": "The calendar couldn't be read. See the reason below.",
};

export type ConnectionFlash = typeof connectionFlash & typeof connectionFailure;
