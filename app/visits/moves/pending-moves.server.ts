import { sql } from "kysely";
import type { Tx } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import { findTherapist } from "~/therapists/therapists.server";
import type { Visit } from "../visit";
import { timeToUndoMove } from "./pending-move";

/** The fields of a visit that an undo restores. `held_moves.announced` has them in JSON. */
const announcedFields = [
  "therapist_id",
  "start_at",
  "end_at",
  "status",
  "meeting_link",
  "confirmed_at",
  "interpreter_arranged",
  "interpreter_note",
  "patient_confirmed_at",
  "change_asked_at",
  "equipment_missing_at",
  "confirm_by",
  "class_id",
] as const satisfies (keyof Visit)[];

type Announced = Pick<Visit, (typeof announcedFields)[number]>;

const announcedOf = (visit: Visit) =>
  Object.fromEntries(announcedFields.map((field) => [field, visit[field]])) as unknown as Announced;

/** The columns that an undo writes, with the values of the visit as last announced. */
export function announcedColumns(announced: Visit) {
  const { interpreter_arranged, ...columns } = announcedOf(announced);
  return { ...columns, interpreter_arranged: Number(interpreter_arranged) };
}

/**
 * Ends the hold on a visit's move, if any. If the order's interpreter has changed since, the trigger
 * `visits_interpreter_of_order` has changed the snapshot, too.
 * @returns the visit as last announced to the patient
 */
export async function releasePendingMove(trx: Db, visit: Visit): Promise<Visit> {
  const held = await trx
    .deleteFrom("held_moves")
    .where("visit_id", "=", visit.id)
    .returning("announced")
    .executeTakeFirst();
  if (!held) return visit;
  const announced = JSON.parse(held.announced) as Announced;
  // Any change that isn't held ends the hold, so a confirmation since then is never undone here.
  if (announced.therapist_id === visit.therapist_id) return { ...visit, ...announced };
  const { name, timezone, region } = await findTherapist(trx, announced.therapist_id);
  return { ...visit, ...announced, therapist: name, timezone, region };
}

export async function holdMove({ trx, app, who }: Tx, moved: Visit, announced: Visit): Promise<void> {
  await trx
    .insertInto("held_moves")
    .values({
      visit_id: moved.id,
      announced: JSON.stringify(announcedOf(announced)),
      by_therapist: Number(who.kind === "staff" && who.therapistId === moved.therapist_id),
      due_at: app.clock.now() + timeToUndoMove,
    })
    .execute();
}

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
        "visits.version",
        "held_moves.due_at as dueAt",
        "therapists.timezone",
      ])
      .where("visits.therapist_id", "=", therapistId)
      // Reassignments are undone on the page where they were made.
      .where(sql<boolean>`held_moves.announced ->> '$.therapist_id' = visits.therapist_id`)
      .where("held_moves.due_at", ">", now)
      .orderBy("held_moves.due_at", "desc")
      .execute()
  );
}
