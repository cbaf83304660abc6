import { Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { CurrentPasswordField } from "../password-fields";

export function NewPasskey({ asksPassword, isPossible }: { asksPassword: boolean; isPossible: boolean }) {
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
          Passkeys need a host name, but this installation's URL has an IP address. Ask the server
          administrator to set PUBLIC_URL to a URL with a host name.
        </Notice>
      )}
    </StaffShell>
  );
}

/** Hidden until its script runs. */
function PasskeyForm({ asksPassword }: { asksPassword: boolean }) {
  return (
    <PostForm className="panel reading" id="new-passkey" hidden>
      <Problem />
      <div id="passkey-problem" />
      <p>
        A passkey signs you in with your fingerprint, your face, or your device's PIN. No password or code is
        needed.
      </p>
      <Field name="name" label="Name" hint="For example, “Work laptop”." maxLength={60} required />
      {asksPassword && <CurrentPasswordField />}
      <input type="hidden" name="response" />
      <FormButtons back="/account">Add passkey</FormButtons>
    </PostForm>
  );
}
