import { sql } from "kysely";
import { iso } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import type { OutsideVisit } from "../availability-view";

export const outsideVisitView = ({ id, start, patient_id }: OutsideVisit) => ({
  id,
  datetime: iso(start),
  patient_id,
});

const mostOutsideVisits = 200;

const selectLeftOut = (db: Db) =>
  db
    .selectFrom("visits_left_out")
    .innerJoin("visits", (join) =>
      join
        .onRef("visits.id", "=", "visits_left_out.visit_id")
        .onRef("visits.start_at", "=", "visits_left_out.start_at"),
    )
    .innerJoin("orders", "orders.id", "visits.order_id")
    .select(["visits.id", "visits.start_at as start", "orders.patient_id", "orders.patient_name"])
    .distinct()
    .where("visits.status", "in", activeStatuses)
    .orderBy("visits.start_at")
    .limit(mostOutsideVisits);

export function listOutsideVisits(db: Db, therapistId: number, now: number): Promise<OutsideVisit[]> {
  return selectLeftOut(db)
    .innerJoin("slot_batches", "slot_batches.id", "visits_left_out.batch_id")
    .where("slot_batches.therapist_id", "=", therapistId)
    .where("visits.therapist_id", "=", therapistId)
    .where("visits.start_at", ">", now)
    .execute();
}

export function listOutsideVisitsOf(db: Db, batchId: number): Promise<OutsideVisit[]> {
  return selectLeftOut(db).where("visits_left_out.batch_id", "=", batchId).execute();
}

export async function clearOutsideVisits(
  trx: Db,
  therapistId: number,
  offered: { date: string; start: number }[],
): Promise<void> {
  const hours = new Map<string, { date: string; from: number; to: number }>();
  for (const { date, start } of offered) {
    const day = hours.get(date) ?? { date, from: start, to: start };
    hours.set(date, { date, from: Math.min(day.from, start), to: Math.max(day.to, start) });
  }
  await sql`
    delete from visits_left_out where visit_id in (
      select visits.id from json_each(${JSON.stringify([...hours.values()])}) as hours
      cross join visits on visits.local_date = hours.value ->> 'date'
      where visits.therapist_id = ${therapistId}
        and visits.start_at between hours.value ->> 'from' and hours.value ->> 'to')`.execute(trx);
  const marked = await trx
    .selectFrom("slots")
    .select("start_at")
    .where("therapist_id", "=", therapistId)
    .where("left_by", "is not", null)
    .execute();
  const starts = new Set(offered.map(({ start }) => start));
  const again = marked.flatMap(({ start_at }) => (starts.has(start_at) ? [start_at] : []));
  await sql`
    update slots set left_by = null
    where therapist_id = ${therapistId} and start_at in (select value from json_each(${JSON.stringify(again)}))`.execute(
    trx,
  );
}
