import { addDays, localDate } from "~/core/time";
import type { Db } from "~/db/open.server";
import { countAppointments } from "../appointments/appointment-rows.server";
import { listToConfirm } from "../calendars/visits-to-confirm.server";
import type { ShownVisit } from "../shown-visit";
import type { BoardFilters } from "./tiles";

const shown = 5;

export interface NeedsAttention {
  /** What the worklist has to confirm: the first few, and whether there are more. */
  urgent: ShownVisit[];
  moreUrgent: boolean;
  /** Confirmed visits of the days before today that nobody completed; `until` is the last such day. */
  unfinished: number;
  until: string;
}

/** What waits for a supervisor now, in short; the worklist has it in full. */
export async function findNeedsAttention(
  db: Db,
  place: BoardFilters,
  now: number,
  zone: string,
): Promise<NeedsAttention> {
  const { visits: urgent, more } = await listToConfirm(db, place, now, 1, shown);
  const until = addDays(localDate(now, zone), -1);
  const unfinished = await countAppointments(db, { ...place, status: "confirmed", to: until });
  return { urgent, moreUrgent: more, unfinished, until };
}
