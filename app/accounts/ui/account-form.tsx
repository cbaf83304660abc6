import type { ReactNode } from "react";
import { Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";

interface AccountFormProps {
  title: string;
  verb: string;
  password?: boolean;
  danger?: boolean;
  children?: ReactNode;
}

export function AccountForm({ title, verb, password, danger, children }: AccountFormProps) {
  return (
    <StaffShell title={title} here="/account">
      <PostForm className="panel reading">
        <Problem />
        {password && (
          <Field
            name="current"
            label="Your current password"
            type="password"
            required
            autoComplete="current-password"
          />
        )}
        {children}
        <FormButtons look={danger ? "danger" : "main"} back="/account">
          {verb}
        </FormButtons>
      </PostForm>
    </StaffShell>
  );
}
