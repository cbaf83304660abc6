import { Button, QuietLink } from "~/ui/components/button";
import { Field } from "~/ui/components/field";
import { PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";

interface NewPasskeyProps {
  asksPassword: boolean;
  isPossible: boolean;
}

export function NewPasskey({ asksPassword, isPossible }: NewPasskeyProps) {
  return (
    <StaffShell title="Add a passkey" here="/account">
      {isPossible ? (
        <>
          <Notice id="passkey-unsupported">
            This browser can't create a passkey. Use an up-to-date browser with JavaScript turned on.
          </Notice>
          <PasskeyForm asksPassword={asksPassword} />
        </>
      ) : (
        <Notice>
          Passkeys need a host name, and this installation's address is an IP address. Ask the server
          administrator to set PUBLIC_URL.
        </Notice>
      )}
    </StaffShell>
  );
}

/** Shown by its script. */
function PasskeyForm({ asksPassword }: Pick<NewPasskeyProps, "asksPassword">) {
  return (
    <PostForm className="panel reading" id="new-passkey" hidden>
      <Problem />
      <div id="passkey-problem" />
      <p>
        A passkey signs you in with your fingerprint, your face, or your device's PIN. No password or code is
        needed.
      </p>
      <Field name="name" label="Name" hint="For example, “Work laptop”." maxLength={60} required />
      {asksPassword && (
        <Field
          name="current"
          label="Your current password"
          type="password"
          autoComplete="current-password"
          required
        />
      )}
      <input type="hidden" name="response" />
      <p className="buttons">
        <Button>Add passkey</Button>
        <QuietLink href="/account">Back</QuietLink>
      </p>
    </PostForm>
  );
}
