import { logAudit } from "~/audit/log-audit.server";
import type { App, Tx } from "~/boot/app.server";
import { languageOf } from "~/core/language/spoken-language";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { saveLanguage } from "~/orders/changes/choose-language.server";
import { visibleOrders } from "~/orders/visible-orders.server";
import { ownVisits } from "./require-own-visit.server";
import type { Visit } from "./visit";
import type { OrderLanguageForm } from "./visit-pages-schema";
import { findActiveVisit } from "./visits.server";

/**
 * Finds an order's language and interpreter, and its active visit if the caller may change it.
 * @throws Refusal "missing" for an order that the caller can't see
 */
export async function findOrderLanguage(db: Db, who: Who, id: number) {
  const order = await visibleOrders(db, who)
    .select(["id", "patient_id", "brightree_db", "language", "chosen_language", "interpreter"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!order) throw new Refusal("missing", "Order not found.");
  const visit = await findActiveVisit(db, id);
  const [own] = visit ? await ownVisits(db, who, [visit]) : [];
  return { ...order, language: languageOf(order), visit: own ?? null };
}

/** A new interpreter has to be arranged again: the trigger `visits_interpreter_of_order` clears the arrangement. */
export function changeOrderLanguage(app: App, who: Who, input: OrderLanguageForm): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const order = await findOrderLanguage(trx, who, input.id);
    if (input.language !== order.language) await saveLanguage({ trx, app, who }, order.id, input.language);
    if (input.interpreter !== order.interpreter) {
      await saveInterpreter({ trx, app, who }, order.id, input.interpreter);
    } else if (order.visit?.interpreter && input.visit === order.visit.id) {
      await saveArrangement({ trx, app, who }, order.visit, input);
    }
  });
}

async function saveInterpreter({ trx, app, who }: Tx, orderId: number, needed: string | null) {
  await trx.updateTable("orders").set({ interpreter: needed }).where("id", "=", orderId).execute();
  await logAudit({ trx, app, who }, "order.interpreter-changed", `order ${orderId}`, { interpreter: needed });
}

async function saveArrangement({ trx, app, who }: Tx, visit: Visit, input: OrderLanguageForm) {
  const isArranged = input.interpreter_arranged ?? false;
  const note = input.interpreter_note ?? null;
  if (isArranged === visit.interpreter_arranged && note === visit.interpreter_note) return;
  await trx
    .updateTable("visits")
    .set({ interpreter_arranged: Number(isArranged), interpreter_note: note })
    .where("id", "=", visit.id)
    .execute();
  const action = isArranged ? "visit.interpreter-arranged" : "visit.interpreter-not-arranged";
  await logAudit({ trx, app, who }, action, `visit ${visit.id}`);
}
