import type { Db } from "~/db/open.server";
import { type Change, listChanges } from "./changes.server";

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

/** Newest first. */
export const listVisitHistory = (db: Db, visitId: number): Promise<Change[]> =>
  listChanges(db, `visit ${visitId}`, (action) => words[action.replace("visit.", "")] ?? action);
