import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { listConsents } from "~/messages/consent/consents.server";
import { findBrightreePatientLink } from "../../order-system/brightree-patient-link.server";
import { viewOrderMeta } from "../../order-system/order-meta.server";
import { findSettings } from "../../order-system/order-systems.server";
import { stepNames } from "../../step";
import type { OrderDetailsState } from "../../ui/order-details";

interface Named {
  brightree_db: string;
  patient_id: number;
  sales_order_no: string | null;
}

/** Adds the step's name, the conversation's ID, and the patient's consent to texts. */
export async function withMessages<Order extends { phone: string | null; step: number }>(
  db: Db,
  { step, ...order }: Order,
) {
  const conversation =
    order.phone &&
    (await db.selectFrom("threads").select("id").where("phone", "=", order.phone).executeTakeFirst());
  return {
    ...order,
    step: `${step}. ${stepNames[step - 1]}`,
    conversationId: conversation ? conversation.id : null,
    consent: order.phone ? ((await listConsents(db, order.phone, 1))[0] ?? null) : null,
  };
}

/** Null if the user can't see the order, for example because the visit was canceled. */
export async function findLinkOrNull(app: App, who: Who, { brightree_db: db, patient_id }: Named) {
  try {
    const link = await findBrightreePatientLink(app.reads, who, { db, patient_id });
    const settings = await findSettings(app.reads, db);
    const kind = settings?.kind ?? app.config.orderSystem;
    // An office that imports files can still open its patients in the system they came from.
    const opensPatients = (settings?.link_template ?? null) !== null;
    return { ...link, hasOrderSystem: kind !== "local" || opensPatients };
  } catch (error) {
    if (error instanceof Refusal && error.code === "missing") return null;
    throw error;
  }
}

export async function findDetails(app: App, who: Who, order: Named): Promise<OrderDetailsState> {
  try {
    const meta = await viewOrderMeta(app, who, {
      db: order.brightree_db,
      pid: order.patient_id,
      so: order.sales_order_no ?? undefined,
    });
    return { kind: "known", meta };
  } catch (error) {
    if (error instanceof Refusal) return { kind: "failed", error: error.message };
    throw error;
  }
}
