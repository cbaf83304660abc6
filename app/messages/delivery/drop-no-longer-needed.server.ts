import type { AppTx } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { findConsent } from "../consent/consents.server";
import { sendReplacementEmail } from "../email/replacement-email.server";
import { isToBook, optOutConfirmation, visitOffer } from "../message-kinds";
import { dropRow } from "../outbox-rows.server";
import { messageStrings } from "../staff-strings";
import { whyStale } from "./why-stale.server";

/** Drops a text after an opt-out, and sends its replacement email. Drops messages about visits that changed. */
export async function dropNoLongerNeeded({ trx, app }: AppTx, row: Row<"outbox">): Promise<boolean> {
  const why = await whyNoLongerNeeded(trx, row, app.clock.now());
  if (!why) return false;
  const emailed = why === messageStrings.stopped && (await sendReplacementEmail({ trx, app }, row));
  await dropRow({ trx, app }, row, emailed ? messageStrings.emailed : why);
  app.delivery.notify();
  return true;
}

async function whyNoLongerNeeded(trx: Db, row: Row<"outbox">, now: number): Promise<string | null> {
  if (
    row.channel === "sms" &&
    row.kind !== optOutConfirmation &&
    (await findConsent(trx, row.recipient)) === "withdrawn"
  ) {
    return messageStrings.stopped;
  }
  const mayBeLate =
    row.channel === "sms" || row.kind.startsWith("reminder") || row.kind === visitOffer || isToBook(row.kind);
  return mayBeLate ? whyStale(trx, row, now) : null;
}
