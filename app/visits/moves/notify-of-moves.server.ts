import type { App } from "~/boot/app.server";
import { orLog } from "~/core/or-log.server";
import { repeat } from "~/core/repeat.server";
import { second } from "~/core/time";
import { operator } from "~/core/who";
import type { Row } from "~/db/tables";
import { notifyOfVisit } from "../notices/notify-of-visit.server";
import { movedNotice } from "../notices/visit-notices";
import { isSameTime } from "../visit";
import { findVisit } from "../visits.server";
import { timeToUndoMove } from "./pending-move";
import { releasePendingMove } from "./pending-moves.server";

/**
 * Sends the notices of moves that can no longer be undone, unless the visit is back at its announced time.
 * @returns the number of visits announced
 */
export async function notifyOfMoves(app: App): Promise<number> {
  const held = await app.reads.selectFrom("held_moves").selectAll().execute();
  let notified = 0;
  for (const move of held.filter((each) => isDue(app, each))) {
    if (await orLog(app.log, "moves", { visit: move.visit_id }, () => notify(app, move))) notified++;
  }
  return notified;
}

// If a move is due later than a full hold from now, the server's clock was set back.
function isDue({ clock }: App, { due_at }: Pick<Row<"held_moves">, "due_at">): boolean {
  const left = due_at - clock.now();
  return left <= 0 || left > timeToUndoMove;
}

function notify(app: App, held: Row<"held_moves">): Promise<boolean> {
  return app.db.transaction().execute(async (trx) => {
    const current = await trx
      .selectFrom("held_moves")
      .select("due_at")
      .where("visit_id", "=", held.visit_id)
      .executeTakeFirst();
    if (!current || !isDue(app, current)) return false;
    const visit = await findVisit(trx, held.visit_id);
    if (!visit) return false;
    const before = await releasePendingMove(trx, visit);
    if (isSameTime(before, visit)) return false;
    const who = held.by_therapist ? { therapistId: visit.therapist_id } : operator;
    await notifyOfVisit({ trx, app, who }, { visit, before, notice: () => movedNotice(visit) });
    return true;
  });
}

export function startNotifyingOfMoves(app: App, interval = 2 * second): () => Promise<void> {
  return repeat(
    interval,
    () => notifyOfMoves(app),
    (error) => app.log.error({ err: error }, "moves"),
  );
}
