import { iso } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import type { OutsideVisit } from "../shown-slots";
import type { PlannedSlot } from "../slot-plan";

/** The JSON shape of a visit that was left outside. */
export const outsideVisitView = ({ id, start, patient_id }: OutsideVisit) => ({
  id,
  datetime: iso(start),
  patient_id,
});

/** Far more than anybody would look through. */
export const mostOutsideVisits = 200;

const selectLeftOut = (db: Db) =>
  db
    .selectFrom("visits_left_out")
    .innerJoin("visits", (join) =>
      join
        .onRef("visits.id", "=", "visits_left_out.visit_id")
        .onRef("visits.start_at", "=", "visits_left_out.start_at"),
    )
    .innerJoin("orders", "orders.id", "visits.order_id")
    .select(["visits.id", "visits.start_at as start", "orders.patient_id"])
    .distinct()
    .where("visits.status", "in", activeStatuses)
    .orderBy("visits.start_at")
    .limit(mostOutsideVisits);

/** The visits to come that changes of a therapist's availability left outside, by their start. */
export function listOutsideVisits(db: Db, therapistId: number, now: number): Promise<OutsideVisit[]> {
  return selectLeftOut(db)
    .innerJoin("slot_batches", "slot_batches.id", "visits_left_out.batch_id")
    .where("slot_batches.therapist_id", "=", therapistId)
    .where("visits.therapist_id", "=", therapistId)
    .where("visits.start_at", ">", now)
    .execute();
}

/** The same of one batch. */
export function listOutsideVisitsOf(db: Db, batchId: number): Promise<OutsideVisit[]> {
  return selectLeftOut(db).where("visits_left_out.batch_id", "=", batchId).execute();
}

/**
 * Visits within the hours that are offered again are left out no more, and the slots under them are
 * slots like any other.
 */
export async function clearOutsideVisits(
  trx: Db,
  therapistId: number,
  offered: PlannedSlot[],
): Promise<void> {
  const hours = new Map<string, { from: number; to: number }>();
  for (const { date, start } of offered) {
    if (start === null) continue;
    const day = hours.get(date);
    hours.set(date, { from: Math.min(day?.from ?? start, start), to: Math.max(day?.to ?? start, start) });
  }
  const visits = await trx
    .selectFrom("visits_left_out")
    .innerJoin("visits", "visits.id", "visits_left_out.visit_id")
    .select(["visits.id", "visits.local_date", "visits.start_at"])
    .distinct()
    .where("visits.therapist_id", "=", therapistId)
    .execute();
  const inside = visits.filter(({ local_date, start_at }) => {
    const day = hours.get(local_date);
    return day && day.from <= start_at && start_at <= day.to;
  });
  await trx
    .deleteFrom("visits_left_out")
    .where(
      "visit_id",
      "in",
      inside.map(({ id }) => id),
    )
    .execute();
  const starts = new Set(offered.map(({ start }) => start));
  const kept = await trx
    .selectFrom("slots")
    .select("start_at")
    .where("therapist_id", "=", therapistId)
    .where("left_by", "is not", null)
    .execute();
  for (const { start_at } of kept.filter((slot) => starts.has(slot.start_at))) {
    await trx
      .updateTable("slots")
      .set({ left_by: null })
      .where("therapist_id", "=", therapistId)
      .where("start_at", "=", start_at)
      .execute();
  }
}
