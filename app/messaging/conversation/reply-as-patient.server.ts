import type { z } from "zod";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { receiveText } from "~/outbox/receive-text.server";
import type { ReplyAsPatient } from "../delivery-schema";

/**
 * Takes in an answer as if the patient had texted it, so that two-way texting can be tried without a
 * provider.
 *
 * @throws Refusal "forbidden" where a provider is set up
 */
export function replyAsPatient(app: App, { from, body }: z.output<typeof ReplyAsPatient>) {
  if (app.config.smsProvider !== "outbox") {
    throw new Refusal("forbidden", "Texts come in from the provider here; nobody can answer for a patient.");
  }
  return receiveText(app, { from, body, providerId: null, mediaCount: 0 });
}
