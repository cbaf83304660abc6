import type { App } from "~/boot/app.server";
import { iso } from "~/core/time";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { localDayOf } from "~/therapists/therapists.server";
import { changeVisit } from "../change-visit.server";
import { movedNotice } from "../notices";
import type { Visit } from "../visit";

/** Who takes a visit over, and when it begins then (milliseconds UTC; its old time where nothing is said). */
export interface ReassignTarget {
  id: number;
  name: string;
  start?: number | undefined;
}

/**
 * Gives an active visit to another therapist inside the caller's transaction. It waits for that one to
 * confirm, and its patient is told. The database refuses a time at which the new therapist is taken.
 */
export async function reassignVisit(
  trx: Db,
  app: App,
  who: Who,
  visit: Visit,
  home: ReassignTarget,
): Promise<Visit> {
  const start = home.start ?? visit.start_at;
  return changeVisit(trx, app, who, visit, {
    action: "visit.handed-over",
    set: {
      therapist_id: home.id,
      start_at: start,
      end_at: start + (visit.end_at - visit.start_at),
      local_date: await localDayOf(trx, home.id, start),
      status: "submitted",
      meeting_link: null,
      confirmed_at: null,
    },
    details: {
      from: visit.therapist_id,
      to: home.id,
      ...(start !== visit.start_at && { start: iso(start) }),
    },
    notice: movedNotice,
  });
}
