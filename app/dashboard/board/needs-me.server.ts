import { addDays, hour, localDate } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Visit } from "~/scheduling/visits/visit";
import { selectVisits } from "~/scheduling/visits/visits.server";
import { countAppointments } from "../appointments/appointment-rows.server";
import type { Place } from "./tiles";

/** Part 2, section 9: what is submitted for the next 72 hours has to be confirmed first. */
export const urgentHours = 72;
const shown = 5;

export interface NeedsMe {
  /** Submitted visits of the next 72 hours: the first few, and whether there are more. */
  urgent: Visit[];
  moreUrgent: boolean;
  /** Confirmed visits of the days before today that nobody completed; `until` is the last such day. */
  unfinished: number;
  until: string;
}

/** What waits for a supervisor now. */
export async function findNeedsMe(db: Db, place: Place, now: number, zone: string): Promise<NeedsMe> {
  let query = selectVisits(db)
    .where("visits.status", "=", "submitted")
    .where("visits.start_at", ">=", now)
    .where("visits.start_at", "<", now + urgentHours * hour);
  if (place.db) query = query.where("orders.brightree_db", "=", place.db);
  if (place.therapist) query = query.where("therapists.name", "=", place.therapist);
  const urgent = await query
    .orderBy("visits.start_at")
    .orderBy("visits.id")
    .limit(shown + 1)
    .execute();
  const until = addDays(localDate(now, zone), -1);
  return {
    urgent: urgent.slice(0, shown),
    moreUrgent: urgent.length > shown,
    unfinished: await countAppointments(db, { ...place, status: "confirmed", to: until }),
    until,
  };
}
