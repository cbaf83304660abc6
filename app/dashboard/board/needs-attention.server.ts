import type { Db } from "~/db/open.server";
import { countUnanswered, findOldestUnanswered } from "~/messages/conversations/unanswered.server";
import { listHolds } from "~/messages/holds/number-holds.server";
import { whereNeedsConfirmation, whereNeedsOutcome } from "../calendars/calendar-conditions.server";
import { countCallsDue } from "../calendars/calls-due.server";
import { countVisits, pageOfVisits } from "../calendars/page-of-visits.server";
import type { BoardFilters } from "../dashboard-schema";

const shown = 5;

export type NeedsAttention = Awaited<ReturnType<typeof findNeedsAttention>>;

export async function findNeedsAttention(db: Db, filters: BoardFilters, now: number) {
  const isUrgent = whereNeedsConfirmation(filters, now);
  const { visits: urgent, more } = await pageOfVisits(db, isUrgent, 1, shown);
  return {
    urgent,
    moreUrgent: more ? (await countVisits(db, isUrgent)) - urgent.length : 0,
    withoutOutcome: await countVisits(db, whereNeedsOutcome(filters, now)),
    unanswered: await countUnanswered(db, filters.db),
    oldestUnanswered: await findOldestUnanswered(db, filters.db),
    calls: await countCallsDue(db, { company: filters.db, therapist: filters.therapist }, now),
    /** Phone numbers that get no automated texts until staff resolve them. */
    holds: await listHolds(db, shown, filters.db),
  };
}
