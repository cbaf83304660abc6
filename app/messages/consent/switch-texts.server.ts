import type { App } from "~/boot/app.server";
import type { Limit } from "~/boot/rate-limits.server";
import { limitPatient } from "~/company/limit-patient.server";
import { isPhoneNumber } from "~/core/phone";
import { Refusal } from "~/core/refusal";
import type { Patient } from "~/core/who";
import { findOrCreateConversation } from "../conversations/find-or-create-conversation.server";
import { patientStrings } from "../strings";
import { confirmOptOut } from "./confirm-opt-out.server";
import { findConsent, giveConsent } from "./consents.server";
import { stopTexts } from "./stop-texts.server";

// Only turning on is counted, because an opt-out must always be possible (47 CFR 64.1200(a)(10)).
const perOrder: Limit = { name: "texts-on-of-order", points: 4, seconds: 24 * 3600 };

/**
 * Turns texts on or off for the patient.
 * @throws Refusal "conflict" without a mobile number; "too-many" if texts are turned on too often
 */
export function switchTexts(app: App, who: Patient, on: boolean): Promise<{ sms_consent: boolean }> {
  if (who.helperId) throw new Refusal("forbidden", patientStrings.ownTextsOnly);
  return app.db.transaction().execute(async (trx) => {
    const { phone } = await trx
      .selectFrom("orders")
      .select("phone")
      .where("id", "=", who.orderId)
      .executeTakeFirstOrThrow();
    if (!phone || !isPhoneNumber(phone)) throw new Refusal("conflict", patientStrings.noPhone);
    const conversation = await findOrCreateConversation({ trx, app }, { phone });
    const before = await findConsent(trx, phone);
    if (before === (on ? "given" : "withdrawn")) return { sms_consent: on };
    const wording = on ? patientStrings.switchOn : patientStrings.switchOff;
    const event = { phone, source: "switch" as const, wording, who };
    if (on) {
      await limitPatient({ trx, app }, who, { limit: perOrder, text: patientStrings.tooManySwitches });
      return { sms_consent: await giveConsent({ trx, app }, event) };
    }
    await stopTexts({ trx, app }, event);
    await confirmOptOut({ trx, app }, conversation);
    return { sms_consent: false };
  });
}
