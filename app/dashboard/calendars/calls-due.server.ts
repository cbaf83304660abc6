import { sql } from "kysely";
import type { Db } from "~/db/open.server";
import type { CallTask } from "~/orders/call-tasks/call-task";
import { dueCallTasks, readCallTasks } from "~/orders/call-tasks/call-tasks.server";
import { matchesOrder } from "./calendar-conditions.server";
import { type Filters, mostCalls } from "./calendars-query";

/** Patients to call. Therapists and regions filter by the no-show visit. */
export function listCallsDue(
  db: Db,
  { company, search, therapist, region }: Filters,
  now: number,
): Promise<CallTask[]> {
  let query = dueCallTasks(db, now).limit(mostCalls);
  if (company)
    query = query.where(sql<boolean>`(companies.name = ${company} or databases.name = ${company})`);
  if (search) query = query.where(matchesOrder(search));
  if (therapist) query = query.where(isOfTherapist(sql`name = ${therapist}`));
  if (region) query = query.where(isOfTherapist(sql`region = ${region}`));
  return readCallTasks(query);
}

const isOfTherapist = (condition: ReturnType<typeof sql>) =>
  sql<boolean>`visits.therapist_id in (select id from therapists where ${condition})`;
