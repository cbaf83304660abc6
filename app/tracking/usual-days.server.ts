import { sql } from "kysely";
import { day } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { TimelineJson } from "./timeline-schema";

/** Only this many of the newest orders are read, so that the page stays fast with millions of orders. */
const mostOrders = 1000;
/** The median of fewer orders could be far off. */
const fewestOrders = 5;

/**
 * How long the newest orders of the same company were in the step that this order is in.
 * @returns the median in full days, rounded up; null if it is the patient's turn, or if too few orders have left the
 *   step
 */
export async function findUsualDays(
  db: Db,
  orderId: number,
  waitingOn: TimelineJson["waiting_on"],
): Promise<number | null> {
  if (waitingOn === null || waitingOn === "you") return null;
  const { rows } = await sql<{ spent: number }>`
    select min(later.reached_at) - entered.reached_at as spent
    from (select id, brightree_db from orders order by id desc limit ${mostOrders}) as newest
    join databases on databases.name = newest.brightree_db
    join order_steps as entered
      on entered.order_id = newest.id and entered.step = (select step from orders where id = ${orderId})
    join order_steps as later
      on later.order_id = newest.id and later.step > entered.step and later.reached_at >= entered.reached_at
    where databases.company_id = (
      select company_id from databases
      where name = (select brightree_db from orders where id = ${orderId})
    )
    group by newest.id
    order by spent`.execute(db);
  if (rows.length < fewestOrders) return null;
  const median = rows[Math.floor(rows.length / 2)]?.spent ?? 0;
  return Math.max(1, Math.ceil(median / day));
}
