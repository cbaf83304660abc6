import { ordersWithCompany } from "~/company/orders-with-company.server";
import { zoneOrUtc } from "~/core/time";
import { isProvenPatient, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { confirmBy } from "./confirmation-deadline";
import { makeMeetingLink } from "./make-meeting-link.server";

interface ConfirmationPlan {
  /** Until when the therapist confirms, in ms UTC. Null if the visit is too near to name a time. */
  confirm_by: number | null;
  /** The meeting link with which the visit is confirmed immediately. Null if the therapist confirms it. */
  immediateLink: string | null;
}

interface Requested {
  orderId: number;
  therapistId: number;
  kindId: number | null;
  /** ms UTC */
  start: number;
  end: number;
}

/**
 * How a time that was requested gets confirmed. If the company wants it, the visit of a patient who needs no
 * interpreter is confirmed immediately with a link from a template, or else with the therapist's own meeting link.
 */
export async function planConfirmation(
  trx: Db,
  who: Who,
  { orderId, therapistId, kindId, start, end }: Requested,
  now: number,
): Promise<ConfirmationPlan> {
  const {
    confirm_hours: hours,
    confirm_immediately,
    interpreter,
    timezone,
    zoom_link,
  } = await ordersWithCompany(trx)
    .innerJoin("therapists", (join) => join.on("therapists.id", "=", therapistId))
    .select([
      "companies.confirm_hours",
      "companies.confirm_immediately",
      "orders.interpreter",
      "therapists.timezone",
      "therapists.zoom_link",
    ])
    .where("orders.id", "=", orderId)
    .executeTakeFirstOrThrow();
  const isImmediate = confirm_immediately === 1 && isProvenPatient(who) && !interpreter;
  const made = isImmediate
    ? await makeMeetingLink(trx, { visitId: null, orderId, kindId, therapistId, start, end })
    : null;
  return {
    confirm_by: confirmBy({ start, zone: zoneOrUtc(timezone), hours }, now),
    immediateLink: isImmediate ? (made ?? zoom_link) : null,
  };
}
