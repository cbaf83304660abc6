import { actorInWords } from "~/audit/actor-in-words";
import type { Db } from "~/db/open.server";
import { reasonInDetails } from "~/visits/outcome/outcome-reasons";

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
  "patient-unconfirmed": "Asked for another time",
  "no-show": "No-show",
  "outcome-undone": "Outcome undone",
  "running-late": "Patient running late, reported",
  "on-time": "No longer running late, reported",
  "call-wanted": "Call instead of video, requested",
  "call-not-wanted": "Video again instead of a call, requested",
  "therapist-late": "Therapist running late, reported",
  "interpreter-arranged": "Interpreter arranged",
  "interpreter-not-arranged": "Interpreter not arranged",
  "offer.sent": "Earlier time offered",
  "offer.declined": "Earlier time declined",
};

export interface VisitChange {
  id: number;
  /** ms UTC */
  at: number;
  what: string;
  /** Null for automatic changes. */
  by: string | null;
  /** Why the visit was missed or canceled. */
  reason: string | null;
}

/** Newest first. */
export async function listVisitHistory(db: Db, visitId: number): Promise<VisitChange[]> {
  const rows = await db
    .selectFrom("audit_log")
    .leftJoin("users", "users.id", "audit_log.user_id")
    .select([
      "audit_log.id",
      "audit_log.created_at",
      "audit_log.action",
      "audit_log.user_email",
      "audit_log.details",
      "users.name",
    ])
    .where("audit_log.subject", "=", `visit ${visitId}`)
    .orderBy("audit_log.id", "desc")
    .limit(30)
    .execute();
  return rows.map(({ id, created_at, action, user_email, name, details }) => ({
    id,
    at: created_at,
    what: words[action.replace("visit.", "")] ?? action,
    by: name ?? actorInWords(user_email) ?? user_email,
    reason: reasonInDetails(details),
  }));
}
