import { ordersWithCompany } from "~/company/orders-with-company.server";
import { zoneOrUtc } from "~/core/time";
import { isProvenPatient, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { confirmBy } from "./confirmation-deadline";

interface ConfirmationPlan {
  /** Until when the therapist confirms, in ms UTC. Null if the visit is too near to name a time. */
  confirm_by: number | null;
  /** The meeting link with which the visit is confirmed immediately. Null if the therapist confirms it. */
  immediateLink: string | null;
}

interface Requested {
  orderId: number;
  therapistId: number;
  /** ms UTC */
  start: number;
}

/**
 * How a time that was requested gets confirmed. If the company wants it, the visit of a patient who needs no
 * interpreter is confirmed immediately with the therapist's own meeting link.
 */
export async function planConfirmation(
  trx: Db,
  who: Who,
  { orderId, therapistId, start }: Requested,
  now: number,
): Promise<ConfirmationPlan> {
  const {
    confirm_hours: hours,
    confirm_immediately,
    interpreter,
  } = await ordersWithCompany(trx)
    .select(["companies.confirm_hours", "companies.confirm_immediately", "orders.interpreter"])
    .where("orders.id", "=", orderId)
    .executeTakeFirstOrThrow();
  const { timezone, zoom_link } = await trx
    .selectFrom("therapists")
    .select(["timezone", "zoom_link"])
    .where("id", "=", therapistId)
    .executeTakeFirstOrThrow();
  return {
    confirm_by: confirmBy({ start, zone: zoneOrUtc(timezone), hours }, now),
    immediateLink: confirm_immediately && isProvenPatient(who) && !interpreter ? zoom_link : null,
  };
}
