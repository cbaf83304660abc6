import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { prepared } from "~/db/prepared-query.server";
import { offerHref } from "~/orders/access/send-code.server";

export interface WaitLine {
  isWaiting: boolean;
  /** The URL of the patient's open offer. */
  offer: string | null;
}

const lineOf = prepared((db, { order, now }: { order: number; now: number }) =>
  db
    .selectFrom("orders")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .innerJoin("companies", "companies.id", "databases.company_id")
    .select([
      sql<number>`exists (select 1 from waits where order_id = orders.id and ended_at is null)`.as("waits"),
      sql<string | null>`(select code_sealed from offers where order_id = orders.id and status = 'open'
        and expires_at > ${now})`.as("offer"),
    ])
    .where("orders.id", "=", order)
    .where("orders.closed_at", "is", null)
    .where("companies.offers_on", "=", 1),
);

/** Null for a closed order, or if the company doesn't offer freed times. */
export async function findWaitLine(app: App, orderId: number): Promise<WaitLine | null> {
  const [row] = await lineOf(app.reads, { order: orderId, now: app.clock.now() });
  if (!row) return null;
  return {
    isWaiting: row.waits === 1,
    offer: row.offer ? offerHref(app, app.secrets.open(row.offer)) : null,
  };
}
