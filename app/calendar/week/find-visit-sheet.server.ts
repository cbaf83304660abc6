import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { findPatientLink } from "~/orders/access/patient-link.server";
import { viewOrderMeta } from "~/orders/order-system/order-meta.server";
import type { OrderDetailsState } from "~/orders/ui/order-details";
import { requireOwnVisit } from "~/visits/require-own-visit.server";
import type { Visit } from "~/visits/visit";

/**
 * The Appointment modal. `link` and `details` are null if the caller has no access to the order's details.
 * @param query.details requests the order from the order system
 */
export async function findVisitSheet(app: App, who: Who, query: { visit: number; details: boolean }) {
  const visit = await requireOwnVisit(app.reads, who, query.visit);
  const [{ branch, note }, link, details] = await Promise.all([
    app.reads
      .selectFrom("visits")
      .innerJoin("orders", "orders.id", "visits.order_id")
      .select(["orders.branch_office as branch", "visits.note"])
      .where("visits.id", "=", visit.id)
      .executeTakeFirstOrThrow(),
    findLink(app, who, visit),
    query.details ? findDetails(app, who, visit) : null,
  ]);
  return { visit, branch: link && branch, note, link, details: link && details };
}

export type VisitSheetData = Awaited<ReturnType<typeof findVisitSheet>>;

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
