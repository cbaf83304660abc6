import { sql } from "kysely";
import type { Db } from "~/db/open.server";

// These aren't bound values, because SQLite uses a partial index only for queries with its exact condition.
export const whereOpen = sql<boolean>`status in ('waiting', 'queued', 'sending')`;
export const whereFailed = sql<boolean>`status = 'failed'`;

// Without the hint, SQLite reads all of the endpoint's deliveries.
const openOf = (endpointId: number) =>
  sql`webhook_deliveries indexed by webhook_deliveries_open where endpoint_id = ${endpointId} and ${whereOpen}`;

/** Counts unfinished and failed deliveries. */
export async function countOpen(db: Db, endpointId: number): Promise<{ open: number; failed: number }> {
  const { rows } = await sql<{ open: number }>`select count(*) as open from ${openOf(endpointId)}`.execute(
    db,
  );
  const { failed } = await db
    .selectFrom("webhook_deliveries")
    .select((eb) => eb.fn.countAll<number>().as("failed"))
    .where("endpoint_id", "=", endpointId)
    .where(whereFailed)
    .executeTakeFirstOrThrow();
  return { open: rows[0]?.open ?? 0, failed };
}

/** The delivery that has been retried for the longest time. */
export async function findOldestRetry(
  db: Db,
  endpointId: number,
): Promise<{ since: number; error: string } | null> {
  const { rows } = await sql<{ since: number; error: string }>`
    select first_tried_at as since, error from ${openOf(endpointId)}
    and first_tried_at is not null and error is not null order by first_tried_at limit 1`.execute(db);
  return rows[0] ?? null;
}
