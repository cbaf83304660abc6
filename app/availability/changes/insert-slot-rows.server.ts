import { sql } from "kysely";
import type { AppTx } from "~/boot/app.server";
import { longestVisit, visitLength } from "~/core/visit-length";
import { activeStatuses } from "~/core/visit-status";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import { recordAddedTimes } from "../record-freed-times.server";
import { isDayOff } from "../rules/days-off.server";
import { slotsPerStep } from "../slot-limits";
import type { PlannedSlot } from "../slot-plan";
import type { Batch } from "./slot-batches.server";
import { clearOutsideVisits } from "./visits-outside-hours.server";

export interface InsertedSlots {
  generated: number;
  inserted: number;
  skipped: number;
  skipped_because: { clock_change: number; past: number; day_off: number; booked: number; there: number };
}

/** Inserts slots. Skips past and existing slots, days off, and slots that overlap an active visit. */
export async function insertSlotRows(
  { trx, app }: AppTx,
  batch: Batch,
  planned: PlannedSlot[],
): Promise<InsertedSlots> {
  const because = { clock_change: 0, past: 0, day_off: 0, booked: 0, there: 0 };
  const now = app.clock.now();
  const isBusy = await findBusyTimes(trx, batch.therapistId, planned);
  const isOff = await isDayOff(trx, batch.therapistId);
  const free: { date: string; start: number; kinds: string | undefined }[] = [];
  const offered: typeof free = [];
  for (const { date, start, kinds } of planned) {
    if (start === null) because.clock_change += 1;
    else if (start <= now) because.past += 1;
    else if (isOff(date)) because.day_off += 1;
    else {
      offered.push({ date, start, kinds });
      if (isBusy(start)) because.booked += 1;
      else free.push({ date, start, kinds });
    }
  }
  let inserted = 0;
  for (let from = 0; from < free.length; from += slotsPerStep) {
    await yieldToEventLoop();
    // Passes one JSON value, because the query builder creates several objects for each bound value.
    const step = free.slice(from, from + slotsPerStep);
    const rows = JSON.stringify(step);
    const { numAffectedRows } = await sql`
      insert into slots (therapist_id, start_at, local_date, batch_id, kinds)
      select ${batch.therapistId}, value ->> 'start', value ->> 'date', ${batch.id}, value ->> 'kinds'
      from json_each(${rows}) where true
      on conflict do nothing`.execute(trx);
    inserted += Number(numAffectedRows ?? 0n);
    await recordAddedTimes(
      { trx, app },
      {
        ...batch,
        from: step[0]?.start ?? 0,
        to: (step.at(-1)?.start ?? 0) + 1,
      },
    );
  }
  await clearOutsideVisits(trx, batch.therapistId, offered);
  because.there = free.length - inserted;
  return {
    generated: planned.length,
    inserted,
    skipped: planned.length - inserted,
    skipped_because: because,
  };
}

/** Finds the starts that overlap an active visit. `planned` must be in ascending order. */
async function findBusyTimes(trx: Db, therapistId: number, planned: PlannedSlot[]) {
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
  return (start: number) => {
    while ((visits[next]?.end_at ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    return (visits[next]?.start_at ?? Number.POSITIVE_INFINITY) < start + visitLength;
  };
}
