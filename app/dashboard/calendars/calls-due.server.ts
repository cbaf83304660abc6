import { sql } from "kysely";
import type { Db } from "~/db/open.server";
import type { CallTask } from "~/orders/call-tasks/call-task";
import { dueCallTasks, listCallTasks } from "~/orders/call-tasks/call-tasks.server";
import { matchesOrder, whereOfCompany, whereOfTherapists } from "./calendar-conditions.server";
import { type Filters, mostCalls } from "./calendars-query";

/** Patients to call, filtered by the therapist and region of the missed visit. */
export const listCallsDue = (db: Db, filters: Filters, now: number): Promise<CallTask[]> =>
  listCallTasks(callsDue(db, filters, now).limit(mostCalls));

export async function countCallsDue(db: Db, filters: Filters, now: number): Promise<number> {
  const { count } = await callsDue(db, filters, now)
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function callsDue(db: Db, { company, search, therapist, region }: Filters, now: number) {
  let query = dueCallTasks(db, now);
  if (company) query = query.where(whereOfCompany(company));
  if (search) query = query.where(matchesOrder(search));
  if (therapist) query = query.where(whereOfTherapists(sql`name = ${therapist}`));
  if (region) query = query.where(whereOfTherapists(sql`region = ${region}`));
  return query;
}
