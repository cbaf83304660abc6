import type { AppTx } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { findConsent } from "../consent/consents.server";
import { sendReplacementEmail } from "../email/replacement-email.server";
import { rulesOf } from "../message-kinds";
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
  const isText = row.channel === "sms";
  const { despiteOptOut, staleByEmail } = rulesOf(row.kind);
  if (isText && !despiteOptOut && (await findConsent(trx, row.recipient)) === "withdrawn") {
    return messageStrings.stopped;
  }
  return isText || staleByEmail ? whyStale(trx, row, now) : null;
}
