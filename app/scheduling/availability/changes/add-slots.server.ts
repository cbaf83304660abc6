import { record } from "~/accounts/record.server";
import type { App } from "~/boot/app.server";
import { zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import { ownTherapist } from "../../ownership.server";
import type { BulkAvailability } from "../availability-schema";
import type { LeftOut } from "../shown-slots";
import { checkSize } from "../slot-limits";
import { datesOf, planSlots } from "../slot-plan";
import { closeBatch, openBatch } from "./batches.server";
import { listLeftBy } from "./left-out.server";
import { type Put, putSlots } from "./put-slots.server";
import { change } from "./rehearse.server";
import { takeFreeSlots, wholeDays } from "./take-slots.server";

export interface AddedSlots extends Put {
  /** Free slots that `removeExisting` took away first. */
  removed: number;
  /** What undoes all of it; null where nothing changed. */
  batch_id: number | null;
  /** Visits that stay where nothing is offered any more. */
  left_outside: LeftOut[];
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
  const planned = planSlots(input, zoneOrUtc(therapist.timezone));
  return change(app, input, async (trx) => {
    const batch = {
      therapistId: therapist.id,
      id: await openBatch(trx, app, who, therapist.id, "added", input),
    };
    const removed = input.removeExisting
      ? await takeFreeSlots(trx, app, batch, wholeDays(datesOf(input)))
      : 0;
    const put = await putSlots(trx, app, batch, planned);
    const left_outside = await listLeftBy(trx, batch.id);
    const kept = await closeBatch(trx, batch.id, { added: put.inserted, removed, left: left_outside.length });
    if (!input.dryRun) {
      await record(trx, app, who, {
        action: "availability.added",
        subject: `therapist ${therapist.id}`,
        details: { from: input.fromDate, to: input.toDate, inserted: put.inserted, removed },
      });
    }
    return { ...put, removed, left_outside, batch_id: kept && !input.dryRun ? batch.id : null };
  });
}
