import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { updateUser } from "~/accounts/users/update-user.server";
import { UserId } from "~/accounts/users/user-schema";
import { findUser } from "~/accounts/users/users.server";
import { loadPage, submitForm } from "~/http/page.server";
import { EmailAddress } from "~/ui/breaking-address";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Unlink single sign-on – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: UserId }, async ({ app, input }) => ({
    user: await findUser(app.reads, input.id),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: UserId }, async ({ app, who, input }) => {
    await updateUser(app, who, { id: input.id, single_sign_on: false });
    return redirect("/admin?done=updated", 303);
  });

export default function UnlinkUser() {
  const { user } = useLoaderData<typeof loader>();
  const back = `/admin?edit=${user.id}#user-form`;
  return (
    <StaffShell title={`Unlink ${user.name}?`} here="/admin">
      <PostForm className="panel reading">
        <Problem />
        <p>
          Do this if the user has a new account at the provider. All sessions of{" "}
          <EmailAddress>{user.email}</EmailAddress> end. The next account that signs in with this email
          address is linked again. Roles stay.
        </p>
        <FormButtons back={back}>Unlink</FormButtons>
      </PostForm>
    </StaffShell>
  );
}
