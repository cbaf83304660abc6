export const webhookEvents = {
  "visit.submitted": "A visit is booked",
  "visit.confirmed": "A visit is confirmed",
  "visit.moved": "A visit is moved to another time or therapist",
  "visit.cancelled": "A visit is canceled",
  "visit.completed": "A visit is completed",
  "visit.no_show": "A patient misses a visit",
  "order.step_changed": "An order reaches another step",
  "order.closed": "Staff close an order",
  "order.reopened": "Staff reopen an order",
  "consent.changed": "A patient agrees to texts or stops them",
} as const;

export type WebhookEvent = keyof typeof webhookEvents;

export const webhookEventTypes = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]];
