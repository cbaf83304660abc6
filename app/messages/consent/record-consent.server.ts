import type { App } from "~/boot/app.server";
import { isPhoneNumber } from "~/core/phone";
import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import { findOwnConversation } from "../conversations/find-own-conversation.server";
import { messageStrings } from "../staff-strings";
import { confirmOptOut } from "./confirm-opt-out.server";
import type { ConsentChannel } from "./consent-channels";
import { findConsent, giveConsent } from "./consents.server";
import { stopTexts } from "./stop-texts.server";

interface RecordedConsent {
  id: number;
  granted: boolean;
  channel: ConsentChannel;
  note?: string | null | undefined;
}

/** Records consent or an opt-out from a phone call, an email, a letter, or a visit (47 CFR 64.1200(a)(10)). */
export function recordConsent(
  app: App,
  who: Staff,
  input: RecordedConsent,
): Promise<{ sms_consent: boolean }> {
  const { id, granted, channel, note = null } = input;
  return app.db.transaction().execute(async (trx) => {
    const conversation = await findOwnConversation(trx, who, id);
    if (!isPhoneNumber(conversation.phone)) throw new Refusal("conflict", messageStrings.noPhone);
    const event = { phone: conversation.phone, source: "staff" as const, wording: null, channel, note, who };
    if (granted) return { sms_consent: await giveConsent({ trx, app }, event) };
    const wasOn = (await findConsent(trx, conversation.phone)) !== "withdrawn";
    await stopTexts({ trx, app }, event);
    if (wasOn) await confirmOptOut({ trx, app }, conversation);
    return { sms_consent: false };
  });
}
