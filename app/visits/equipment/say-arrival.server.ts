import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx, Tx } from "~/boot/app.server";
import type { Limit } from "~/boot/rate-limits.server";
import { limitPatient } from "~/company/limit-patient.server";
import type { Patient } from "~/core/who";
import { isDelivered } from "~/equipment/equipment";
import { findEquipment } from "~/equipment/find-equipment.server";
import { reportArrival, takeBackArrival } from "~/equipment/report-arrival.server";
import { requireActiveVisit } from "../patient-may-change.server";
import { visitStrings } from "../strings";
import type { Visit } from "../visit";

const perOrder: Limit = { name: "arrival-of-order", points: 10, seconds: 3600 };

type ArrivalOf = Pick<Visit, "id" | "order_id">;

/**
 * Saves the patient's answer to "Has your equipment arrived?". A no takes back an earlier yes. What other sources
 * reported stays.
 */
export async function saveArrival(
  { trx, app, who }: Tx,
  { id, order_id: orderId }: ArrivalOf,
  hasArrived: boolean,
): Promise<void> {
  if (hasArrived) await reportArrival({ trx, app }, orderId, { source: "patient", by: "the patient" });
  else await takeBackArrival({ trx, app }, orderId);
  await trx
    .updateTable("visits")
    .set({ equipment_missing_at: hasArrived ? null : app.clock.now() })
    .where("id", "=", id)
    .execute();
  await logAudit(
    { trx, app, who },
    hasArrived ? "visit.equipment-arrived" : "visit.equipment-missing",
    `visit ${id}`,
  );
}

/** True if the patient already said so and nothing has changed since. */
export async function isSaid(
  { trx }: AppTx,
  { order_id, equipment_missing_at: missingAt }: Pick<Visit, "order_id" | "equipment_missing_at">,
  hasArrived: boolean,
): Promise<boolean> {
  const equipment = await findEquipment(trx, order_id);
  if (!equipment) return true;
  return hasArrived ? isDelivered(equipment) && missingAt === null : missingAt !== null;
}

/**
 * Saves what the patient said on the visit page. Saying it again changes nothing.
 * @throws Refusal "missing" without an active visit; "too-many" after ten changes an hour
 */
export function sayArrival(app: App, who: Patient, hasArrived: boolean): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const visit = await requireActiveVisit(trx, who);
    if (await isSaid({ trx, app }, visit, hasArrived)) return;
    await limitPatient({ trx, app }, who, { limit: perOrder, text: visitStrings.tooManyMarks });
    await saveArrival({ trx, app, who }, visit, hasArrived);
  });
}
