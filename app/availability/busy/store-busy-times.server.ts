import { sql } from "kysely";
import type { Db } from "~/db/open.server";

interface Span {
  start: number;
  end: number;
}

/** Replaces a calendar's busy times. Unchanged ones are not written. */
export async function storeBusyTimes(
  trx: Db,
  { id, therapist_id }: { id: number; therapist_id: number },
  spans: Span[],
): Promise<void> {
  const read = JSON.stringify(spans.map(({ start, end }) => [start, end]));
  await sql`
    delete from busy_times
    where calendar_id = ${id}
      and (start_at, end_at) not in (select value ->> 0, value ->> 1 from json_each(${read}))`.execute(trx);
  await sql`
    insert into busy_times (therapist_id, calendar_id, start_at, end_at)
    select ${therapist_id}, ${id}, value ->> 0, value ->> 1 from json_each(${read})
    where true
    on conflict (therapist_id, start_at, calendar_id) do nothing`.execute(trx);
}
