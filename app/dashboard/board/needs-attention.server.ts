import type { Db } from "~/db/open.server";
import { listHolds } from "~/messages/holds/number-holds.server";
import { countUnanswered, findOldestUnanswered } from "~/messages/threads/unanswered.server";
import { countEnded } from "../calendars/ended-visits.server";
import { countToConfirm, listToConfirm } from "../calendars/visits-to-confirm.server";
import type { ShownVisit } from "../shown-visit";
import type { BoardFilters } from "./tiles";

const shown = 5;

export interface NeedsAttention {
  urgent: ShownVisit[];
  /** The number of other visits to confirm. */
  moreUrgent: number;
  /** Visits that ended without an outcome. */
  withoutOutcome: number;
  /** Conversations that wait for an answer. */
  unanswered: number;
  /** ms UTC */
  oldestUnanswered: number | null;
  /** Numbers whose automated texts wait until staff decide. */
  holds: Awaited<ReturnType<typeof listHolds>>;
}

export async function findNeedsAttention(
  db: Db,
  filters: BoardFilters,
  now: number,
): Promise<NeedsAttention> {
  const { visits: urgent, more } = await listToConfirm(db, filters, now, 1, shown);
  return {
    urgent,
    moreUrgent: more ? (await countToConfirm(db, filters, now)) - urgent.length : 0,
    withoutOutcome: await countEnded(db, filters, now),
    unanswered: await countUnanswered(db, filters.db),
    oldestUnanswered: await findOldestUnanswered(db, filters.db),
    holds: await listHolds(db, shown, filters.db),
  };
}
