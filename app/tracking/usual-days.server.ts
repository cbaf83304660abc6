import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { day, minute } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { TimelineJson } from "./timeline-schema";

/** Only this many of the newest orders are read, so that the page stays fast with millions of orders. */
const mostOrders = 1000;
/** The median of fewer orders could be far off. */
const fewestOrders = 5;

const keptFor = 10 * minute;

interface Kept {
  days: number | null;
  at: number;
}
/** By company and step. A tracking page would otherwise take several times as long. */
const kept = new WeakMap<App["reads"], Map<string, Kept>>();

/**
 * How long the newest orders of the same company were in the step that this order is in.
 * @returns the median in full days, rounded up; null if it is the patient's turn, or if too few orders have left the
 *   step
 */
export async function findUsualDays(
  { reads, clock }: Pick<App, "reads" | "clock">,
  orderId: number,
  waitingOn: TimelineJson["waiting_on"],
): Promise<number | null> {
  if (waitingOn === null || waitingOn === "you") return null;
  const { company_id, step } = await reads
    .selectFrom("orders")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .select(["databases.company_id", "orders.step"])
    .where("orders.id", "=", orderId)
    .executeTakeFirstOrThrow();
  const known = kept.get(reads) ?? new Map<string, Kept>();
  kept.set(reads, known);
  const key = `${company_id} ${step}`;
  const last = known.get(key);
  if (last && Math.abs(clock.now() - last.at) < keptFor) return last.days;
  const days = await medianDays(reads, company_id, step);
  known.set(key, { days, at: clock.now() });
  return days;
}

async function medianDays(db: Db, companyId: number, step: number): Promise<number | null> {
  const { rows } = await sql<{ spent: number }>`
    select min(later.reached_at) - entered.reached_at as spent
    from (select id, brightree_db from orders order by id desc limit ${mostOrders}) as newest
    join databases on databases.name = newest.brightree_db
    join order_steps as entered on entered.order_id = newest.id and entered.step = ${step}
    join order_steps as later
      on later.order_id = newest.id and later.step > entered.step and later.reached_at >= entered.reached_at
    where databases.company_id = ${companyId}
    group by newest.id
    order by spent`.execute(db);
  if (rows.length < fewestOrders) return null;
  const median = rows[Math.floor(rows.length / 2)]?.spent ?? 0;
  return Math.max(1, Math.ceil(median / day));
}
