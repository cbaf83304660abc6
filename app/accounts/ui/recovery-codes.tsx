import type { FormProblem } from "~/core/form-problem";
import type { Staff } from "~/core/who";
import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";

export interface CodesAnswer {
  codes?: string[];
  problem?: FormProblem;
}

export function RecoveryCodes({ staff, title, codes }: { staff: Staff; title: string; codes: string[] }) {
  return (
    <StaffShell title={title} who={staff} here="/account">
      <section className="panel reading">
        <Notice tone="dawn">Write down or print these recovery codes now. They won't be shown again.</Notice>
        <p>Each code signs you in once if you lose access to your phone or email.</p>
        <ul className="secret-codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <p className="buttons">
          <ButtonLink href="/account">I've saved them</ButtonLink>
        </p>
      </section>
    </StaffShell>
  );
}
