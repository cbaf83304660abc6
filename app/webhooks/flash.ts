export const webhookFlash = {
  "webhook-on": "Webhook turned on",
  "webhook-replayed": "Queued again",
  "webhook-removed": "Webhook removed",
};
