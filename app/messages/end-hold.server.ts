import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { findConsent } from "./consents.server";
import { consentRequest } from "./message-kinds";
import { releaseHeld } from "./release-held.server";

/** Texts to the number go out again, as far as its consent allows. */
export async function endHold(
  trx: Db,
  app: App,
  { id, phone }: Pick<Row<"threads">, "id" | "phone">,
): Promise<void> {
  await trx.updateTable("threads").set({ hold: null, held_at: null }).where("id", "=", id).execute();
  if ((await findConsent(trx, phone)) === "given") return releaseHeld(trx, app, phone);
  const now = app.clock.now();
  await trx
    .updateTable("outbox")
    .set({ status: "queued", not_before: now })
    .where("recipient", "=", phone)
    .where("status", "=", "held")
    .where("kind", "=", consentRequest)
    .execute();
  app.delivery.notify();
}
