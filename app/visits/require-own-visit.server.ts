import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { actsFor } from "~/therapists/therapist-permissions.server";
import { visitNotFound } from "./staff-strings";
import type { Visit } from "./visit";
import { findVisit } from "./visits.server";

/**
 * A seat in a class belongs to all therapists of the class.
 * @throws Refusal "missing" for an unknown visit and for another therapist's visit, with the same message
 */
export async function requireOwnVisit(db: Db, who: Who, id: number): Promise<Visit> {
  const visit = await findVisit(db, id);
  if (!visit || (await ownVisits(db, who, [visit])).length === 0) throw new Refusal("missing", visitNotFound);
  return visit;
}

/** The visits that the caller may change: all for supervisors, and for therapists their own and their classes' seats. */
export async function ownVisits(db: Db, who: Who, visits: readonly Visit[]): Promise<Visit[]> {
  const isOwn = ({ therapist_id }: Visit) => actsFor(who, therapist_id);
  const seats = visits.filter((visit) => visit.class_id !== null && !isOwn(visit));
  if (who.kind !== "staff" || who.therapistId === null || seats.length === 0) return visits.filter(isOwn);
  const classes = await db
    .selectFrom("class_therapists")
    .select("class_id")
    .where("therapist_id", "=", who.therapistId)
    .where("class_id", "in", [...new Set(seats.map(({ class_id }) => Number(class_id)))])
    .execute();
  const ownClasses = new Set<number | null>(classes.map(({ class_id }) => class_id));
  return visits.filter((visit) => isOwn(visit) || ownClasses.has(visit.class_id));
}
