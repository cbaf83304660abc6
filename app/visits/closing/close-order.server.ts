import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { dropQueuedOfOrder } from "~/messages/drop-queued-of-order.server";
import type { EndReason } from "~/nights/end-reasons";
import { endNightsOfClosedOrder } from "~/nights/first-nights.server";
import { endPatientAccess } from "~/orders/access/revoke-access.server";
import { isStopped } from "~/orders/closed-orders";
import { writeNote } from "~/orders/follow-up/order-notes.server";
import { endHelper } from "~/orders/helper/remove-helper.server";
import { queueOrderEvent } from "~/orders/queue-order-event.server";
import { recomputeStep } from "~/orders/recompute-step.server";
import { visibleOrders } from "~/orders/visible-orders.server";
import { cancelOfClosedOrder } from "../cancel-visit.server";
import { requireOwnVisit } from "../require-own-visit.server";
import { findActiveVisit } from "../visits.server";
import type { CloseOrder } from "./closing-schema";

/** All other reasons end the first 90 nights because the order was closed. */
const nightsEndReasons: Partial<Record<CloseOrder["reason"], EndReason>> = {
  died: "died",
  other_supplier: "other_supplier",
};

interface Closed {
  /** False if the order was already closed. */
  changed: boolean;
  canceledVisit: number | null;
}

/**
 * Closes an order for a reason: cancels its visit, drops its unsent messages, and ends its codes, links, offers,
 * helper, call, and first 90 nights. An import or the order system doesn't reopen it. The order of a completed setup can
 * be closed, too, for example after a death.
 * @param input.note also added to the order's notes
 * @param input.notify if the patient is notified of the cancellation; after a death only by email, and by default not
 * @throws Refusal "missing" without access to the order; "conflict" if it was closed for another reason by staff
 */
export function closeOrder(app: App, who: Staff, input: CloseOrder): Promise<Closed> {
  const { id, reason, notify = reason !== "died" } = input;
  return app.db.transaction().execute(async (trx) => {
    const order = await requireOrder(trx, who, id);
    if (isStopped(order)) {
      if (order.close_reason !== null && order.close_reason !== reason) throw alreadyClosed();
      await endNightsOfClosedOrder({ trx, app, who }, order, nightsEndReasons[reason] ?? "order_closed");
      return { changed: false, canceledVisit: null };
    }
    const now = app.clock.now();
    const active = await findActiveVisit(trx, id);
    const visit = active && (await requireOwnVisit(trx, who, active.id));
    await dropQueuedOfOrder({ trx, app }, id);
    await trx
      .updateTable("orders")
      .set({ staff_closed_at: now, staff_closed_by: who.userId, close_reason: reason, updated_at: now })
      .where("id", "=", id)
      .execute();
    if (visit) {
      await cancelOfClosedOrder({ trx, app, who }, visit, {
        emailOnly: reason === "died",
        therapistOnly: !notify,
        withoutLinks: true,
      });
    }
    await endPatientAccess({ trx, app }, id);
    await endHelper({ trx, app, who }, id);
    await endNightsOfClosedOrder({ trx, app, who }, order, nightsEndReasons[reason] ?? "order_closed");
    await recomputeStep(trx, id, now);
    await queueOrderEvent(trx, now, order, { type: "order.closed", reason });
    if (input.note) await writeNote({ trx, app, who }, id, input.note);
    await logAudit({ trx, app, who }, "order.closed", `order ${id}`, {
      reason,
      ...(visit && { visit: visit.id, told: notify }),
    });
    return { changed: true, canceledVisit: visit?.id ?? null };
  });
}

const alreadyClosed = () =>
  new Refusal("conflict", "Staff already closed this order for another reason. Reload the page to see it.");

/**
 * Reopens an order that staff closed. Its visit and its links don't come back.
 * @returns false if it stays closed because the order system closed it, too
 * @throws Refusal "missing" without access to the order; "conflict" if staff didn't close it
 */
export function reopenOrder(app: App, who: Staff, id: number): Promise<boolean> {
  return app.db.transaction().execute(async (trx) => {
    const order = await requireOrder(trx, who, id);
    if (order.staff_closed_at === null) {
      throw new Refusal("conflict", "This order isn't closed by staff. Reload the page to see its state.");
    }
    const now = app.clock.now();
    await trx
      .updateTable("orders")
      .set({ staff_closed_at: null, staff_closed_by: null, close_reason: null, updated_at: now })
      .where("id", "=", id)
      .execute();
    await recomputeStep(trx, id, now);
    await queueOrderEvent(trx, now, order, { type: "order.reopened" });
    await logAudit({ trx, app, who }, "order.reopened", `order ${id}`, { reason: order.close_reason });
    return order.stopped_at === null;
  });
}

const requireOrder = (trx: Db, who: Staff, id: number) =>
  visibleOrders(trx, who)
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Order not found."));
