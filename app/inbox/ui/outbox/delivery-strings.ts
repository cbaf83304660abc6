import type { OutboxStatus } from "~/db/tables";

export const deliveryStatusNames: Record<OutboxStatus, string> = {
  held: "Waiting for YES",
  queued: "Queued",
  sending: "Sending",
  sent: "Sent",
  delivered: "Delivered",
  failed: "Failed",
  dropped: "Not sent",
};

export const possiblySentName = "Possibly sent";

export const kindNames: Record<string, string | undefined> = {
  "access-code": "Access code",
  chat: "Message from staff",
  "consent-request": "Consent request",
  help: "HELP reply",
  invitation: "New account",
  "missed-visit": "No-show follow-up",
  nudge: "Reminder to book a visit",
  "password-reset": "Password reset",
  "reminder-day": "Reminder, day before",
  "reminder-hours": "Reminder, hours before",
  "reply-answer": "Response to a reminder reply",
  "sign-in-code": "Sign-in code",
  "visit-cancelled": "Visit canceled",
  "visit-completed": "Visit completed",
  "visit-confirmed": "Visit confirmed",
  "visit-moved": "Visit moved",
  "visit-link": "New meeting link",
  "visit-submitted": "Visit requested",
};
