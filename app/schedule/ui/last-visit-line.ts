import { fill } from "~/core/language/strings";
import { formatWhen } from "~/core/time";
import type { Visit } from "~/visits/visit";
import { strings } from "../strings";

/** Explains why a patient without a visit has to choose another time. */
export const lastVisitLine = ({ status, start_at, patient_zone }: Visit) =>
  fill(status === "no show" ? strings.wasMissed : strings.wasCanceled, {
    when: formatWhen(start_at, patient_zone),
  });
