import type { AppTx } from "~/boot/app.server";
import { dropNoLongerNeeded } from "../delivery/drop-no-longer-needed.server";
import { type ConsentEvent, withdrawConsent } from "./consents.server";

/** Records an opt-out and cancels the texts that are queued for the number. */
export async function stopTexts({ trx, app }: AppTx, event: ConsentEvent): Promise<void> {
  await withdrawConsent({ trx, app }, event);
  const queued = await trx
    .selectFrom("outbox")
    .selectAll()
    .where("recipient", "=", event.phone)
    .where("channel", "=", "sms")
    .where("status", "=", "queued")
    .where("in_doubt", "=", 0)
    .orderBy("id")
    .execute();
  for (const row of queued) await dropNoLongerNeeded({ trx, app }, row);
}
