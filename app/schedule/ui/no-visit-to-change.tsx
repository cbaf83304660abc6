import type { FormProblem } from "~/core/form-problem";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { PatientShell } from "~/ui/shells/patient-shell";
import { visitStrings } from "~/visits/strings";
import { strings } from "../strings";

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
