import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { roles } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { Field } from "~/ui/components/field";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { accountFlash } from "../../flash";
import { CurrentPasswordField } from "../../ui/password-fields";
import { RecoveryCodes } from "../../ui/recovery-codes";
import { addPasskey } from "../add-passkey.server";
import { relyingParty } from "../passkey-challenges.server";
import { AddPasskey } from "../passkey-schema";
import { signedInRecently } from "../prove-identity.server";

export const handle = { look: "staff", scripts: ["new-passkey"] };
export const meta = () => [{ title: "Add a passkey – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: roles }, async ({ app, who }) => ({
    asksPassword: !(await signedInRecently(app, who)),
    isPossible: relyingParty(app.config.publicUrl) !== null,
  }));

// No redirect: recovery codes must not be in a URL.
export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: roles, input: AddPasskey }, async ({ app, who, input }) => {
    const codes = await addPasskey(app, who, input);
    if (codes) return json({ codes });
    return redirectWithFlash<typeof accountFlash>(args, "/account", "passkey-added");
  });

export default function AddPasskeyPage() {
  const page = useLoaderData<typeof loader>();
  const codes = (useActionData() as { codes?: string[] } | undefined)?.codes;
  if (codes) return <RecoveryCodes title="Passkey added" codes={codes} />;
  return <NewPasskey {...page} />;
}

function NewPasskey({ asksPassword, isPossible }: { asksPassword: boolean; isPossible: boolean }) {
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
