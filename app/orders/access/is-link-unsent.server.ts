import type { App } from "~/boot/app.server";
import type { MessageKind } from "~/messages/message-kinds";
import { isAnySent, outcomeColumns, outcomeOf } from "~/messages/sending-outcome.server";

/** The kinds of message that give a patient the link for the first time. */
const kinds: MessageKind[] = ["access-code", "nudge", "missed-visit"];

/**
 * True if the order's link was written to the patient, but no text or email went out, because no provider is set up or
 * each refused. Staff may have given the patient the link in another way.
 */
export async function isLinkUnsent(app: Pick<App, "reads" | "config">, orderId: number): Promise<boolean> {
  const rows = await app.reads
    .selectFrom("outbox")
    .select(outcomeColumns)
    .where("order_id", "=", orderId)
    .where("kind", "in", kinds)
    .execute();
  return rows.length > 0 && !isAnySent(rows.map((row) => outcomeOf(app, row)));
}
