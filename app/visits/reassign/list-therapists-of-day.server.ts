import { sql } from "kysely";
import { sortedByName } from "~/core/by-name";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";

interface TherapistOfDay {
  id: number;
  name: string;
  region: string;
  visits: number;
}

/** All therapists by name, with how many visits each has on a date, which is local to the therapist. */
export async function listTherapistsOfDay(db: Db, date: string): Promise<TherapistOfDay[]> {
  const { rows } = await sql<TherapistOfDay>`
    with day as materialized (
      select therapist_id, count(*) as visits from visits indexed by visits_by_day_and_status
      where local_date = ${date} and status in (${sql.join(activeStatuses)})
      group by therapist_id)
    select therapists.id, therapists.name, therapists.region, coalesce(day.visits, 0) as visits
    from therapists left join day on day.therapist_id = therapists.id`.execute(db);
  return sortedByName(rows);
}
