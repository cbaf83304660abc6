import type { OutboxStatus } from "~/db/tables";

export const deliveryStatusNames: Record<OutboxStatus, string> = {
  held: "Held for a YES",
  queued: "Waiting",
  sending: "On its way",
  sent: "Handed over",
  delivered: "Delivered",
  failed: "Failed",
  dropped: "Not sent",
};

export const kindNames: Record<string, string | undefined> = {
  "access-code": "Access code",
  chat: "Message from staff",
  "consent-request": "Request for consent",
  help: "Answer to HELP",
  invitation: "New account",
  "password-reset": "New password",
  "reminder-day": "Reminder, the day before",
  "reminder-hours": "Reminder, hours before",
  "sign-in-code": "Sign-in code",
  "visit-cancelled": "Visit cancelled",
  "visit-completed": "Visit completed",
  "visit-confirmed": "Visit confirmed",
  "visit-moved": "Visit moved",
  "visit-link": "New meeting link",
  "visit-submitted": "Visit requested",
};
