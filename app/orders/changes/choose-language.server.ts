import { logAudit } from "~/audit/log-audit.server";
import type { App, Tx } from "~/boot/app.server";
import type { Language } from "~/core/language/languages";
import { isProvenPatient, type Who } from "~/core/who";

/** Saves a patient's or a helper's language. For other users and query sessions, only a cookie keeps it. */
export async function chooseLanguage(app: App, who: Who, language: Language): Promise<void> {
  if (!isProvenPatient(who)) return;
  if (who.helperId) {
    await app.db.updateTable("helpers").set({ language }).where("id", "=", who.helperId).execute();
    return;
  }
  await app.db.transaction().execute((trx) => saveLanguage({ trx, app, who }, who.orderId, language));
}

/** Sets the language of the order's pages and messages. Does nothing if it is already set. */
export async function saveLanguage(
  { trx, app, who }: Tx,
  orderId: number,
  language: Language,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("orders")
    .set({ chosen_language: language })
    .where("id", "=", orderId)
    .where((eb) => eb.or([eb("chosen_language", "is", null), eb("chosen_language", "!=", language)]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await logAudit({ trx, app, who }, "order.language-chosen", `order ${orderId}`, { language });
}
