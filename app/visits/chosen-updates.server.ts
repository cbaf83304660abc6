import { isSmsOptional } from "~/company/company.server";
import { invalidField } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { visitStrings } from "./strings";
import type { BookVisit } from "./visit-schema";

/** Checks or infers the patient's channel for updates. @throws Refusal "invalid" without consent or an address for it */
export async function chosenUpdates(
  trx: Db,
  order: Pick<Row<"orders">, "id" | "email">,
  { sms_consent: agreed, updates }: Pick<BookVisit, "sms_consent" | "updates">,
): Promise<Row<"orders">["updates"]> {
  if (!(await isSmsOptional(trx, order.id))) {
    if (!agreed) throw invalidField("sms_consent", visitStrings.consentNeeded);
    return "text";
  }
  if (updates === "text" && !agreed) throw invalidField("updates", visitStrings.textNeedsConsent);
  if (updates === "email" && !order.email) throw invalidField("updates", visitStrings.noEmail);
  if (updates) return updates;
  return agreed ? "text" : order.email ? "email" : "phone";
}
