import { record } from "~/accounts/record.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import type { LeftOut } from "../shown-slots";
import type { PlannedSlot } from "../slot-plan";
import { closeBatch, openBatch } from "./batches.server";
import { listLeftBy } from "./left-out.server";
import { type Put, putSlots } from "./put-slots.server";
import { change } from "./rehearse.server";
import { type DaySpan, takeFreeSlots } from "./take-slots.server";

/** What a change of availability did, or would do. */
export interface ChangedSlots extends Put {
  /** Free slots that went. */
  removed: number;
  /** What undoes all of it; null where nothing changed. */
  batch_id: number | null;
  /** Visits that stay where nothing is offered any more. */
  left_outside: LeftOut[];
}

interface Change {
  kind: keyof typeof actions;
  /** Days `YYYY-MM-DD`, both included. */
  range: { fromDate: string; toDate: string };
  /** Where free slots go first. */
  take: DaySpan[];
  /** What is put in then. */
  put: PlannedSlot[];
  /** Everything is counted and nothing written. */
  dryRun: boolean;
}

/** What the audit log calls them. */
const actions = {
  added: "availability.added",
  removed: "availability.removed",
  pattern: "week.applied",
} as const;

/**
 * Takes free slots away and puts others in, in one transaction and as one batch that can be undone; no
 * visit is touched.
 */
export function changeSlots(
  app: App,
  who: Who,
  therapistId: number,
  { kind, range, take, put: planned, dryRun }: Change,
): Promise<ChangedSlots> {
  return change(app, { dryRun }, async (trx) => {
    const batch = { therapistId, id: await openBatch(trx, app, who, therapistId, kind, range) };
    const removed = await takeFreeSlots(trx, app, batch, take);
    const put = await putSlots(trx, app, batch, planned);
    const left_outside = await listLeftBy(trx, batch.id);
    const kept = await closeBatch(trx, batch.id, { added: put.inserted, removed, left: left_outside.length });
    if (!dryRun) {
      await record(trx, app, who, {
        action: actions[kind],
        subject: `therapist ${therapistId}`,
        details: { from: range.fromDate, to: range.toDate, inserted: put.inserted, removed },
      });
    }
    return { ...put, removed, left_outside, batch_id: kept && !dryRun ? batch.id : null };
  });
}
