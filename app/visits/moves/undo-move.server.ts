import { offerFreedTime } from "~/availability/record-freed-times.server";
import type { App, Tx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { iso, localDate, zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { claimTime, writeTime } from "../claim-time.server";
import { finishChange } from "../finish-change.server";
import { requireOwnVisit } from "../require-own-visit.server";
import { seatColumns } from "../seats.server";
import { type Visit, type VisitView, visitView } from "../visit";
import { refuseStaleVisit } from "../visit-refusals.server";
import type { UndoMove } from "../visit-schema";
import { findVisit } from "../visits.server";
import { announcedColumns, releasePendingMove } from "./pending-moves.server";

export const tooLateToUndo =
  "It's too late to undo this move because the patient was notified. Move the visit again instead.";

/**
 * Moves a visit back to its announced time and therapist before any notice was sent.
 * @throws Refusal "missing" for another therapist's visit; "conflict" if notices were sent, the visit has
 *   changed since `version`, or the previous time was taken
 */
export function undoMove(app: App, who: Who, input: UndoMove): Promise<VisitView> {
  return claimTime(app, who, (trx) => undoMoveWithin({ trx, app, who }, input));
}

/** Does the same inside the caller's transaction. @throws UnavailableTime if the previous time was taken */
export async function undoMoveWithin({ trx, app, who }: Tx, input: UndoMove): Promise<VisitView> {
  const visit = await requireOwnVisit(trx, who, input.id);
  const isStale = input.version !== undefined && input.version !== visit.version;
  if (isStale) throw await refuseStaleVisit(trx, visit);
  const previous = await releasePendingMove(trx, visit);
  if (previous === visit) throw new Refusal("conflict", tooLateToUndo);
  await writeBack(trx, visit, previous);
  await offerFreedTime({ trx, app }, visit);
  const restored = (await findVisit(trx, visit.id)) ?? previous;
  await finishChange(
    { trx, app, who },
    {
      before: visit,
      after: restored,
      action: "visit.move-undone",
      details: { from: iso(visit.start_at), to: iso(restored.start_at) },
    },
  );
  return visitView(restored);
}

async function writeBack(trx: Db, visit: Visit, previous: Visit): Promise<void> {
  const { therapist_id, start_at, end_at, timezone } = previous;
  const local_date = localDate(start_at, zoneOrUtc(timezone));
  const therapist = { ...previous, id: therapist_id, name: previous.therapist };
  const seat =
    previous.class_id === null || previous.class_id === visit.class_id
      ? {}
      : await seatColumns(trx, previous.class_id);
  await writeTime({ therapist, start: start_at, end: end_at, exceptVisit: visit.id }, () =>
    trx
      .updateTable("visits")
      .set((eb) => ({ ...announcedColumns(previous), ...seat, local_date, version: eb("version", "+", 1) }))
      .where("id", "=", visit.id)
      .execute(),
  );
}
