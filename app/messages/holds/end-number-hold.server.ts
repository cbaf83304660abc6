import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { findConsent } from "../consent/consents.server";
import { releaseTextsAwaitingConsent } from "../consent/release-texts-awaiting-consent.server";
import { consentRequest } from "../message-kinds";
import { requestConsent } from "../send-text.server";
import { textTime } from "../text-time.server";

/** Resumes texts to the number, if consent and quiet hours allow them. */
export async function endNumberHold(trx: Db, app: App, thread: Row<"threads">): Promise<void> {
  const { id, phone } = thread;
  await trx.updateTable("threads").set({ hold: null, held_at: null }).where("id", "=", id).execute();
  const consent = await findConsent(trx, phone);
  if (consent === "given") await releaseTextsAwaitingConsent(trx, app, phone, "staff");
  if (consent === "none") await resumeConsentRequest(trx, app, thread);
}

/** Sends the consent request that the hold stopped, or a new one if texts are waiting for consent. */
async function resumeConsentRequest(trx: Db, app: App, thread: Row<"threads">): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("outbox")
    .set({ status: "queued", not_before: await textTime(trx, app, thread) })
    .where("recipient", "=", thread.phone)
    .where("status", "=", "held")
    .where("kind", "=", consentRequest)
    .executeTakeFirst();
  app.delivery.notify();
  if (numUpdatedRows > 0n) return;
  const waiting = await trx
    .selectFrom("outbox")
    .select("order_id")
    .where("recipient", "=", thread.phone)
    .where("channel", "=", "sms")
    .where("status", "=", "held")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!waiting) return;
  const toHelper = thread.patient_id === null && (await isHelper(trx, thread.phone));
  await requestConsent(trx, app, thread, { ...waiting, automated: true, toHelper });
}

async function isHelper(db: Db, phone: string): Promise<boolean> {
  const helper = await db
    .selectFrom("helpers")
    .select("id")
    .where("phone", "=", phone)
    .where("removed_at", "is", null)
    .executeTakeFirst();
  return helper !== undefined;
}
