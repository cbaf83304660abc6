import { Refusal } from "~/core/refusal";
import type { Patient, Who } from "~/core/who";
import { strings } from "~/ui/strings";

export function requirePatient(who: Who): Patient {
  if (who.kind !== "patient") throw new Refusal("forbidden", strings.patientOnly);
  return who;
}
