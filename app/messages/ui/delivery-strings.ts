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
