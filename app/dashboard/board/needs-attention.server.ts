import type { Db } from "~/db/open.server";
import { listHolds } from "~/messages/holds/number-holds.server";
import { countUnanswered, findOldestUnanswered } from "~/messages/unanswered.server";
import { needsConfirmation, needsOutcome } from "../calendars/calendar-conditions.server";
import { countVisits, pageOfVisits } from "../calendars/page-of-visits.server";
import type { BoardFilters } from "../dashboard-schema";
import type { ShownVisit } from "../shown-visit";

const shown = 5;

export interface NeedsAttention {
  urgent: ShownVisit[];
  moreUrgent: number;
  withoutOutcome: number;
  /** Conversations that wait for a reply. */
  unanswered: number;
  /** ms UTC */
  oldestUnanswered: number | null;
  /** Numbers that get no automated texts until staff decide. */
  holds: Awaited<ReturnType<typeof listHolds>>;
}

export async function findNeedsAttention(
  db: Db,
  filters: BoardFilters,
  now: number,
): Promise<NeedsAttention> {
  const isUrgent = needsConfirmation(filters, now);
  const { visits: urgent, more } = await pageOfVisits(db, isUrgent, 1, shown);
  return {
    urgent,
    moreUrgent: more ? (await countVisits(db, isUrgent)) - urgent.length : 0,
    withoutOutcome: await countVisits(db, needsOutcome(filters, now)),
    unanswered: await countUnanswered(db, filters.db),
    oldestUnanswered: await findOldestUnanswered(db, filters.db),
    holds: await listHolds(db, shown, filters.db),
  };
}
