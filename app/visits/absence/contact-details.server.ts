import type { Db } from "~/db/open.server";
import { findConsent } from "~/messages/consents.server";
import type { Visit } from "../visit";

export interface ContactDetails {
  text: boolean;
  email: boolean;
}

export async function findContactDetails(
  db: Db,
  visits: readonly Visit[],
): Promise<Map<number, ContactDetails>> {
  const rows = await db
    .selectFrom("visits")
    .innerJoin("orders", "orders.id", "visits.order_id")
    .select(["visits.id", "visits.sms_consent", "orders.phone", "orders.email"])
    .where(
      "visits.id",
      "in",
      visits.map(({ id }) => id),
    )
    .execute();
  const contacts = new Map<number, ContactDetails>();
  for (const { id, sms_consent, phone, email } of rows) {
    const consent = phone ? await findConsent(db, phone) : "withdrawn";
    const text = consent === "given" || (consent === "none" && sms_consent === 1);
    contacts.set(id, { text, email: email !== null });
  }
  return contacts;
}
