import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { actsFor } from "~/therapists/therapist-permissions.server";
import { visitNotFound } from "./staff-strings";
import type { Visit } from "./visit";
import { findVisit } from "./visits.server";

/** @throws Refusal "missing" for an unknown visit and for another therapist's visit, with the same message */
export async function requireOwnVisit(db: Db, who: Who, id: number): Promise<Visit> {
  const visit = await findVisit(db, id);
  if (!visit || !actsFor(who, visit.therapist_id)) throw new Refusal("missing", visitNotFound);
  return visit;
}
