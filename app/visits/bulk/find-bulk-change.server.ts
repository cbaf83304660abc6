import { Refusal } from "~/core/refusal";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import type { Visit } from "../visit";
import { listVisitsById } from "../visits.server";
import type { BulkAct } from "./bulk-schema";

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
  /** Visits that are still to be changed. */
  left: number;
  /** Until when reassigned visits can be moved back, ms UTC; null if none can. */
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
  if (!change) throw new Refusal("missing", "There is no such change.");
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
  const visitOf = new Map(visits.map((visit) => [visit.id, visit]));
  const held = rows.flatMap(({ outcome, due_at }) =>
    act === "reassign" && outcome === "done" && due_at !== null && due_at > now ? [due_at] : [],
  );
  return {
    id,
    act,
    outcomes: rows.flatMap(({ visit_id: id, outcome, message }) => {
      const visit = visitOf.get(id);
      return visit ? [{ id, visit, outcome, message }] : [];
    }),
    left: rows.filter(({ outcome }) => outcome === null).length,
    undoUntil: held.length > 0 ? Math.max(...held) : null,
  };
}
