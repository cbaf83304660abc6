import { logAudit } from "~/audit/log-audit.server";
import type { AppTx } from "~/boot/app.server";
import { operator } from "~/core/who";
import type { Row } from "~/db/tables";
import { endAccess } from "../access/revoke-access.server";
import { type OrderRow, patientColumns } from "../order-row";
import { recomputeStep } from "../recompute-step.server";
import { notifyTherapist } from "./notify-therapist.server";

/** Moves an order to another patient ID. All access ends, unless both IDs belong to the same person. */
export async function changePatient({ trx, app }: AppTx, orderId: number, row: OrderRow): Promise<void> {
  const now = app.clock.now();
  const before = await trx
    .selectFrom("orders")
    .selectAll()
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  const isSame = isSamePerson(before, row);
  const { patient_id } = row;
  await trx
    .updateTable("orders")
    .set({ patient_id, updated_at: now, ...(!isSame && unknownPatient) })
    .where("id", "=", orderId)
    .execute();
  if (isSame) {
    await trx
      .updateTable("threads")
      .set({ patient_id })
      .where("brightree_db", "=", row.brightree_db)
      .where("patient_id", "=", before.patient_id)
      .execute();
  } else {
    await endAccess({ trx, app, who: operator }, orderId);
    await recomputeStep(trx, orderId, now);
    await notifyTherapist({ trx, app }, orderId, "order-moved");
  }
  await logAudit({ trx, app, who: operator }, "order.patient-changed", `order ${orderId}`, {
    from: before.patient_id,
    to: patient_id,
    same_person: isSame,
  });
}

const unknownPatient = {
  ...(Object.fromEntries(patientColumns.map((column) => [column, null])) as Record<
    (typeof patientColumns)[number],
    null
  >),
  chosen_language: null,
  updates: null,
};

const normalized = (text: string | null | undefined) =>
  text?.trim().toLowerCase().replace(/\s+/g, " ") || null;

function isSamePerson(before: Row<"orders">, { patient_name: name, phone, email }: OrderRow): boolean {
  const isSameName = normalized(name) !== null && normalized(name) === normalized(before.patient_name);
  const hasSameContact =
    (phone !== undefined && phone === before.phone) || (email !== undefined && email === before.email);
  return isSameName && hasSameContact;
}
