import type { App } from "~/boot/app.server";
import { second } from "~/core/time";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Visit } from "../visit";

/** A move can be undone for this long; its notice is sent afterwards. */
export const undoTime = 30 * second;

/** Ends the hold on a visit's move, if any, and returns the visit with the time last sent to the patient. */
export async function releaseHeldMove(trx: Db, visit: Visit): Promise<Visit> {
  const held = await trx
    .deleteFrom("held_moves")
    .where("visit_id", "=", visit.id)
    .returning(["told_start", "told_end"])
    .executeTakeFirst();
  return held ? { ...visit, start_at: held.told_start, end_at: held.told_end } : visit;
}

export async function holdMove(trx: Db, app: App, who: Who, moved: Visit, announced: Visit): Promise<void> {
  await trx
    .insertInto("held_moves")
    .values({
      visit_id: moved.id,
      told_start: announced.start_at,
      told_end: announced.end_at,
      by_therapist: Number(who.kind === "staff" && who.therapistId === moved.therapist_id),
      due_at: app.clock.now() + undoTime,
    })
    .execute();
}

export interface HeldMove {
  id: number;
  patientId: number;
  start: number;
  previousStart: number;
  dueAt: number;
}

export function listHeldMoves(db: Db, therapistId: number, now: number): Promise<HeldMove[]> {
  return db
    .selectFrom("held_moves")
    .innerJoin("visits", "visits.id", "held_moves.visit_id")
    .innerJoin("orders", "orders.id", "visits.order_id")
    .select([
      "visits.id",
      "orders.patient_id as patientId",
      "visits.start_at as start",
      "held_moves.told_start as previousStart",
      "held_moves.due_at as dueAt",
    ])
    .where("visits.therapist_id", "=", therapistId)
    .where("held_moves.due_at", ">", now)
    .orderBy("held_moves.due_at", "desc")
    .execute();
}
