import type { ReactNode } from "react";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";
import { CurrentPasswordField } from "./password-fields";

interface FormPageProps {
  title: string;
  subtitle?: string;
  here?: string;
  back?: string;
  verb: string;
  password?: boolean;
  danger?: boolean;
  children?: ReactNode;
}

export function FormPage({
  title,
  subtitle,
  here = "/account",
  back = here,
  verb,
  password,
  danger,
  children,
}: FormPageProps) {
  return (
    <StaffShell title={title} subtitle={subtitle} here={here}>
      <PostForm className="panel reading">
        <Problem />
        {password && <CurrentPasswordField />}
        {children}
        <FormButtons look={danger ? "danger" : "main"} back={back}>
          {verb}
        </FormButtons>
      </PostForm>
    </StaffShell>
  );
}
