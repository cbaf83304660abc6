import { sql } from "kysely";
import type { Db } from "~/db/open.server";
import type { CallTask } from "~/orders/call-tasks/call-task";
import { dueCallTasks, readCallTasks } from "~/orders/call-tasks/call-tasks.server";
import { isOfCompany, isOfTherapists, matchesOrder } from "./calendar-conditions.server";
import { type Filters, mostCalls } from "./calendars-query";

/** Patients to call, filtered by the therapist and region of the missed visit. */
export function listCallsDue(
  db: Db,
  { company, search, therapist, region }: Filters,
  now: number,
): Promise<CallTask[]> {
  let query = dueCallTasks(db, now).limit(mostCalls);
  if (company) query = query.where(isOfCompany(company));
  if (search) query = query.where(matchesOrder(search));
  if (therapist) query = query.where(isOfTherapists(sql`name = ${therapist}`));
  if (region) query = query.where(isOfTherapists(sql`region = ${region}`));
  return readCallTasks(query);
}
