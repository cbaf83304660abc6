import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { hour } from "~/core/time";
import type { Patient, Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { visitStrings } from "./strings";
import type { Visit } from "./visit";
import { findActiveVisit } from "./visits.server";

/** May the patient still change this visit (PATIENT_CHANGE_HOURS before it begins)? */
export function mayStillChange(app: App, visit: Visit): boolean {
  return visit.start_at - app.clock.now() >= app.config.patientChangeHours * hour;
}

/**
 * The visit a patient has ahead.
 *
 * @throws Refusal "missing" without one
 */
export async function requireActiveVisit(db: Db, who: Patient): Promise<Visit> {
  const visit = await findActiveVisit(db, who.orderId);
  if (!visit) throw new Refusal("missing", visitStrings.noVisit);
  return visit;
}

/** @throws Refusal "conflict" for a visit that begins too soon for its patient to change it here */
export function checkChangeable(app: App, visit: Visit): void {
  if (!mayStillChange(app, visit)) {
    throw new Refusal("conflict", visitStrings.tooLateToChange(app.config.patientChangeHours));
  }
}

/** The patient behind a door that lets in patients alone. */
export function requirePatient(who: Who): Patient {
  if (who.kind !== "patient") throw new Refusal("forbidden", "Only the patient may do this.");
  return who;
}
