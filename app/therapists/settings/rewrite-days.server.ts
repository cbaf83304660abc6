import { sql } from "kysely";
import { offsetsBetween } from "~/core/time";
import type { Db } from "~/db/open.server";

/** Recomputes the calendar days of a therapist's slots, visits and removed slots in another zone. */
export async function rewriteDays(trx: Db, therapistId: number, zone: string): Promise<void> {
  const ofTherapist = sql`therapist_id = ${therapistId}`;
  const ofBatch = sql`batch_id in (select id from slot_batches where ${ofTherapist})`;
  const tables = { slots: ofTherapist, visits: ofTherapist, slots_removed: ofBatch };
  for (const [name, own] of Object.entries(tables)) {
    const table = sql.table(name);
    const { rows } = await sql<{ first: number | null; last: number | null }>`
      select min(start_at) as first, max(start_at) as last from ${table} where ${own}`.execute(trx);
    const { first, last } = rows[0] ?? {};
    if (first == null || last == null) continue;
    const offsets = offsetsBetween(zone, first, last).map(
      ({ until, offset }) => sql`when start_at < ${sql.lit(until)} then ${sql.lit(offset)}`,
    );
    const onClock = sql`date((start_at + case ${sql.join(offsets, sql` `)} end) / 1000, 'unixepoch')`;
    await sql`update ${table} set local_date = ${onClock} where ${own} and local_date <> ${onClock}`.execute(
      trx,
    );
  }
}
