import type { App } from "~/boot/app.server";
import { isActive } from "~/core/visit-status";
import { isSupervisor, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { findWish } from "~/offers/wishes.server";
import { findHelperView } from "~/orders/helper/helper-view.server";
import { mayRunLate } from "~/visits/late/may-run-late";
import { mayBeNoShow, undoableUntil } from "~/visits/outcome/outcome-times";
import { requireOwnVisit } from "~/visits/require-own-visit.server";
import { findDetails, findLinkOrNull, withMessages } from "./order-parts.server";
import { listVisitHistory } from "./visit-history.server";

/** If the user can't see the order's details, `link`, `order`, and `details` are null. */
export async function findVisitSheet(app: App, who: Who, query: { visit: number; details: boolean }) {
  const visit = await requireOwnVisit(app.reads, who, query.visit);
  const now = app.clock.now();
  const [{ note, outcome_note, ...order }, link, details, history] = await Promise.all([
    findOrder(app.reads, visit.id),
    findLinkOrNull(app, who, visit),
    query.details ? findDetails(app, who, visit) : null,
    listVisitHistory(app.reads, visit.id),
  ]);
  return {
    visit: link ? visit : { ...visit, patient_name: null },
    note,
    outcomeNote: outcome_note,
    history,
    link,
    order: link && (await withMessages(app.reads, order)),
    wish: link && isActive(visit.status) ? await findWish(app.reads, visit.order_id) : null,
    helper: link && (await findHelperView(app.reads, visit.order_id)),
    details: link && details,
    maySupervise: isSupervisor(who),
    isStarted: visit.start_at <= now,
    mayBeNoShow: mayBeNoShow(visit, now),
    isUndoable: undoableUntil(visit, now) !== null,
    isOwn: who.kind === "staff" && who.therapistId === visit.therapist_id,
    mayRunLate: mayRunLate(visit, now),
  };
}

export type VisitSheetData = Awaited<ReturnType<typeof findVisitSheet>>;

const findOrder = (db: Db, visitId: number) =>
  db
    .selectFrom("visits")
    .innerJoin("orders", "orders.id", "visits.order_id")
    .select([
      "orders.id",
      "orders.branch_office",
      "orders.phone",
      "orders.step",
      "orders.updates",
      "orders.urgent",
      "visits.note",
      "visits.outcome_note",
    ])
    .where("visits.id", "=", visitId)
    .executeTakeFirstOrThrow();
