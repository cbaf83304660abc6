import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { roles } from "~/core/who";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import type { accountFlash } from "../../flash";
import { FormPage } from "../../ui/form-page";
import { PasskeyId, RemovePasskey } from "../passkey-schema";
import { signedInRecently } from "../prove-identity.server";
import { findPasskey, removePasskey } from "../remove-passkey.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Remove passkey – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: roles, input: PasskeyId }, async ({ app, who, input }) => ({
    name: (await findPasskey(app.reads, who, input.id)).name,
    asksPassword: !(await signedInRecently(app, who)),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: roles, input: RemovePasskey }, async ({ app, who, input }) => {
    await removePasskey(app, who, input);
    return redirectWithFlash<typeof accountFlash>(args, "/account", "passkey-removed");
  });

export default function RemovePasskeyPage() {
  const { name, asksPassword } = useLoaderData<typeof loader>();
  return (
    <FormPage title={`Remove the passkey ${name}?`} verb="Remove passkey" password={asksPassword} danger>
      <p>You won't be able to sign in with it. Delete it from the device too.</p>
    </FormPage>
  );
}
