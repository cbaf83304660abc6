import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { iso } from "~/core/time";
import type { Who } from "~/core/who";
import { localDayOf } from "~/therapists/therapists.server";
import { claimTime, writeTime } from "../claim-time.server";
import { requireOwnVisit } from "../require-own-visit.server";
import type { UndoMove } from "../schema";
import { type VisitView, visitView } from "../visit";
import { refuseStaleVisit } from "../visit-refusals.server";
import { findVisit } from "../visits.server";
import { releaseHeldMove } from "./held-moves.server";

export const tooLateToUndo =
  "It's too late to undo this move: the patient was notified. Move the visit again instead.";

/**
 * Moves a visit back to its announced time before any notice was sent.
 * @throws Refusal "missing" for another therapist's visit; "conflict" when notices were sent, the visit has
 *   changed since `version`, or the previous time was taken
 */
export function undoMove(app: App, who: Who, input: UndoMove): Promise<VisitView> {
  return claimTime(app, who, async (trx) => {
    const visit = await requireOwnVisit(trx, who, input.id);
    if (input.version !== undefined && input.version !== visit.version) {
      throw await refuseStaleVisit(trx, visit);
    }
    const previous = await releaseHeldMove(trx, visit);
    if (previous === visit) {
      throw new Refusal("conflict", tooLateToUndo);
    }
    const { start_at, end_at } = previous;
    const local_date = await localDayOf(trx, visit.therapist_id, start_at);
    const therapist = { ...visit, id: visit.therapist_id, name: visit.therapist };
    await writeTime({ therapist, start: start_at, end: end_at, exceptVisit: visit.id }, () =>
      trx
        .updateTable("visits")
        .set((of) => ({ start_at, end_at, local_date, version: of("version", "+", 1) }))
        .where("id", "=", visit.id)
        .execute(),
    );
    await logAudit(trx, app, who, {
      action: "visit.move-undone",
      subject: `visit ${visit.id}`,
      details: { from: iso(visit.start_at), to: iso(start_at) },
    });
    return visitView((await findVisit(trx, visit.id)) ?? previous);
  });
}
