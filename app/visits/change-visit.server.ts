import type { Updateable } from "kysely";
import type { AuditAction } from "~/audit/audit-sentences";
import { recordFreedTime } from "~/availability/record-freed-times.server";
import type { Tx } from "~/boot/app.server";
import { isActive } from "~/core/visit-status";
import type { Tables } from "~/db/tables";
import { finishChange } from "./finish-change.server";
import { holdMove, releasePendingMove } from "./moves/pending-moves.server";
import type { NoticeReaders } from "./notices/notice-types";
import type { VisitNotice } from "./notices/visit-notices";
import { isSameTime, type Visit } from "./visit";
import { changedByOther } from "./visit-refusals.server";
import { findVisit } from "./visits.server";

interface Change {
  action: AuditAction;
  set: Updateable<Tables["visits"]>;
  details?: Record<string, unknown>;
  /** @param announced the visit as the patient was last notified of it */
  notice?(changed: Visit, announced: Visit): VisitNotice;
  /** The recipients of the notice, if not everyone gets it. */
  readers?: NoticeReaders;
  /** Delays the notice so that the move can be undone. */
  hold?: boolean | undefined;
}

/**
 * Writes a change to a visit with its version and all that follows from it, inside the caller's transaction.
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
  if (leavesItsTime(before, changed)) await recordFreedTime({ trx, app }, before);
  const announced = await releasePendingMove(trx, before);
  const { action, details, notice, hold, readers } = change;
  // Every notice contains the visit's time, so a held move doesn't need its own notice.
  if (hold) await holdMove({ trx, app, who }, changed, announced);
  await finishChange(
    { trx, app, who },
    {
      before,
      after: changed,
      action,
      details,
      announced,
      readers,
      notice: notice && !hold ? () => notice(changed, announced) : undefined,
    },
  );
  return changed;
}

function leavesItsTime(before: Visit, after: Visit): boolean {
  return isActive(before.status) && !(isSameTime(before, after) && isActive(after.status));
}
