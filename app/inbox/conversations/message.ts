import { iso, isoOrNull } from "~/core/time";
import type { Row } from "~/db/tables";

export interface Message extends Row<"messages"> {
  author_name: string | null;
}

/** The status of a message that was written while no provider was connected. */
export const notSent = "Saved, not sent";

/** Converts a message to JSON. A message that is waiting for consent is `queued` and has `held` set. */
export function messageView({ provider_id: _, ...message }: Message) {
  return {
    ...message,
    status: message.status === "held" ? ("queued" as const) : message.status,
    held: message.status === "held",
    created_at: iso(message.created_at),
    released_at: isoOrNull(message.released_at),
  };
}

export function stateOf({ status, error, released_at: released, provider_id: provider }: Message): string {
  switch (status) {
    case "held":
      return "Waiting for YES";
    case "queued":
      return "Queued";
    case "sent":
      return released ? "Sent after the patient replied YES" : "Sent";
    case "delivered":
      return provider === null ? notSent : "Delivered";
    case "failed":
      return error ? `Not delivered: ${error}` : "Not delivered";
    case "dropped":
      return error ? `Not sent: ${error}` : "Not sent";
    default:
      return "";
  }
}
