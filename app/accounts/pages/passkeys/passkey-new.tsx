import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { addPasskey } from "~/accounts/passkeys/add-passkey.server";
import { AddPasskey } from "~/accounts/passkeys/passkey-schema";
import { signedInRecently } from "~/accounts/passkeys/prove-identity.server";
import { relyingParty } from "~/accounts/passkeys/relying-party";
import { NewPasskey } from "~/accounts/ui/passkeys/new-passkey";
import { RecoveryCodes } from "~/accounts/ui/recovery-codes";
import { roles } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";

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
    return codes ? json({ codes }) : redirect("/account?done=passkey", 303);
  });

export default function AddPasskeyPage() {
  const page = useLoaderData<typeof loader>();
  const codes = (useActionData() as { codes?: string[] } | undefined)?.codes;
  if (codes) return <RecoveryCodes title="Passkey added" codes={codes} />;
  return <NewPasskey {...page} />;
}
