import type { Problem } from "~/core/problem";
import { words } from "~/messaging/words";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { PatientShell } from "~/ui/shells/patient";

/** What a form of the view shows that was refused, on its own where there is no script. */
export function Refused({ problem }: { problem: Problem | undefined }) {
  return (
    <PatientShell>
      <h1>{words.title}</h1>
      <div id="refused">
        <Notice tone="bad">{problem?.message ?? "This address takes what a form sends."}</Notice>
      </div>
      <p>
        <ButtonLink href={problem?.typed.back ?? "/messages"}>{words.back}</ButtonLink>
      </p>
    </PatientShell>
  );
}
