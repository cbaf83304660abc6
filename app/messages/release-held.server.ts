import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import { whyStale } from "./delivery/why-stale.server";
import { isOnHold } from "./holds.server";
import { consentRequest } from "./message-kinds";
import { dropRow } from "./outbox-rows.server";
import { messageStrings } from "./staff-strings";

/** Drops an open consent request, and messages about a visit that has passed, moved or been canceled. */
export async function releaseHeld(
  trx: Db,
  app: Pick<App, "clock" | "metrics" | "delivery">,
  phone: string,
): Promise<void> {
  const now = app.clock.now();
  const waitsForStaff = await isOnHold(trx, phone);
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
    .$if(waitsForStaff, (found) => found.where("automated", "=", 0))
    .orderBy("id")
    .execute();
  for (const row of rows) {
    const stale =
      row.kind === consentRequest ? messageStrings.consentAnswered : await whyStale(trx, row, now);
    if (stale) {
      await dropRow(trx, app, row, stale);
      continue;
    }
    await trx
      .updateTable("outbox")
      .set({ status: "queued", not_before: now })
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
