import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { iso, localDate, zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import { isOverlap } from "~/db/constraint-errors.server";
import { timeTaken } from "../time-refusals.server";
import { type VisitView, visitView } from "../visit";
import { requireOwnVisit } from "../visit-permissions.server";
import { findVisit } from "../visits.server";
import { takeHeldMove } from "./held-moves.server";
import { refuseStaleVisit } from "./refuse-stale-visit.server";

export const tooLateToUndo = "It is too late to undo this: people were told. Move it again instead.";

/**
 * Puts a visit back to the time its people know, while they were told of no other: nothing is sent.
 * Refuses a move that people know of already, one that was changed meanwhile, and an old time that
 * somebody took (conflict).
 */
export async function undoMove(
  app: App,
  who: Who,
  input: { id: number; version?: number | undefined },
): Promise<VisitView> {
  try {
    return await app.db.transaction().execute(async (trx) => {
      const visit = await requireOwnVisit(trx, who, input.id);
      if (input.version !== undefined && input.version !== visit.version)
        throw await refuseStaleVisit(trx, visit);
      const told = await takeHeldMove(trx, visit);
      if (told === visit) {
        throw new Refusal("conflict", tooLateToUndo);
      }
      await trx
        .updateTable("visits")
        .set((of) => ({
          start_at: told.start_at,
          end_at: told.end_at,
          local_date: localDate(told.start_at, zoneOrUtc(visit.timezone)),
          version: of("version", "+", 1),
        }))
        .where("id", "=", visit.id)
        .execute();
      await logAudit(trx, app, who, {
        action: "visit.move-undone",
        subject: `visit ${visit.id}`,
        details: { from: iso(visit.start_at), to: iso(told.start_at) },
      });
      return visitView((await findVisit(trx, visit.id)) ?? told);
    });
  } catch (error) {
    if (isOverlap(error)) throw new Refusal("conflict", timeTaken);
    throw error;
  }
}
