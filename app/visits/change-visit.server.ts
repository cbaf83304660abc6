import type { Updateable } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Tables } from "~/db/tables";
import { recomputeStep } from "~/orders/recompute-step.server";
import { holdMove, takeHeldMove } from "./moves/held-moves.server";
import type { VisitNotice } from "./notices";
import { notifyOfVisit } from "./notify-of-visit.server";
import { changedByOther } from "./time-refusals.server";
import type { Visit } from "./visit";
import { findVisit } from "./visits.server";

interface Change {
  /** The act's name in the audit log. */
  action: string;
  set: Updateable<Tables["visits"]>;
  details?: Record<string, unknown>;
  /** What people are told; `told` is the visit as they knew it. */
  notice(changed: Visit, told: Visit): VisitNotice;
  /** Nobody is told yet: the move can still be undone. */
  hold?: boolean;
}

/**
 * Writes a change of a visit with its version, the order's step, the notice and the record, all in the
 * caller's transaction. Whoever changed the visit meanwhile wins: the update names the version it saw.
 */
export async function changeVisit(trx: Db, app: App, who: Who, seen: Visit, change: Change): Promise<Visit> {
  const { numUpdatedRows } = await trx
    .updateTable("visits")
    .set((of) => ({ ...change.set, version: of("version", "+", 1), sequence: of("sequence", "+", 1) }))
    .where("id", "=", seen.id)
    .where("version", "=", seen.version)
    .executeTakeFirst();
  const changed = await findVisit(trx, seen.id);
  if (numUpdatedRows !== 1n || !changed) {
    throw changedByOther();
  }
  await recomputeStep(trx, seen.order_id, app.clock.now());
  // Whatever happens to a visit says its time anew: a move that nobody was told of yet is told with it.
  const told = await takeHeldMove(trx, seen);
  if (change.hold) await holdMove(trx, app, who, changed, told);
  else {
    await notifyOfVisit(trx, app, who, {
      visit: changed,
      before: told,
      notice: change.notice(changed, told),
    });
  }
  await logAudit(trx, app, who, {
    action: change.action,
    subject: `visit ${seen.id}`,
    ...(change.details && { details: change.details }),
  });
  return changed;
}
