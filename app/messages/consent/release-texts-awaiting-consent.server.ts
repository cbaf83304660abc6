import type { AppTx } from "~/boot/app.server";
import { whyStale } from "../delivery/why-stale.server";
import { consentRequest } from "../message-kinds";
import { dropRow } from "../outbox-rows.server";
import { messageStrings } from "../staff-strings";
import { textTime } from "../text-time.server";

/**
 * Drops open consent requests, and messages about a visit that has passed, moved, or been canceled. Queues the rest.
 * Automated texts wait until quiet hours end, unless the patient has just agreed to them.
 */
export async function releaseTextsAwaitingConsent(
  { trx, app }: AppTx,
  phone: string,
  by: "patient" | "staff",
): Promise<void> {
  const now = app.clock.now();
  const conversation = await trx
    .selectFrom("threads")
    .selectAll()
    .where("phone", "=", phone)
    .executeTakeFirst();
  if (!conversation) return;
  const rows = await trx
    .selectFrom("outbox")
    .selectAll()
    .where("recipient", "=", phone)
    .where("channel", "=", "sms")
    .where((row) =>
      row.or([
        row("status", "=", "held"),
        row.and([row("status", "=", "queued"), row("kind", "=", consentRequest)]),
      ]),
    )
    .$if(conversation.hold !== null, (found) => found.where("automated", "=", 0))
    .orderBy("id")
    .execute();
  for (const row of rows) {
    const stale =
      row.kind === consentRequest ? messageStrings.consentAnswered : await whyStale(trx, row, now);
    if (stale) {
      await dropRow({ trx, app }, row, stale);
      continue;
    }
    const waits = by === "staff" && row.automated === 1;
    const at = waits ? await textTime(trx, app, conversation, { orderId: row.order_id }) : now;
    await trx
      .updateTable("outbox")
      .set({ status: "queued", not_before: at })
      .where("id", "=", row.id)
      .execute();
    if (row.message_id === null) continue;
    await trx
      .updateTable("messages")
      .set({ status: "queued", released_at: now })
      .where("id", "=", row.message_id)
      .execute();
  }
  if (rows.length > 0) app.delivery.notify();
}
