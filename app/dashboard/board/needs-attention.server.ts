import { sql } from "kysely";
import type { Db } from "~/db/open.server";
import { countUnanswered, findOldestUnanswered } from "~/messages/conversations/unanswered.server";
import { listHolds } from "~/messages/holds/number-holds.server";
import { whereNeedsConfirmation, whereNeedsOutcome } from "../calendars/calendar-conditions.server";
import { countCallsDue } from "../calendars/calls-due.server";
import { countVisits, pageOfVisits } from "../calendars/page-of-visits.server";
import type { BoardFilters } from "../dashboard-schema";
import { countOrders, type Viewer } from "../orders/list-orders.server";

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
  const { visits: urgent, more } = await pageOfVisits(db, isUrgent, 1, shown);
  return {
    urgent,
    moreUrgent: more ? (await countVisits(db, isUrgent)) - urgent.length : 0,
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

async function findFirstUse(db: Db): Promise<{ hasOrders: boolean; hasVisits: boolean }> {
  const { rows } = await sql<{ orders: number; visits: number }>`
    select exists (select 1 from orders) as orders, exists (select 1 from visits) as visits`.execute(db);
  return { hasOrders: rows[0]?.orders === 1, hasVisits: rows[0]?.visits === 1 };
}
