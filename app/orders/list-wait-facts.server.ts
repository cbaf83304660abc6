import { type RawBuilder, sql } from "kysely";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import type { WaitFacts } from "./why-waiting";

const ofVisit = (column: RawBuilder<unknown>) => sql`(
  select ${column} from visits join therapists on therapists.id = visits.therapist_id
  where visits.order_id = orders.id and visits.status in (${sql.join(activeStatuses)}) limit 1)`;

/** Facts that tell why each order waits, by its ID. @param ids at most some hundreds */
export async function listWaitFacts(db: Db, ids: readonly number[]): Promise<Map<number, WaitFacts>> {
  const { rows } = await sql<WaitFacts & { id: number }>`
    select orders.id, orders.step,
      exists (select 1 from order_systems
        where database_name = orders.brightree_db and kind <> 'local') as has_order_system,
      link_codes.sent_at as link_sent_at, link_codes.last_opened_at as link_opened_at,
      exists (select 1 from call_tasks where order_id = orders.id and done_at is null) as needs_call,
      exists (select 1 from threads where threads.phone = orders.phone and sms_consent = 0) as awaits_consent,
      ${ofVisit(sql`visits.start_at`)} as visit_start,
      ${ofVisit(sql`therapists.name`)} as therapist,
      ${ofVisit(sql`therapists.timezone`)} as timezone,
      (select max(start_at) from visits
        where visits.order_id = orders.id and visits.status = 'no show') as missed_at
    from orders left join link_codes on link_codes.order_id = orders.id
    where orders.id in (select value from json_each(${JSON.stringify(ids)}))`.execute(db);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}
