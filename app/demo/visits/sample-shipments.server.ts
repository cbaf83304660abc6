import { sql } from "kysely";
import { addDays, day, localDate } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import { companies } from "../people/places";

/**
 * The last company tells patients where their equipment is. One order's box is on its way, and the other patients with
 * a visit have theirs. @param now ms UTC
 */
export async function insertShipments(trx: Db, now: number): Promise<void> {
  const company = companies.at(-1);
  if (!company) return;
  await trx
    .updateTable("companies")
    .set({ equipment: "inform", equipment_on_at: now - 30 * day })
    .where("id", "=", company.id)
    .execute();
  const active = sql.join(activeStatuses.map((status) => sql.lit(status)));
  const upcoming = sql`from visits where brightree_db = ${company.database} and status in (${active})
    and start_at > ${now}`;
  await sql`insert into shipments (order_id, carrier, shipped_at, shipped_source, delivered_at, delivered_source,
      updated_at, updated_by)
    select order_id, 'courier', ${now - 6 * day}, 'order_system', ${now - 4 * day}, 'order_system', ${now}, 'the order system'
    ${upcoming}`.execute(trx);
  await sql`update shipments set carrier = 'ups', tracking_number = '1Z5R89390357567127',
      shipped_at = ${now - 2 * day}, expected_on = ${addDays(localDate(now, "UTC"), 2)}, expected_source = 'order_system',
      delivered_at = null, delivered_source = null
    where order_id = (select order_id ${upcoming} and start_at > ${now + 4 * day} order by start_at limit 1)`.execute(
    trx,
  );
}
