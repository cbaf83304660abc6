import { useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FormProblem } from "~/core/form-problem";
import type { Staff } from "~/core/who";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { strings } from "../strings";

interface RefusedProps {
  staff: Staff;
  problem: FormProblem | undefined;
  children?: ReactNode;
}

export function RefusedMessage({ staff, problem, children }: RefusedProps) {
  return (
    <StaffShell title={strings.title} who={staff} here="/messages">
      <div id="refused">
        {children ?? <Notice tone="bad">{problem?.message ?? "This page can't be opened directly."}</Notice>}
      </div>
      <p>
        <ButtonLink href={problem?.typed.back ?? "/messages"}>{strings.back}</ButtonLink>
      </p>
    </StaffShell>
  );
}

/** The page of a form that has no other: what it shows without scripts when the form is refused. */
export function RefusedPage() {
  const answer = useActionData<{ problem?: FormProblem }>();
  return <RefusedMessage staff={useLoaderData<Staff>()} problem={answer?.problem} />;
}
