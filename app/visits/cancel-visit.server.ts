import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Patient, Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { changeVisit } from "./change-visit.server";
import { cancelledNotice } from "./notices";
import { checkPageToken } from "./page-token.server";
import { checkChangeable, requireActiveVisit } from "./patient-visit.server";
import type { CancelMyVisit } from "./schema";
import { changedByOther } from "./time-refusals.server";
import { mayBecome, type Visit, type VisitView, visitView } from "./visit";
import { requireOwnVisit } from "./visit-permissions.server";
import { findNewestVisit } from "./visits.server";

/**
 * Cancels a visit for staff and tells the patient. Cancelling twice does nothing twice.
 * Refuses a completed visit (conflict) and one of somebody else (missing).
 */
export function cancelVisit(app: App, who: Who, id: number): Promise<VisitView> {
  return app.db.transaction().execute(async (trx) => {
    const visit = await requireOwnVisit(trx, who, id);
    if (visit.status === "cancelled") return visitView(visit);
    if (!mayBecome(visit.status, "cancelled")) {
      throw new Refusal("conflict", `A visit that is ${visit.status} can't be cancelled.`);
    }
    return visitView(await cancel(trx, app, who, visit));
  });
}

/**
 * Cancels the patient's own visit. Cancelling twice does nothing twice.
 * Refuses where there is none (missing), where it begins too soon, and where another visit or another's was
 * meant (conflict).
 */
export async function cancelMyVisit(app: App, who: Patient, meant: CancelMyVisit = {}): Promise<VisitView> {
  checkPageToken(app, who, meant.mark);
  return app.db.transaction().execute(async (trx) => {
    const newest = await findNewestVisit(trx, who.orderId);
    if (newest?.status === "cancelled") return visitView(newest);
    const visit = await requireActiveVisit(trx, who);
    checkChangeable(app, visit);
    if (meant.datetime !== undefined && meant.datetime !== visit.start_at) throw changedByOther();
    return visitView(await cancel(trx, app, who, visit));
  });
}

function cancel(trx: Db, app: App, who: Who, visit: Visit): Promise<Visit> {
  return changeVisit(trx, app, who, visit, {
    action: "visit.cancelled",
    set: { status: "cancelled", cancelled_at: app.clock.now() },
    notice: (_, told) => cancelledNotice(told),
  });
}
