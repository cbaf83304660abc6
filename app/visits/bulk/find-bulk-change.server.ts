import { sql } from "kysely";
import { Refusal } from "~/core/refusal";
import { minute } from "~/core/time";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { undoableUntil } from "../outcome/outcome-times";
import { ownVisits } from "../require-own-visit.server";
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
  /** The visits that an undo hasn't reached. */
  undoLeft: number;
  /** False if the user must decide whether to continue. */
  isAutomatic: boolean;
  /** When the undo time ends, in ms UTC. Null if nothing can be undone. */
  undoUntil: number | null;
}

const automaticTime = 5 * minute;

type Times = Pick<Row<"bulk_changes">, "created_at" | "continued_at">;

/** True for five minutes after the user started or continued the change. */
export const isAutomatic = ({ created_at, continued_at }: Times, now: number): boolean =>
  now < (continued_at ?? created_at) + automaticTime;

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
  const change = await findOwnChange(db, staff, id);
  const { act } = change;
  const rows = await db
    .selectFrom("bulk_change_visits")
    .leftJoin("held_moves", "held_moves.visit_id", "bulk_change_visits.visit_id")
    .select([
      "bulk_change_visits.visit_id",
      "outcome",
      "message",
      "changed_version",
      "undo_waits",
      "held_moves.due_at",
    ])
    .where("change_id", "=", id)
    .orderBy("position")
    .execute();
  const visits = await listVisitsById(
    db,
    rows.map(({ visit_id }) => visit_id),
  );
  const own = await ownVisits(db, staff, visits);
  const visitOf = new Map(own.map((visit) => [visit.id, visit]));
  const undoable = rows.flatMap(({ visit_id, outcome, changed_version, due_at }) => {
    const visit = visitOf.get(visit_id);
    if (outcome !== "done" || visit?.version !== changed_version) return [];
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
    undoLeft: rows.filter(({ undo_waits }) => undo_waits === 1).length,
    isAutomatic: isAutomatic(change, now),
    undoUntil: undoable.length > 0 ? Math.max(...undoable) : null,
  };
}

export interface UnfinishedChange {
  id: number;
  act: BulkAct;
  /** When the user last started or continued it, in ms UTC. */
  at: number;
  total: number;
  left: number;
  undoLeft: number;
}

/** Lists a user's changes and undos that were interrupted or are still running, with the newest first. */
export function listUnfinished(db: Db, { userId }: Staff): Promise<UnfinishedChange[]> {
  const left = sql<number>`sum(bulk_change_visits.outcome is null)`;
  const undoLeft = sql<number>`sum(bulk_change_visits.undo_waits)`;
  return db
    .selectFrom("bulk_changes")
    .innerJoin("bulk_change_visits", "bulk_change_visits.change_id", "bulk_changes.id")
    .select(({ fn }) => [
      "bulk_changes.id",
      "bulk_changes.act",
      fn.coalesce("bulk_changes.continued_at", "bulk_changes.created_at").as("at"),
      fn.countAll<number>().as("total"),
      left.as("left"),
      undoLeft.as("undoLeft"),
    ])
    .where("bulk_changes.user_id", "=", userId)
    .groupBy("bulk_changes.id")
    .having(sql<boolean>`${left} > 0 or ${undoLeft} > 0`)
    .orderBy("bulk_changes.id", "desc")
    .execute();
}
