import type { App, AppTx } from "~/boot/app.server";
import { findCompanyContact } from "~/company/company.server";
import { Refusal } from "~/core/refusal";
import { hour } from "~/core/time";
import type { Patient } from "~/core/who";
import type { Db } from "~/db/open.server";
import { tooLateToChange } from "./notices/patient-messages";
import { visitStrings } from "./strings";
import type { Visit } from "./visit";
import { findActiveVisit } from "./visits.server";

/** Patients can change a visit until PATIENT_CHANGE_HOURS before its start. */
export function mayStillChange(app: App, visit: Visit): boolean {
  return visit.start_at - app.clock.now() >= app.config.patientChangeHours * hour;
}

export async function requireActiveVisit(db: Db, who: Patient): Promise<Visit> {
  const visit = await findActiveVisit(db, who.orderId);
  if (!visit) throw new Refusal("missing", visitStrings.noVisit);
  return visit;
}

export async function checkChangeable({ trx, app }: AppTx, visit: Visit): Promise<void> {
  if (mayStillChange(app, visit)) return;
  const company = await findCompanyContact(trx, visit.order_id);
  throw new Refusal("conflict", tooLateToChange(app.config.patientChangeHours, company));
}
