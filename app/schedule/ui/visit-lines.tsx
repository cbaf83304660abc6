import type { FormProblem } from "~/core/form-problem";
import { fill } from "~/core/language/strings";
import { formatWhen } from "~/core/time";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { PatientShell } from "~/ui/shells/patient-shell";
import { visitStrings } from "~/visits/strings";
import type { Visit } from "~/visits/visit";
import { strings } from "../strings";

/** Explains why a patient without a visit has to choose another time. */
export const lastVisitLine = ({ status, start_at, patient_zone }: Visit) =>
  fill(status === "no show" ? strings.wasMissed : strings.wasCanceled, {
    when: formatWhen(start_at, patient_zone),
  });

/** Shows why the request was refused, for example after another patient's link was opened in this browser. */
export function NoVisitToChange({ title, problem }: { title: string; problem: FormProblem | undefined }) {
  return (
    <PatientShell signedIn>
      <h1>{title}</h1>
      <Notice tone={problem ? "bad" : "plain"}>{problem?.message ?? visitStrings.noVisit}</Notice>
      <ButtonLink size="wide" href="/my-visit">
        {strings.myVisit}
      </ButtonLink>
    </PatientShell>
  );
}
