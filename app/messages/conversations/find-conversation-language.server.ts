import { ordersWithCompany } from "~/company/orders-with-company.server";
import { patientLanguage, patientLanguageColumns } from "~/company/patient-language";
import type { LanguageScope } from "~/core/language/current-language";
import type { Db } from "~/db/open.server";
import { type ConversationPatient, whereOrderOf } from "./orders-of-conversation.server";

/** The language and wording for the thread's patient. English if there is no order. */
export async function findConversationLanguage(
  db: Db,
  conversation: ConversationPatient,
  orderId?: number | null,
): Promise<LanguageScope> {
  const order = await ordersWithCompany(db)
    .select(patientLanguageColumns)
    .where(whereOrderOf(conversation, orderId))
    .orderBy("orders.id", "desc")
    .limit(1)
    .executeTakeFirst();
  return order ? patientLanguage(order) : { language: "en" };
}
