import { languageOf } from "~/core/language/spoken-language";
import { firstName } from "~/core/short-name";
import type { Db } from "~/db/open.server";
import { findSendingCompany } from "~/messages/conversations/find-sending-company.server";
import { bookingText } from "./booking-text-strings";
import { fillPlaceholders } from "./saved-reply";

/**
 * The text that staff can edit and send to a patient who hasn't booked, in the patient's language. Without a name,
 * it keeps the placeholder, which staff must replace before they can send it.
 */
export async function writeBookingText(db: Db, orderId: number): Promise<string> {
  const order = await db
    .selectFrom("orders")
    .select(["patient_name", "brightree_db", "language", "chosen_language"])
    .where("id", "=", orderId)
    .executeTakeFirst();
  if (!order) return "";
  const company = await findSendingCompany(db, { ...order, company_id: null }, orderId);
  return fillPlaceholders(bookingText[languageOf(order)], {
    first_name: firstName(order.patient_name),
    therapist: null,
    visit_time: null,
    company: company.name,
    phone: null,
  });
}
