import type { App, Tx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { statusWord } from "~/core/visit-status";
import type { Patient, Who } from "~/core/who";
import { changeVisit } from "./change-visit.server";
import type { NoticeReaders } from "./notices/notice-types";
import { cancelledNotice, notNeededNotice } from "./notices/visit-notices";
import type { CancelReason } from "./outcome/outcome-reasons";
import { checkPageToken } from "./page-token.server";
import { checkChangeable, requireActiveVisit } from "./patient-may-change.server";
import { requireOwnVisit } from "./require-own-visit.server";
import { mayBecome } from "./status-transitions";
import { type Visit, type VisitView, visitView } from "./visit";
import { changedByOther } from "./visit-refusals.server";
import type { CancelMyVisit } from "./visit-schema";
import { findNewestVisit } from "./visits.server";

/**
 * Cancels a visit for staff and notifies the patient. Safe to repeat.
 * @throws Refusal "missing" for another therapist's visit; "conflict" for a completed visit
 */
export function cancelVisit(app: App, who: Who, id: number, reason: CancelReason | null): Promise<VisitView> {
  return app.db.transaction().execute(async (trx) => {
    const visit = await requireOwnVisit(trx, who, id);
    return visitView(await cancelWithin({ trx, app, who }, visit, reason));
  });
}

export async function cancelWithin(
  { trx, app, who }: Tx,
  visit: Visit,
  reason: CancelReason | null,
): Promise<Visit> {
  if (visit.status === "cancelled") return visit;
  if (!mayBecome(visit.status, "cancelled")) {
    throw new Refusal("conflict", `A visit that is ${statusWord(visit.status)} can't be canceled.`);
  }
  return cancel({ trx, app, who }, visit, reason);
}

/**
 * Cancels the patient's own visit. Canceling again changes nothing.
 * @param input.datetime the visit's start as shown to the patient
 * @throws Refusal "missing" without an active visit; "conflict" if it starts too soon or has moved, or if the page
 *   belongs to another patient
 */
export async function cancelMyVisit(app: App, who: Patient, input: CancelMyVisit = {}): Promise<VisitView> {
  checkPageToken(app, who, input.page_token, "changed");
  return app.db.transaction().execute(async (trx) => {
    const newest = await findNewestVisit(trx, who.orderId);
    if (newest?.status === "cancelled") return visitView(newest);
    const visit = await requireActiveVisit(trx, who);
    await checkChangeable({ trx, app }, visit);
    if (input.datetime !== undefined && input.datetime !== visit.start_at) throw changedByOther();
    return visitView(await cancel({ trx, app, who }, visit, input.reason ?? null));
  });
}

/** Cancels the visit of an order that staff close. The notice has no links, because they end with the order. */
export function cancelOfClosedOrder(
  { trx, app, who }: Tx,
  visit: Visit,
  readers: NoticeReaders,
): Promise<Visit> {
  return changeVisit({ trx, app, who }, visit, {
    action: "visit.cancelled",
    set: { status: "cancelled", cancelled_at: app.clock.now() },
    notice: (_, announced) => notNeededNotice(announced),
    readers,
  });
}

function cancel({ trx, app, who }: Tx, visit: Visit, reason: CancelReason | null): Promise<Visit> {
  return changeVisit({ trx, app, who }, visit, {
    action: "visit.cancelled",
    set: { status: "cancelled", cancelled_at: app.clock.now(), cancel_reason: reason },
    ...(reason && { details: { reason } }),
    notice: (_, announced) => cancelledNotice(announced),
  });
}
