import type { Updateable } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import { recordFreedTime } from "~/availability/record-freed-times.server";
import type { Tx } from "~/boot/app.server";
import { isActive } from "~/core/visit-status";
import type { Tables } from "~/db/tables";
import { recomputeStep } from "~/orders/recompute-step.server";
import { holdMove, releasePendingMove } from "./moves/pending-moves.server";
import type { NoticeReaders } from "./notices/notice-types";
import { notifyOfVisit } from "./notices/notify-of-visit.server";
import type { VisitNotice } from "./notices/visit-notices";
import { queueVisitEvent } from "./queue-visit-event.server";
import { isSameTime, type Visit } from "./visit";
import { changedByOther } from "./visit-refusals.server";
import { findVisit } from "./visits.server";

interface Change {
  action: string;
  set: Updateable<Tables["visits"]>;
  details?: Record<string, unknown>;
  /** @param announced the visit as the patient was last notified of it */
  notice?(changed: Visit, announced: Visit): VisitNotice;
  /** The recipients of the notice, if not everyone gets it. */
  readers?: NoticeReaders;
  /** Delays the notice so that the move can be undone. */
  hold?: boolean | undefined;
}

/** The audit details for a change of therapist, which affects two calendars. */
export const therapistsOf = (before: Visit, after: Visit) =>
  before.therapist_id !== after.therapist_id && { therapists: [before.therapist_id, after.therapist_id] };

/**
 * Writes a change to a visit with its version, the order's step, the notice, and the audit entry, inside the
 * caller's transaction.
 * @throws Refusal "conflict" if the visit has changed since it was read
 */
export async function changeVisit({ trx, app, who }: Tx, before: Visit, change: Change): Promise<Visit> {
  const { numUpdatedRows } = await trx
    .updateTable("visits")
    .set((eb) => ({ ...change.set, version: eb("version", "+", 1), sequence: eb("sequence", "+", 1) }))
    .where("id", "=", before.id)
    .where("version", "=", before.version)
    .executeTakeFirst();
  const changed = await findVisit(trx, before.id);
  if (numUpdatedRows !== 1n || !changed) throw changedByOther();
  await recomputeStep(trx, before.order_id, app.clock.now());
  if (leavesItsTime(before, changed)) await recordFreedTime({ trx, app }, before);
  await queueVisitEvent(trx, app.clock.now(), before, changed);
  // Every notice contains the visit's time, so a held move doesn't need its own notice.
  const announced = await releasePendingMove(trx, before);
  const { notice } = change;
  if (change.hold) await holdMove({ trx, app, who }, changed, announced);
  else if (notice) {
    await notifyOfVisit(
      { trx, app, who },
      {
        visit: changed,
        before: announced,
        notice: () => notice(changed, announced),
        ...change.readers,
      },
    );
  }
  const details = { ...change.details, ...therapistsOf(before, changed) };
  await logAudit({ trx, app, who }, change.action, `visit ${before.id}`, details);
  return changed;
}

function leavesItsTime(before: Visit, after: Visit): boolean {
  return isActive(before.status) && !(isSameTime(before, after) && isActive(after.status));
}
