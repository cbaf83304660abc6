import { addDays, localDate, startOfDay } from "~/core/time";
import { longestVisit } from "~/core/visit-length";
import { activeStatuses, isActive } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import type { Visit } from "~/visits/visit";
import { listVisits } from "~/visits/visits.server";

export interface TodaysVisit extends Visit {
  phone: string | null;
  phone_ext: string | null;
}

export interface Today {
  date: string;
  /** The visit in progress, or else the next one on any day. Null if there is none. */
  next: TodaysVisit | null;
  /** Today's other visits, except canceled ones. */
  others: TodaysVisit[];
}

const shownStatuses = [...activeStatuses, "completed", "no show"];

export async function findToday(
  db: Db,
  { therapistId, zone }: { therapistId: number; zone: string },
  now: number,
): Promise<Today> {
  const date = localDate(now, zone);
  const [from, to] = [startOfDay(date, zone), startOfDay(addDays(date, 1), zone)];
  const own = { therapistId, statuses: shownStatuses };
  // A visit that is in progress after midnight started yesterday.
  const near = await listVisits(db, { ...own, from: Math.min(from, now - longestVisit), to });
  const isAhead = (visit: Visit) => isActive(visit.status) && visit.end_at > now;
  const next = near.find(isAhead) ?? (await findLater(db, therapistId, to));
  const others = near.filter(({ id, start_at }) => id !== next?.id && start_at >= from);
  const phones = await phonesOf(db, next ? [next, ...others] : others);
  const noPhone = { phone: null, phone_ext: null };
  const withPhone = (visit: Visit) => ({ ...visit, ...(phones.get(visit.order_id) ?? noPhone) });
  return { date, next: next ? withPhone(next) : null, others: others.map(withPhone) };
}

async function findLater(db: Db, therapistId: number, from: number): Promise<Visit | undefined> {
  return (await listVisits(db, { therapistId, statuses: activeStatuses, from, limit: 1 }))[0];
}

type Phone = Pick<TodaysVisit, "phone" | "phone_ext">;

async function phonesOf(db: Db, visits: readonly Visit[]): Promise<Map<number, Phone>> {
  if (visits.length === 0) return new Map();
  const orders = await db
    .selectFrom("orders")
    .select(["id", "phone", "phone_ext"])
    .where(
      "id",
      "in",
      visits.map(({ order_id }) => order_id),
    )
    .execute();
  return new Map(orders.map(({ id, ...phone }) => [id, phone]));
}
