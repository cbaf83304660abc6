import type { Db } from "~/db/open.server";
import type { Visit } from "~/visits/visit";
import { executeVisits, selectVisits } from "~/visits/visits.server";
import { matchesFilters } from "./calendars/calendar-conditions.server";
import type { ListComposites } from "./dashboard-schema";

export const mostCalendarVisits = 5000;

export function listCalendarVisits(
  db: Db,
  filters: Partial<ListComposites> & { start: number; end: number },
): Promise<Visit[]> {
  let ids = db
    .selectFrom("visits")
    .select("visits.id")
    .where("visits.start_at", ">=", filters.start)
    .where("visits.start_at", "<", filters.end)
    .where(matchesFilters(filters));
  if (filters.status) ids = ids.where("visits.status", "=", filters.status);
  ids = ids
    .orderBy("visits.start_at")
    .orderBy("visits.id")
    .limit(filters.limit ?? mostCalendarVisits)
    .offset(Number(filters.cursor ?? 0));
  return executeVisits(
    selectVisits(db).where("visits.id", "in", ids).orderBy("visits.start_at").orderBy("visits.id"),
  );
}
