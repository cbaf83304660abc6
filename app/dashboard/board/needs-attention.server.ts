import { sql } from "kysely";
import type { Db } from "~/db/open.server";
import { countUnanswered, findOldestUnanswered } from "~/messages/conversations/unanswered.server";
import { listHolds } from "~/messages/holds/number-holds.server";
import { listWithoutLink } from "~/visits/bulk/list-without-link.server";
import { isUnanswered } from "~/visits/interpreter";
import { mostVisits } from "~/visits/reassign/replacement-choice";
import type { Visit } from "~/visits/visit";
import { listVisitsById } from "~/visits/visits.server";
import { whereNeedsConfirmation, whereNeedsOutcome } from "../calendars/calendar-conditions.server";
import { countCallsDue } from "../calendars/calls-due.server";
import { countVisits, listVisitIds } from "../calendars/page-of-visits.server";
import type { BoardFilters } from "../dashboard-schema";
import { countOrders, type Viewer } from "../orders/list-orders.server";
import { shownVisit } from "../shown-visit";

const shown = 5;

export type NeedsAttention = Awaited<ReturnType<typeof findNeedsAttention>>;

/** @param viewer whose overdue orders are counted, of all databases */
export async function findNeedsAttention(
  db: Db,
  filters: BoardFilters,
  now: number,
  viewer: Viewer | null = null,
) {
  const isUrgent = whereNeedsConfirmation(filters, now);
  const visits = await listVisitsById(db, await listVisitIds(db, isUrgent, mostVisits));
  const isCut = visits.length === mostVisits;
  const urgent = visits.slice(0, shown).map(shownVisit);
  return {
    urgent,
    moreUrgent: (isCut ? await countVisits(db, isUrgent) : visits.length) - urgent.length,
    confirmable: await listConfirmable(db, visits),
    withoutOutcome: await countVisits(db, whereNeedsOutcome(filters, now)),
    unanswered: await countUnanswered(db, filters.db),
    oldestUnanswered: await findOldestUnanswered(db, filters.db),
    calls: await countCallsDue(db, { company: filters.db, therapist: filters.therapist }, now),
    overdueOrders: viewer ? await countOrders(db, { owner: "me", due: "overdue" }, viewer) : 0,
    ...(await findFirstUse(db)),
    /** Phone numbers that get no automated texts until staff resolve them. */
    holds: await listHolds(db, shown, filters.db),
  };
}

/** The IDs of visits that can be confirmed together: the link is known, and no question about an interpreter is open. */
async function listConfirmable(db: Db, visits: readonly Visit[]): Promise<number[]> {
  const withoutLink = new Set(await listWithoutLink(db, visits));
  return visits.filter((visit) => !withoutLink.has(visit) && !isUnanswered(visit)).map(({ id }) => id);
}

async function findFirstUse(db: Db): Promise<{ hasOrders: boolean; hasVisits: boolean }> {
  const { rows } = await sql<{ orders: number; visits: number }>`
    select exists (select 1 from orders) as orders, exists (select 1 from visits) as visits`.execute(db);
  return { hasOrders: rows[0]?.orders === 1, hasVisits: rows[0]?.visits === 1 };
}
