import { iso, isoOrNull } from "~/core/time";
import type { Row } from "~/db/tables";

export interface Message extends Omit<Row<"messages">, "provider_id"> {
  author_name: string | null;
}

/** Converts a message to JSON. A message that is waiting for consent is `queued` and has `held` set. */
export function messageView(message: Message) {
  return {
    ...message,
    status: message.status === "held" ? ("queued" as const) : message.status,
    held: message.status === "held",
    created_at: iso(message.created_at),
    released_at: isoOrNull(message.released_at),
  };
}

export function stateOf({ status, error, released_at: released }: Message): string {
  switch (status) {
    case "held":
      return "Waiting for YES";
    case "queued":
      return "Queued";
    case "sent":
      return released ? "Sent after the patient replied YES" : "Sent";
    case "delivered":
      return "Delivered";
    case "failed":
      return error ? `Not delivered: ${error}` : "Not delivered";
    case "dropped":
      return error ? `Not sent: ${error}` : "Not sent";
    default:
      return "";
  }
}
