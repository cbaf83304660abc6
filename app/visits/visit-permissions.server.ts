import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { actsFor } from "~/therapists/therapist-permissions.server";
import type { Visit } from "./visit";
import { findVisit } from "./visits.server";

const noVisit = () => new Refusal("missing", "There is no such visit.");

/**
 * A visit that this staff member may act on.
 *
 * @throws Refusal "missing" where there is none, and in the same words where it is another therapist's
 */
export async function requireOwnVisit(db: Db, who: Who, id: number): Promise<Visit> {
  const visit = await findVisit(db, id);
  if (!visit || !actsFor(who, visit.therapist_id)) throw noVisit();
  return visit;
}
