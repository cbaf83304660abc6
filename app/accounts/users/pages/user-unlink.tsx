import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { EmailAddress } from "~/ui/breaking-address";
import type { accountFlash } from "../../flash";
import { FormPage } from "../../ui/form-page";
import { updateUser } from "../update-user.server";
import { UserId } from "../user-schema";
import { findUser } from "../users.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Unlink single sign-on – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: UserId }, ({ app, input }) => findUser(app.reads, input.id));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: UserId }, async ({ app, who, input }) => {
    await updateUser(app, who, { id: input.id, single_sign_on: false });
    return redirectWithFlash<typeof accountFlash>(args, "/admin", "user-updated");
  });

export default function UnlinkUser() {
  const { id, name, email } = useLoaderData<typeof loader>();
  return (
    <FormPage title={`Unlink ${name}?`} here="/admin" back={`/admin?edit=${id}#user-form`} verb="Unlink">
      <p>
        Do this if the user has a new account at the provider. This ends all sessions of{" "}
        <EmailAddress>{email}</EmailAddress>. The next provider account that signs in with this email address
        is linked to the user. Roles stay the same.
      </p>
    </FormPage>
  );
}
