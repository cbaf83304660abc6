import { ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";

export function RecoveryCodes({ title, codes }: { title: string; codes: string[] }) {
  return (
    <StaffShell title={title} here="/account">
      <section className="panel reading">
        <Notice tone="dawn">Write down or print these recovery codes now. They won't be shown again.</Notice>
        <p>If you lose your device or can't get a code, use one of these to sign in. Each works once.</p>
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
