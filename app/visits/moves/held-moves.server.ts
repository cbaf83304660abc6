import type { App } from "~/boot/app.server";
import { second } from "~/core/time";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Visit } from "../visit";

/** For so long a move can be undone, and nobody is told of it. */
export const undoTime = 30 * second;

/** Takes away the hold on a visit's move, if there is one: the visit as its people know it. */
export async function takeHeldMove(trx: Db, visit: Visit): Promise<Visit> {
  const held = await trx
    .deleteFrom("held_moves")
    .where("visit_id", "=", visit.id)
    .returning(["told_start", "told_end"])
    .executeTakeFirst();
  return held ? { ...visit, start_at: held.told_start, end_at: held.told_end } : visit;
}

/** Keeps a move back from its people. */
export async function holdMove(trx: Db, app: App, who: Who, moved: Visit, told: Visit): Promise<void> {
  await trx
    .insertInto("held_moves")
    .values({
      visit_id: moved.id,
      told_start: told.start_at,
      told_end: told.end_at,
      by_therapist: Number(who.kind === "staff" && who.therapistId === moved.therapist_id),
      due_at: app.clock.now() + undoTime,
    })
    .execute();
}

/** A move that can still be undone. Instants in ms UTC. */
export interface HeldMove {
  id: number;
  patientId: number;
  start: number;
  /** Where an undo puts it back to. */
  told: number;
  dueAt: number;
}

/** The moves of a therapist's visits that can still be undone, the newest first. */
export function listHeldMoves(db: Db, therapistId: number, now: number): Promise<HeldMove[]> {
  return db
    .selectFrom("held_moves")
    .innerJoin("visits", "visits.id", "held_moves.visit_id")
    .innerJoin("orders", "orders.id", "visits.order_id")
    .select([
      "visits.id",
      "orders.patient_id as patientId",
      "visits.start_at as start",
      "held_moves.told_start as told",
      "held_moves.due_at as dueAt",
    ])
    .where("visits.therapist_id", "=", therapistId)
    .where("held_moves.due_at", ">", now)
    .orderBy("held_moves.due_at", "desc")
    .execute();
}
