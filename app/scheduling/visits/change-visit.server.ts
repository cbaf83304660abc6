import type { Updateable } from "kysely";
import { record } from "~/accounts/record.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Tables } from "~/db/tables";
import { settleStep } from "~/orders/settle-step.server";
import type { VisitNotice } from "../notices";
import { notifyOfVisit } from "./notify-of-visit.server";
import type { Visit } from "./visit";
import { findVisit } from "./visits.server";

interface Change {
  /** The act's name in the audit log. */
  action: string;
  set: Updateable<Tables["visits"]>;
  details?: Record<string, unknown>;
  notice(changed: Visit): VisitNotice;
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
    throw new Refusal("conflict", "This visit was changed meanwhile. Please look at it again.");
  }
  await settleStep(trx, seen.order_id, app.clock.now());
  await notifyOfVisit(trx, app, who, { visit: changed, before: seen, notice: change.notice(changed) });
  await record(trx, app, who, {
    action: change.action,
    subject: `visit ${seen.id}`,
    ...(change.details && { details: change.details }),
  });
  return changed;
}
