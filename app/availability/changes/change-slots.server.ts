import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { addDays } from "~/core/time";
import type { Who } from "~/core/who";
import type { Row } from "~/db/tables";
import type { OutsideVisit } from "../shown-slots";
import { slotsAtOnce } from "../slot-limits";
import type { PlannedSlot } from "../slot-plan";
import { type DaySpan, deleteFreeSlots } from "./delete-slots.server";
import {
  addInsertedSlots,
  type InsertedSlots,
  insertPlannedSlots,
  noInsertedSlots,
} from "./insert-slots.server";
import { closeBatch, countBatch, openBatch, refuseOtherZone, refuseUndone } from "./slot-batches.server";
import { inTransactionOrDryRun } from "./transaction-or-dry-run.server";
import { undoBatch } from "./undo-batch.server";
import { listOutsideVisitsOf, mostOutsideVisits } from "./visits-outside-hours.server";

/** What a change of availability did, or would do. */
export interface ChangedSlots extends InsertedSlots {
  /** Free slots that went. */
  removed: number;
  /** What undoes all of it; null where nothing changed. */
  batch_id: number | null;
  /** Visits that stay where nothing is offered any more. */
  left_outside: OutsideVisit[];
}

/** Days `YYYY-MM-DD`, both included. */
interface Days {
  fromDate: string;
  toDate: string;
}

interface Change {
  kind: keyof typeof actions;
  range: Days;
  /** About how many starts a week of it has. */
  perWeek: number;
  /** Where free slots go first, of some of these days. */
  take(days: Days): DaySpan[];
  /** What is put in then. */
  put(days: Days): PlannedSlot[];
  /** Everything is counted and nothing written. */
  dryRun: boolean;
}

/** A therapist, and the clock that the change was planned by. */
type Clocked = Pick<Row<"therapists">, "id" | "timezone">;

/** What the audit log calls them. */
const actions = {
  added: "availability.added",
  removed: "availability.removed",
  pattern: "week.applied",
} as const;

/**
 * Takes free slots away and puts others in, as one batch that can be undone; no visit is touched. A usual
 * month is one transaction. More goes by some days at once, each with a record of its own, so that nobody waits
 * for a whole year; what was done until one of them failed is undone then.
 */
export async function changeSlots(
  app: App,
  who: Who,
  therapist: Clocked,
  asked: Change,
): Promise<ChangedSlots> {
  const total: ChangedSlots = { ...noInsertedSlots(), removed: 0, left_outside: [], batch_id: null };
  try {
    await changeInParts(app, who, therapist, asked, total);
  } catch (error) {
    if (total.batch_id !== null) {
      await undoBatch(app, who, therapist, total.batch_id).catch((problem: unknown) => {
        app.log.error({ err: problem }, "availability");
        throw new Refusal(
          "conflict",
          "This was not done to its end. What was done of it stands under Changes.",
          {
            cause: error,
          },
        );
      });
    }
    throw error;
  }
  return { ...total, left_outside: total.left_outside.slice(0, mostOutsideVisits) };
}

/** Each part is a transaction, and added to `total`. */
async function changeInParts(
  app: App,
  who: Who,
  therapist: Clocked,
  { kind, range, perWeek, take, put, dryRun }: Change,
  total: ChangedSlots,
): Promise<void> {
  const daysAtOnce = Math.max(1, Math.floor((7 * slotsAtOnce) / Math.max(1, perWeek)));
  for (let from = range.fromDate; from <= range.toDate; from = addDays(from, daysAtOnce)) {
    const last = addDays(from, daysAtOnce - 1);
    const days = { fromDate: from, toDate: last < range.toDate ? last : range.toDate };
    const isLast = days.toDate === range.toDate;
    const planned = put(days);
    const spans = take(days);
    total.batch_id = await inTransactionOrDryRun(app, { dryRun }, async (trx) => {
      await refuseOtherZone(trx, therapist);
      if (total.batch_id !== null) await refuseUndone(trx, total.batch_id);
      const id = total.batch_id ?? (await openBatch(trx, app, who, therapist.id, kind, range));
      const batch = { therapistId: therapist.id, id };
      const removed = await deleteFreeSlots(trx, app, batch, spans);
      const put = await insertPlannedSlots(trx, app, batch, planned);
      const left = await listOutsideVisitsOf(trx, id);
      addInsertedSlots(total, put);
      total.removed += removed;
      total.left_outside = dryRun ? [...total.left_outside, ...left] : left;
      const came = { added: total.inserted, removed: total.removed, left: total.left_outside.length };
      const kept = isLast ? await closeBatch(trx, id, came) : await countBatch(trx, id, came);
      if (dryRun) return null;
      await logAudit(trx, app, who, {
        action: actions[kind],
        subject: `therapist ${therapist.id}`,
        details: { from: days.fromDate, to: days.toDate, inserted: put.inserted, removed },
      });
      return kept ? id : null;
    });
    await yieldToEventLoop();
  }
}
