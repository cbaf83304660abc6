import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import type { NewRow } from "~/db/tables";
import type { PlannedSlot } from "../slot-plan";
import { longestVisit, visitLength } from "../visit-length";
import { isDayOff } from "./is-day-off.server";
import type { Batch } from "./slot-batches.server";
import { clearOutsideVisits } from "./visits-outside-hours.server";

/** What became of the starts of a pattern. */
export interface InsertedSlots {
  /** Starts that the pattern has. */
  generated: number;
  inserted: number;
  skipped: number;
  /** Why they were skipped; the sum is `skipped`. */
  skipped_because: { off_the_clock: number; past: number; day_off: number; booked: number; there: number };
}

export const noInsertedSlots = (): InsertedSlots => ({
  generated: 0,
  inserted: 0,
  skipped: 0,
  skipped_because: { off_the_clock: 0, past: 0, day_off: 0, booked: 0, there: 0 },
});

/** Adds what became of further starts. */
export function addInsertedSlots(total: InsertedSlots, more: InsertedSlots): void {
  total.generated += more.generated;
  total.inserted += more.inserted;
  total.skipped += more.skipped;
  for (const why of Object.keys(total.skipped_because) as (keyof InsertedSlots["skipped_because"])[]) {
    total.skipped_because[why] += more.skipped_because[why];
  }
}

/**
 * Puts planned slots into a therapist's calendar, in the order of their starts: none that is past, on a
 * day off, under an active visit or there already.
 */
export async function insertPlannedSlots(
  trx: Db,
  app: App,
  batch: Batch,
  planned: PlannedSlot[],
): Promise<InsertedSlots> {
  const { skipped_because: because } = noInsertedSlots();
  const now = app.clock.now();
  const busy = await listBusy(trx, batch.therapistId, planned);
  const off = await isDayOff(trx, batch.therapistId);
  const free: { date: string; start: number }[] = [];
  const offered: PlannedSlot[] = [];
  for (const slot of planned) {
    if (slot.start === null) because.off_the_clock += 1;
    else if (slot.start <= now) because.past += 1;
    else if (off(slot.date)) because.day_off += 1;
    else {
      offered.push(slot);
      if (busy(slot.start)) because.booked += 1;
      else free.push({ date: slot.date, start: slot.start });
    }
  }
  const inserted = await insertSlots(
    trx,
    free.map(({ date, start }) => ({
      therapist_id: batch.therapistId,
      start_at: start,
      local_date: date,
      batch_id: batch.id,
    })),
  );
  await clearOutsideVisits(trx, batch.therapistId, offered);
  because.there = free.length - inserted;
  return {
    generated: planned.length,
    inserted,
    skipped: planned.length - inserted,
    skipped_because: because,
  };
}

/** Inserts slots as far as they are not there already, and tells how many it were. */
export async function insertSlots(trx: Db, slots: NewRow<"slots">[]): Promise<number> {
  let inserted = 0;
  for (let from = 0; from < slots.length; from += 1000) {
    const rows = JSON.stringify(
      slots
        .slice(from, from + 1000)
        .map(({ therapist_id, start_at, local_date, batch_id }) => [
          therapist_id,
          start_at,
          local_date,
          batch_id,
        ]),
    );
    // As JSON in one bound value: the query builder makes several objects for each.
    const done = await sql`
      insert into slots (therapist_id, start_at, local_date, batch_id)
      select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(${rows}) where true
      on conflict do nothing`.execute(trx);
    inserted += Number(done.numAffectedRows ?? 0);
  }
  return inserted;
}

/** Tells whether a slot at this instant would run into an active visit; asked in the order of time. */
async function listBusy(trx: Db, therapistId: number, planned: { start: number | null }[]) {
  const starts = planned.flatMap(({ start }) => (start === null ? [] : [start]));
  const visits = await trx
    .selectFrom("visits")
    .select(["start_at", "end_at"])
    .where("therapist_id", "=", therapistId)
    .where("status", "in", activeStatuses)
    .where("start_at", ">", (starts[0] ?? 0) - longestVisit)
    .where("start_at", "<", (starts.at(-1) ?? 0) + visitLength)
    .orderBy("start_at")
    .execute();
  let next = 0;
  // Both lists are in order, so that each visit is passed once.
  return (start: number) => {
    while ((visits[next]?.end_at ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    return (visits[next]?.start_at ?? Number.POSITIVE_INFINITY) < start + visitLength;
  };
}
