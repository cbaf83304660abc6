import { sql } from "kysely";
import type { Db } from "~/db/open.server";

/** Adds the past times of canceled visits, for the recovery page to count. @param now ms UTC */
export async function insertFreedTimes(trx: Db, now: number): Promise<void> {
  const left = sql`from visits where status = 'cancelled' and cancelled_at < start_at and start_at < ${now}`;
  await sql`
    insert into slots (therapist_id, start_at, local_date)
    select therapist_id, start_at, local_date ${left} on conflict do nothing`.execute(trx);
  await sql`
    insert into freed_time_log (therapist_id, start_at, local_date, freed_at, visit_id)
    select therapist_id, start_at, local_date, cancelled_at, id ${left} on conflict do nothing`.execute(trx);
}
