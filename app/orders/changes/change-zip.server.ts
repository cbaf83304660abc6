import * as z from "zod";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { returnPath } from "~/core/allowed-return-path";
import { optional, recordId } from "~/core/fields";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { postalCode } from "../create-order.server";
import { visibleOrders } from "../visible-orders.server";

export const OrderZipForm = z.object({ id: recordId, back: returnPath, zip: optional(postalCode) });

/** @throws Refusal "missing" for an order that the user can't see */
export const findOrderZip = (db: Db, who: Who, id: number) =>
  visibleOrders(db, who)
    .select(["id", "patient_id", "brightree_db", "zip"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Order not found."));

/** @param input `zip` as `postalCodeOf` returns it; undefined removes it */
export function changeZip(
  app: App,
  who: Who,
  { id, zip = null }: { id: number; zip?: string | null | undefined },
): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const order = await findOrderZip(trx, who, id);
    if (order.zip === zip) return;
    await trx.updateTable("orders").set({ zip }).where("id", "=", id).execute();
    // A postal code is personal data, which the log doesn't keep.
    await logAudit({ trx, app, who }, "order.zip-changed", `order ${id}`);
  });
}
