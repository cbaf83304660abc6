import { sql } from "kysely";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";

/** Of an order with its visit. */
export const addressColumns = [
  "orders.phone",
  "orders.email",
  "orders.updates",
  "visits.sms_consent",
  sql<number | null>`(select given from consents where phone = orders.phone order by id desc limit 1)`.as(
    "consent",
  ),
  sql<number>`exists (select 1 from threads where phone = orders.phone and hold is not null)`.as("on_hold"),
] as const;

interface Addresses {
  phone: string | null;
  email: string | null;
  updates: "text" | "email" | "phone" | null;
  sms_consent: number;
  consent: number | null;
  on_hold: number;
}

export type Channel = "sms" | "email";

/** A text if the patient agreed to texts, else an email. Staff call patients who chose phone calls. */
export function channelOf({
  phone,
  email,
  updates,
  consent,
  on_hold,
  sms_consent,
}: Addresses): Channel | null {
  if (updates === "phone") return null;
  const agreed = consent === 1 || (consent === null && sms_consent === 1);
  if (phone && agreed && !on_hold && updates !== "email") return "sms";
  return email ? "email" : null;
}

/** How offers reach the patient of an order with an active visit; null if neither a text nor an email may. */
export async function findChannel(db: Db, orderId: number): Promise<Channel | null> {
  const row = await db
    .selectFrom("orders")
    .innerJoin("visits", "visits.order_id", "orders.id")
    .select(addressColumns)
    .where("orders.id", "=", orderId)
    .where("visits.status", "in", activeStatuses)
    .executeTakeFirst();
  return row ? channelOf(row) : null;
}
