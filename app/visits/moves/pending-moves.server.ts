import type { Tx } from "~/boot/app.server";
import { second } from "~/core/time";
import type { Db } from "~/db/open.server";
import { findTherapist } from "~/therapists/therapists.server";
import type { Visit } from "../visit";

/** How long a move can be undone. Its notice is sent after that. */
export const undoTime = 30 * second;

/** Ends the hold on a visit's move, if any. @returns the visit as last announced to the patient */
export async function releasePendingMove(trx: Db, visit: Visit): Promise<Visit> {
  const held = await trx
    .deleteFrom("held_moves")
    .where("visit_id", "=", visit.id)
    .returningAll()
    .executeTakeFirst();
  if (!held) return visit;
  const announced = {
    ...visit,
    start_at: held.told_start,
    end_at: held.told_end,
    interpreter_arranged: held.told_interpreter_arranged === 1,
    interpreter_note: held.told_interpreter_note,
    patient_confirmed_at: held.told_patient_confirmed_at,
    change_asked_at: held.told_change_asked_at,
  };
  if (held.told_therapist_id === null || held.told_therapist_id === visit.therapist_id) return announced;
  const { id, name, timezone, region } = await findTherapist(trx, held.told_therapist_id);
  return {
    ...announced,
    therapist_id: id,
    therapist: name,
    timezone,
    region,
    status: held.told_status ?? visit.status,
    meeting_link: held.told_meeting_link,
    confirmed_at: held.told_confirmed_at,
  };
}

export async function holdMove({ trx, app, who }: Tx, moved: Visit, announced: Visit): Promise<void> {
  await trx
    .insertInto("held_moves")
    .values({
      visit_id: moved.id,
      told_start: announced.start_at,
      told_end: announced.end_at,
      told_therapist_id: announced.therapist_id,
      told_status: announced.status,
      told_meeting_link: announced.meeting_link,
      told_confirmed_at: announced.confirmed_at,
      told_interpreter_arranged: Number(announced.interpreter_arranged),
      told_interpreter_note: announced.interpreter_note,
      told_patient_confirmed_at: announced.patient_confirmed_at,
      told_change_asked_at: announced.change_asked_at,
      by_therapist: Number(who.kind === "staff" && who.therapistId === moved.therapist_id),
      due_at: app.clock.now() + undoTime,
    })
    .execute();
}

export type PendingMove = Awaited<ReturnType<typeof listPendingMoves>>[number];

export function listPendingMoves(db: Db, therapistId: number, now: number) {
  return (
    db
      .selectFrom("held_moves")
      .innerJoin("visits", "visits.id", "held_moves.visit_id")
      .innerJoin("orders", "orders.id", "visits.order_id")
      .innerJoin("therapists", "therapists.id", "visits.therapist_id")
      .select([
        "visits.id",
        "orders.patient_id as patientId",
        "visits.start_at as start",
        "held_moves.told_start as previousStart",
        "held_moves.due_at as dueAt",
        "therapists.timezone",
      ])
      .where("visits.therapist_id", "=", therapistId)
      // Reassignments are undone on the page where they were made.
      .where((eb) =>
        eb.eb(eb.fn.coalesce("held_moves.told_therapist_id", "visits.therapist_id"), "=", therapistId),
      )
      .where("held_moves.due_at", ">", now)
      .orderBy("held_moves.due_at", "desc")
      .execute()
  );
}
