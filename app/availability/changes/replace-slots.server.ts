import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import type { Row } from "~/db/tables";
import type { OutsideVisit } from "../availability-view";
import type { PlannedSlot } from "../slot-plan";
import { type DaySpan, deleteSlotRows } from "./delete-slot-rows.server";
import { type InsertedSlots, insertSlotRows } from "./insert-slot-rows.server";
import { closeBatch, openBatch, refuseOtherZone } from "./slot-batches.server";
import { inTransactionOrDryRun } from "./transaction-or-dry-run.server";
import { listOutsideVisitsOf } from "./visits-outside-hours.server";

export interface ReplacedSlots extends InsertedSlots {
  removed: number;
  batch_id: number | null;
  left_outside: OutsideVisit[];
}

interface Change {
  kind: keyof typeof actions;
  range: { fromDate: string; toDate: string };
  clear: DaySpan[];
  plan: PlannedSlot[];
  dryRun: boolean;
}

const actions = {
  added: "availability.added",
  removed: "availability.removed",
  pattern: "week.applied",
} as const;

/**
 * Clears days and adds the planned slots as one batch.
 * @throws Refusal "conflict" if the therapist's time zone has changed since the plan was made
 */
export function replaceSlots(
  app: App,
  who: Who,
  therapist: Pick<Row<"therapists">, "id" | "timezone">,
  { kind, range, clear, plan, dryRun }: Change,
): Promise<ReplacedSlots> {
  return inTransactionOrDryRun(app, { dryRun }, async (trx) => {
    await refuseOtherZone(trx, therapist);
    const id = await openBatch(trx, app, who, therapist.id, kind, range);
    const batch = { therapistId: therapist.id, id };
    const removed = await deleteSlotRows(trx, app, batch, clear);
    const slots = await insertSlotRows(trx, app, batch, plan);
    const left_outside = await listOutsideVisitsOf(trx, id);
    const kept = await closeBatch(trx, id, {
      added: slots.inserted,
      removed,
      leftOutside: left_outside.length,
    });
    if (!dryRun) {
      await logAudit(trx, app, who, actions[kind], `therapist ${therapist.id}`, {
        from: range.fromDate,
        to: range.toDate,
        inserted: slots.inserted,
        removed,
      });
    }
    return { ...slots, removed, left_outside, batch_id: kept && !dryRun ? id : null };
  });
}
