import { Refusal } from "~/core/refusal";
import { formatWhen, zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import { type Visit, visitView } from "../visit";

const verbs: Record<string, string> = {
  "visit.booked": "booked it",
  "visit.confirmed": "confirmed it",
  "visit.cancelled": "cancelled it",
  "visit.completed": "marked it as completed",
  "visit.handed-over": "gave it to another therapist",
  "visit.move-undone": "undid a move",
};

/** The no to a change that was made on a visit as it no longer is: who changed what, and how it is now. */
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
  const sentence = did
    ? `This visit was changed meanwhile: ${nameOf(last.user_email)} ${did}. Please look at it again.`
    : "This visit was changed meanwhile. Please look at it again.";
  return new Refusal("conflict", sentence, { extra: { appointment: visitView(visit) } });
}

function nameOf(actor: string | null): string {
  if (!actor || actor === "command line") return "somebody";
  return actor.startsWith("patient of order") ? "the patient" : actor;
}
