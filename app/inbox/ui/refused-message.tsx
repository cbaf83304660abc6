import type { ReactNode } from "react";
import { ButtonLink } from "~/ui/components/button";
import { useProblem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { strings } from "../strings";

/** The page of a form without its own page. Without scripts, it shows why the form was rejected. */
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
