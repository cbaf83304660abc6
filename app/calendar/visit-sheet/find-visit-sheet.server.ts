import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { isActive } from "~/core/visit-status";
import { isSupervisor, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { listConsents } from "~/messages/consents.server";
import { findWish } from "~/offers/wishes.server";
import { findPatientLink } from "~/orders/access/patient-link.server";
import { findHelperView } from "~/orders/helper/helper-view.server";
import { viewOrderMeta } from "~/orders/order-system/order-meta.server";
import { stepNames } from "~/orders/step";
import type { OrderDetailsState } from "~/orders/ui/order-details";
import { mayRunLate } from "~/visits/late/may-run-late";
import { mayBeNoShow, undoableUntil } from "~/visits/outcome/outcome-times";
import { requireOwnVisit } from "~/visits/require-own-visit.server";
import type { Visit } from "~/visits/visit";
import { listVisitHistory } from "./visit-history.server";

/** `link`, `order` and `details` are null if the caller has no access to the order's details. */
export async function findVisitSheet(app: App, who: Who, query: { visit: number; details: boolean }) {
  const visit = await requireOwnVisit(app.reads, who, query.visit);
  const now = app.clock.now();
  const [{ note, outcome_note, ...order }, link, details, history] = await Promise.all([
    findOrder(app.reads, visit.id),
    findLink(app, who, visit),
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

type Order = Omit<Awaited<ReturnType<typeof findOrder>>, "note" | "outcome_note">;

async function withMessages(db: Db, { step, ...order }: Order) {
  const thread =
    order.phone &&
    (await db.selectFrom("threads").select("id").where("phone", "=", order.phone).executeTakeFirst());
  return {
    ...order,
    step: `${step}. ${stepNames[step - 1]}`,
    threadId: thread ? thread.id : null,
    consent: order.phone ? ((await listConsents(db, order.phone, 1))[0] ?? null) : null,
  };
}

/** Null without access to the order, for example for a canceled visit. */
function findLink(app: App, who: Who, { brightree_db: db, patient_id }: Visit) {
  return findPatientLink(app.reads, who, { db, patient_id }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === "missing") return null;
    throw error;
  });
}

async function findDetails(app: App, who: Who, visit: Visit): Promise<OrderDetailsState> {
  try {
    const meta = await viewOrderMeta(app, who, {
      db: visit.brightree_db,
      pid: visit.patient_id,
      so: visit.sales_order_no ?? undefined,
    });
    return { kind: "known", meta };
  } catch (error) {
    if (error instanceof Refusal) return { kind: "failed", error: error.message };
    throw error;
  }
}
