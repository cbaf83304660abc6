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
  "patient-unconfirmed": "Patient asked for another time",
  "no-show": "No-show",
  "outcome-undone": "Outcome undone",
  "running-late": "Patient reported running late",
  "on-time": "Patient no longer running late",
  "call-wanted": "Call instead of video requested",
  "call-not-wanted": "Switched back to video",
  "therapist-late": "Therapist reported running late",
  "interpreter-arranged": "Interpreter arranged",
  "interpreter-not-arranged": "Interpreter not arranged",
  "offer.sent": "Earlier time offered",
  "offer.declined": "Earlier time declined",
};

/** Newest first. */
export const listVisitHistory = (db: Db, visitId: number): Promise<Change[]> =>
  listChanges(db, `visit ${visitId}`, (action) => words[action.replace("visit.", "")] ?? action);
