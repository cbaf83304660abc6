import type { App } from "~/boot/app.server";
import type { Staff } from "~/core/who";
import { createBulkChange, entriesOfChoices } from "~/visits/bulk/create-bulk-change.server";
import { findOwnChange } from "~/visits/bulk/find-bulk-change.server";
import { runBulkChange } from "~/visits/bulk/run-bulk-change.server";
import type { ReplacementChoice } from "~/visits/reassign/replacement-choice";

/**
 * Reassigns visits as the page "Reassign visits" does: with the same refusals, notices, and time for an undo.
 * @returns the bulk change, which has the result of each visit
 */
export async function reassignOnBoard(
  app: App,
  who: Staff,
  choices: readonly ReplacementChoice[],
): Promise<number> {
  const id = await app.db.transaction().execute((trx) => {
    const change = { act: "reassign" as const, userId: who.userId, now: app.clock.now() };
    return createBulkChange(trx, change, entriesOfChoices(choices));
  });
  await runBulkChange(app, who, await findOwnChange(app.db, who, id));
  return id;
}
