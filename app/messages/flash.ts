export const messageFlash = {
  "sent-again": "Message queued again",
  "marked-sent": "Message marked as sent",
  replied: "Reply received",
};
