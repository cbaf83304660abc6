import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { actsFor } from "~/therapists/therapist-permissions.server";
import { undoableUntil } from "../outcome/outcome-times";
import type { Visit } from "../visit";
import { listVisitsById } from "../visits.server";
import { type BulkAct, isOutcomeAct } from "./bulk-schema";

export interface Outcome {
  id: number;
  visit: Visit;
  outcome: Row<"bulk_change_visits">["outcome"];
  message: string | null;
}

export interface BulkChange {
  id: number;
  act: BulkAct;
  outcomes: Outcome[];
  left: number;
  /** When the undo time ends, in ms UTC. Null if nothing can be undone. */
  undoUntil: number | null;
}

/** @throws Refusal "missing" for another user's change */
export async function findOwnChange(db: Db, staff: Staff, id: number): Promise<Row<"bulk_changes">> {
  const change = await db
    .selectFrom("bulk_changes")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", staff.userId)
    .executeTakeFirst();
  if (!change) throw new Refusal("missing", "Change not found.");
  return change;
}

export async function findBulkChange(db: Db, staff: Staff, id: number, now: number): Promise<BulkChange> {
  const { act } = await findOwnChange(db, staff, id);
  const rows = await db
    .selectFrom("bulk_change_visits")
    .leftJoin("held_moves", "held_moves.visit_id", "bulk_change_visits.visit_id")
    .select(["bulk_change_visits.visit_id", "outcome", "message", "held_moves.due_at"])
    .where("change_id", "=", id)
    .orderBy("position")
    .execute();
  const visits = await listVisitsById(
    db,
    rows.map(({ visit_id }) => visit_id),
  );
  const own = visits.filter(({ therapist_id }) => actsFor(staff, therapist_id));
  const visitOf = new Map(own.map((visit) => [visit.id, visit]));
  const undoable = rows.flatMap(({ visit_id, outcome, due_at }) => {
    const visit = visitOf.get(visit_id);
    if (outcome !== "done" || !visit) return [];
    const until = act === "reassign" ? due_at : isOutcomeAct(act) ? undoableUntil(visit, now) : null;
    return until !== null && until > now ? [until] : [];
  });
  return {
    id,
    act,
    outcomes: rows.flatMap(({ visit_id: id, outcome, message }) => {
      const visit = visitOf.get(id);
      return visit ? [{ id, visit, outcome, message }] : [];
    }),
    left: rows.filter(({ outcome }) => outcome === null).length,
    undoUntil: undoable.length > 0 ? Math.max(...undoable) : null,
  };
}
