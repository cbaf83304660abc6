import type { App } from "~/boot/app.server";
import { isActive } from "~/core/visit-status";
import { isSupervisor, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { findEquipment } from "~/equipment/find-equipment.server";
import { findWish } from "~/offers/wishes.server";
import { findHelperView } from "~/orders/helper/helper-view.server";
import { findDetails, findLinkOrNull, withMessages } from "~/orders/sheet/pages/order-parts.server";
import { mayRunLate } from "../../late/may-run-late";
import { mayBeNoShow, undoableUntil } from "../../outcome/outcome-times";
import { listQuestionnaires } from "../../questions/answers.server";
import { requireOwnVisit } from "../../require-own-visit.server";
import { type Change, listChanges } from "./changes.server";

const words: Record<string, string> = {
  booked: "Booked",
  confirmed: "Confirmed",
  moved: "Moved",
  "move-undone": "Move undone",
  "handed-over": "Reassigned",
  "link-changed": "Meeting link changed",
  completed: "Completed",
  cancelled: "Canceled",
  "patient-confirmed": "Patient confirmed",
  "patient-unconfirmed": "Patient asked for another time",
  "equipment-arrived": "Patient said that the equipment has arrived",
  "equipment-missing": "Patient said that the equipment hasn't arrived",
  "no-show": "No-show",
  "outcome-undone": "Outcome undone",
  "running-late": "Patient reported running late",
  "on-time": "Patient no longer running late",
  "call-wanted": "Call instead of video requested",
  "call-not-wanted": "Switched back to video",
  "therapist-late": "Therapist reported running late",
  "interpreter-arranged": "Interpreter arranged",
  "interpreter-not-arranged": "Interpreter not arranged",
  "offer.sent": "Earlier time offered",
  "offer.declined": "Earlier time declined",
};

/** Newest first. */
export const listVisitHistory = (db: Db, visitId: number): Promise<Change[]> =>
  listChanges(db, `visit ${visitId}`, (action) => words[action.replace("visit.", "")]);

/** If the user can't see the order's details, `link`, `order`, and `details` are null. */
export async function findVisitSheet(app: App, who: Who, query: { visit: number; details: boolean }) {
  const visit = await requireOwnVisit(app.reads, who, query.visit);
  const now = app.clock.now();
  const [{ note, outcome_note, booking_reason, ...order }, link, details, history, questionnaires] =
    await Promise.all([
      findOrder(app.reads, visit.id),
      findLinkOrNull(app, who, visit),
      query.details ? findDetails(app, who, visit) : null,
      listVisitHistory(app.reads, visit.id),
      listQuestionnaires(app.reads, [visit.id]),
    ]);
  return {
    visit: link ? visit : { ...visit, patient_name: null },
    note,
    outcomeNote: outcome_note,
    bookingReason: booking_reason,
    history,
    questions: questionnaires.get(visit.id) ?? null,
    link,
    order: link && (await withMessages(app.reads, order)),
    wish: link && isActive(visit.status) ? await findWish(app.reads, visit.order_id) : null,
    helper: link && (await findHelperView(app.reads, visit.order_id)),
    equipment: link && (await findEquipment(app.reads, visit.order_id, visit.handsOver)),
    details: link && details,
    maySupervise: isSupervisor(who),
    isStarted: visit.start_at <= now,
    isEnded: visit.end_at <= now,
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
      "orders.phone_ext",
      "orders.step",
      "orders.updates",
      "orders.urgent",
      "visits.note",
      "visits.outcome_note",
      "visits.booking_reason",
    ])
    .where("visits.id", "=", visitId)
    .executeTakeFirstOrThrow();
