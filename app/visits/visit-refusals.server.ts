import { describeActor } from "~/audit/describe-actor";
import { fill } from "~/core/language/strings";
import { Refusal } from "~/core/refusal";
import { formatFull, formatWhen, iso, zoneOrUtc } from "~/core/time";
import { isQuerySession, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { actsFor } from "~/therapists/therapist-permissions.server";
import { visitStrings } from "./strings";
import { type Visit, visitView } from "./visit";
import { whenForStaff } from "./visit-times";

export const changedByOther = () => new Refusal("conflict", visitStrings.changedByOther);

const verbs: Record<string, string> = {
  "visit.booked": "booked it",
  "visit.confirmed": "confirmed it",
  "visit.cancelled": "canceled it",
  "visit.completed": "marked it as completed",
  "visit.no-show": "marked it as a no-show",
  "visit.outcome-undone": "undid the outcome",
  "visit.handed-over": "reassigned it",
  "visit.move-undone": "undid a move",
};

/** Refuses a change to an outdated visit. The refusal names the last change and includes the current visit. */
export async function refuseStaleVisit(trx: Db, visit: Visit): Promise<Refusal> {
  const last = await trx
    .selectFrom("audit_log")
    .select(["action", "user_email"])
    .where("subject", "=", `visit ${visit.id}`)
    .where("action", "like", "visit.%")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const when = formatWhen(visit.start_at, zoneOrUtc(visit.timezone));
  const did = last && (last.action === "visit.moved" ? `moved it to ${when}` : verbs[last.action]);
  const message = did
    ? `This visit has changed: ${actorName(last.user_email)} ${did}. Review it and try again.`
    : changedByOther().message;
  return new Refusal("conflict", message, { extra: { appointment: visitView(visit) } });
}

function actorName(actor: string | null): string {
  if (!actor || actor === "command line") return "another user";
  return describeActor(actor) ?? actor;
}

/**
 * Refuses a second active visit for an order. Query sessions and other therapists get no details of the first visit.
 */
export function refuseSecondVisit(who: Who, existing: Visit | undefined): Refusal {
  if (isQuerySession(who)) {
    return new Refusal("conflict", visitStrings.alreadyBooked);
  }
  const isOwn = who.kind === "patient" || (existing && actsFor(who, existing.therapist_id));
  if (!existing || !isOwn) return new Refusal("conflict", "This order already has a visit.");
  const message =
    who.kind === "patient"
      ? fill(visitStrings.alreadyBookedAt, { when: formatFull(existing.start_at, existing.patient_zone) })
      : `This order already has a visit on ${whenForStaff(existing, formatFull)}. Move that one instead.`;
  return new Refusal("conflict", message, {
    extra: { datetime: iso(existing.start_at), appointment_id: existing.id },
  });
}
