import type { App, Tx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { statusWord } from "~/core/visit-status";
import type { Who } from "~/core/who";
import { isOverlap } from "~/db/database-errors.server";
import type { Db } from "~/db/open.server";
import { dropQueuedOfOutcome } from "~/messages/drop-queued-of-visit.server";
import { unfollow } from "~/nights/first-nights.server";
import { refuseClosedOrder } from "~/orders/refuse-closed-order.server";
import { changeVisit } from "../change-visit.server";
import { requireOwnVisit } from "../require-own-visit.server";
import type { Visit } from "../visit";
import { findActiveVisit } from "../visits.server";
import { undoableUntil } from "./outcome-times";

/**
 * Changes a completed visit or a no-show back to confirmed, within 24 hours, and drops its queued message.
 * @throws Refusal "missing" for another therapist's visit; "conflict" without an outcome, after 24 hours, and if the
 *   order has another visit or the therapist has one at that time
 */
export function undoOutcome(app: App, who: Who, id: number): Promise<Visit> {
  return app.db.transaction().execute(async (trx) => {
    const visit = await requireOwnVisit(trx, who, id);
    return undoOutcomeWithin({ trx, app, who }, visit);
  });
}

const refuse = (message: string) => new Refusal("conflict", message);

const findOrderOf = (trx: Db, { order_id }: Visit) =>
  trx
    .selectFrom("orders")
    .select(["staff_closed_at", "close_reason"])
    .where("id", "=", order_id)
    .executeTakeFirstOrThrow();

export async function undoOutcomeWithin({ trx, app, who }: Tx, visit: Visit): Promise<Visit> {
  const { status } = visit;
  if (status !== "completed" && status !== "no show") {
    throw refuse(`There is no outcome to undo: this visit is ${statusWord(status)}.`);
  }
  if (undoableUntil(visit, app.clock.now()) === null) {
    throw refuse("An outcome can be undone for 24 hours. Book a new visit instead.");
  }
  if (await findActiveVisit(trx, visit.order_id)) {
    throw refuse("This patient has booked another visit. The outcome was not changed.");
  }
  refuseClosedOrder(await findOrderOf(trx, visit));
  try {
    const reopened = await changeVisit({ trx, app, who }, visit, {
      action: "visit.outcome-undone",
      set: {
        status: "confirmed",
        completed_at: null,
        no_show_at: null,
        no_show_reason: null,
        outcome_note: null,
      },
      details: { outcome: status },
    });
    await dropQueuedOfOutcome({ trx, app }, visit.id);
    await unfollow({ trx, app }, visit);
    return reopened;
  } catch (error) {
    if (!isOverlap(error)) throw error;
    throw refuse(`${visit.therapist} has another visit at that time. The outcome was not changed.`);
  }
}
