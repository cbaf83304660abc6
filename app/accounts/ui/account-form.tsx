import type { ReactNode } from "react";
import type { FormProblem } from "~/core/form-problem";
import type { Staff } from "~/core/who";
import { Button, ButtonLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";

interface AccountFormProps {
  staff: Staff;
  title: string;
  verb: string;
  problem: FormProblem | undefined;
  password?: boolean;
  danger?: boolean;
  children?: ReactNode;
}

export function AccountForm({ staff, title, verb, problem, password, danger, children }: AccountFormProps) {
  return (
    <StaffShell title={title} who={staff} here="/account">
      <form method="post" className="panel reading">
        {problem && <Notice tone="bad">{problem.message}</Notice>}
        {password && (
          <Field
            name="current"
            label="Your current password"
            type="password"
            problem={problem}
            required
            autoComplete="current-password"
          />
        )}
        {children}
        <p className="buttons">
          <Button look={danger ? "danger" : "main"}>{verb}</Button>
          <ButtonLink href="/account" look="quiet">
            Back
          </ButtonLink>
        </p>
      </form>
    </StaffShell>
  );
}
