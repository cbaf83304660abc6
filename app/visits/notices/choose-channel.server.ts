import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import type { Row } from "~/db/tables";
import { canSend } from "~/messages/sending-outcome.server";

export const addressColumns = [
  "orders.phone",
  "orders.email",
  "orders.updates",
  sql<number | null>`(select given from consents where phone = orders.phone order by id desc limit 1)`.as(
    "consent",
  ),
  sql<number>`exists (select 1 from threads where phone = orders.phone and hold is not null)`.as("on_hold"),
] as const;

interface Addresses extends Pick<Row<"orders">, "phone" | "email" | "updates"> {
  consent: number | null;
  on_hold: number;
}

export type Channel = "sms" | "email";

/**
 * Whether the patient's choice of updates allows texts, if there is also consent. A patient who chose email but has no
 * address on file gets texts. Staff call patients who chose phone calls.
 */
export const choiceAllowsTexts = ({ updates, email }: Pick<Addresses, "updates" | "email">): boolean =>
  updates !== "phone" && !(updates === "email" && email);

/** The one channel for a message that asks the patient for something; null if staff must call. */
export function channelOf(order: Addresses): Channel | null {
  const { phone, email, updates, consent, on_hold } = order;
  if (updates === "phone") return null;
  if (phone && consent === 1 && !on_hold && choiceAllowsTexts(order)) return "sms";
  return email ? "email" : null;
}

/** False if neither texts nor emails can reach the patient of an order, for example because neither are set up. */
export async function isReachable(app: Pick<App, "reads" | "config">, orderId: number): Promise<boolean> {
  const row = await app.reads
    .selectFrom("orders")
    .select(addressColumns)
    .where("orders.id", "=", orderId)
    .executeTakeFirst();
  const channel = row && channelOf(row);
  return Boolean(channel && canSend(app, channel));
}
