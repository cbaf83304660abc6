import { record } from "~/accounts/record.server";
import type { App } from "~/boot/app.server";
import { zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { ownTherapist } from "../ownership.server";
import { activeStatuses, visitLength } from "../visits/visit";
import type { BulkAvailability } from "./availability-schema";
import { change } from "./changes/rehearse.server";
import { removeFreeSlots } from "./remove-slots.server";
import { checkSize } from "./slot-limits";
import { datesOf, planSlots } from "./slot-plan";

export interface AddedSlots {
  /** Starts that the pattern has. */
  generated: number;
  inserted: number;
  skipped: number;
  /** Why they were skipped; the sum is `skipped`. */
  skipped_because: { off_the_clock: number; past: number; booked: number; there: number };
  /** Free slots that `removeExisting` took away first. */
  removed: number;
}

/**
 * Adds the slots of a pattern to a therapist's calendar, in one transaction; no visit is touched.
 * With `dryRun` everything is counted and nothing written.
 *
 * Refuses another therapist (missing), more than 366 days or 20,000 starts (invalid).
 */
export async function addSlots(app: App, who: Who, input: BulkAvailability): Promise<AddedSlots> {
  const therapist = await ownTherapist(app.reads, who, input.therapist);
  checkSize(input);
  const zone = zoneOrUtc(therapist.timezone);
  const planned = planSlots(input, zone);
  return change(app, input, async (trx) => {
    const removed = input.removeExisting
      ? await removeFreeSlots(trx, therapist.id, { dates: datesOf(input) })
      : 0;
    const because = { off_the_clock: 0, past: 0, booked: 0, there: 0 };
    const now = app.clock.now();
    const busy = await listBusy(trx, therapist.id, planned);
    const rows = planned.flatMap(({ date, start }) => {
      if (start === null) because.off_the_clock += 1;
      else if (start <= now) because.past += 1;
      else if (busy(start)) because.booked += 1;
      else return [{ therapist_id: therapist.id, start_at: start, local_date: date }];
      return [];
    });
    let inserted = 0;
    for (let from = 0; from < rows.length; from += 500) {
      const done = await trx
        .insertInto("slots")
        .values(rows.slice(from, from + 500))
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      inserted += Number(done.numInsertedOrUpdatedRows ?? 0);
    }
    because.there = rows.length - inserted;
    if (!input.dryRun) {
      await record(trx, app, who, {
        action: "availability.added",
        subject: `therapist ${therapist.id}`,
        details: { from: input.fromDate, to: input.toDate, inserted, removed },
      });
    }
    return {
      generated: planned.length,
      inserted,
      skipped: planned.length - inserted,
      skipped_because: because,
      removed,
    };
  });
}

/** Tells whether a slot at this instant would run into an active visit. */
async function listBusy(trx: Db, therapistId: number, planned: { start: number | null }[]) {
  const starts = planned.flatMap(({ start }) => (start === null ? [] : [start]));
  const visits = await trx
    .selectFrom("visits")
    .select(["start_at", "end_at"])
    .where("therapist_id", "=", therapistId)
    .where("status", "in", activeStatuses)
    .where("start_at", ">", (starts[0] ?? 0) - 43_200_000)
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
