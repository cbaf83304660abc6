import type { FormProblem } from "~/core/form-problem";
import { Notice } from "~/ui/components/notice";
import { PatientShell } from "~/ui/shells/patient-shell";
import type { MyVisit } from "../find-my-visit.server";
import { headingOf, MyVisitView } from "./my-visit-view";

interface MyVisitPageProps {
  page: MyVisit;
  /** `isSent` is false if something was saved but no message was or will be sent. */
  message?: { text: string; isSent: boolean } | null;
  /** Explains that the opened link isn't the patient's own. */
  warning?: string | null;
  problem?: FormProblem | undefined;
}

export function MyVisitPage({ page, message, warning, problem }: MyVisitPageProps) {
  return (
    <PatientShell signedIn>
      {warning && <Notice role="status">{warning}</Notice>}
      {message && (
        <Notice tone={message.isSent ? "good" : "plain"} role="status">
          {message.text}
        </Notice>
      )}
      <h1>{headingOf(page)}</h1>
      {problem && <Notice tone="bad">{problem.message}</Notice>}
      <MyVisitView page={page} />
    </PatientShell>
  );
}
