import type { App } from "~/boot/app.server";
import { second } from "~/core/time";
import { operator } from "~/core/who";
import type { Row } from "~/db/tables";
import { movedNotice } from "../notices";
import { notifyOfVisit } from "../notify-of-visit.server";
import { findVisit } from "../visits.server";
import { takeHeldMove, undoTime } from "./held-moves.server";

/**
 * Tells people of the moves that can no longer be undone, each once. One that came back to the time they
 * know is no news.
 *
 * @returns how many were told
 */
export async function notifyOfMoves(app: App): Promise<number> {
  const held = await app.reads.selectFrom("held_moves").selectAll().execute();
  let told = 0;
  for (const each of held.filter((one) => isOver(app, one))) if (await tell(app, each)) told++;
  return told;
}

// What is held for longer than a hold lasts was held by a clock that has gone back since.
function isOver({ clock }: App, { due_at }: Pick<Row<"held_moves">, "due_at">): boolean {
  const left = due_at - clock.now();
  return left <= 0 || left > undoTime;
}

function tell(app: App, held: Row<"held_moves">): Promise<boolean> {
  return app.db.transaction().execute(async (trx) => {
    const still = await trx
      .selectFrom("held_moves")
      .select("due_at")
      .where("visit_id", "=", held.visit_id)
      .executeTakeFirst();
    // Moved once more: that holds it back anew.
    if (!still || !isOver(app, still)) return false;
    const visit = await findVisit(trx, held.visit_id);
    if (!visit) return false;
    const before = await takeHeldMove(trx, visit);
    if (before.start_at === visit.start_at && before.end_at === visit.end_at) return false;
    const who = held.by_therapist ? { therapistId: visit.therapist_id } : operator;
    await notifyOfVisit(trx, app, who, { visit, before, notice: movedNotice(visit) });
    return true;
  });
}

/**
 * Looks for moves to tell until stopped.
 *
 * @param lookEvery milliseconds between looks
 */
export function startNotifyingOfMoves(app: App, lookEvery = 2 * second): () => Promise<void> {
  let round: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    round = round
      .then(() => notifyOfMoves(app))
      .catch((error: unknown) => app.log.error({ err: error }, "moves"));
  }, lookEvery);
  return async () => {
    clearInterval(timer);
    await round;
  };
}
