import type { ReactNode } from "react";
import { ButtonLink } from "~/ui/components/button";
import { useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { strings } from "../strings";

/** The page of a form that has no other: what it shows without scripts when the form is refused. */
export function RefusedPage({ children }: { children?: ReactNode }) {
  const problem = useProblem();
  return (
    <StaffShell title={strings.title} here="/messages">
      <div id="refused">
        {children ?? <Notice tone="bad">{problem?.message ?? "This page can't be opened directly."}</Notice>}
      </div>
      <p>
        <ButtonLink href={problem?.typed.back ?? "/messages"}>Back</ButtonLink>
      </p>
    </StaffShell>
  );
}
