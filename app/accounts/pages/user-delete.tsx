import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deleteUser, findOpenWork } from "~/accounts/users/delete-user.server";
import { UserId } from "~/accounts/users/user-schema";
import { findUser } from "~/accounts/users/users.server";
import { loadPage, submitForm } from "~/http/page.server";
import { EmailAddress } from "~/ui/breaking-address";
import { ButtonLink, QuietLink } from "~/ui/components/button";
import { FormButtons, PostForm, Problem } from "~/ui/components/form";
import { StaffShell } from "~/ui/shells/staff-shell";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Delete user – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: UserId }, async ({ app, input }) => ({
    user: await findUser(app.reads, input.id),
    openWork: await findOpenWork(app.reads, input.id, app.clock.now()),
  }));

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: UserId }, async ({ app, who, input }) => {
    await deleteUser(app, who, input.id);
    return redirect("/admin?done=deleted", 303);
  });

export default function DeleteUser() {
  const { user, openWork } = useLoaderData<typeof loader>();
  const free = openWork.visits + openWork.threads === 0;
  return (
    <StaffShell title={`Delete ${user.name}?`} here="/admin">
      <PostForm className="panel reading">
        <Problem />
        {free ? (
          <>
            <p>
              <EmailAddress>{user.email}</EmailAddress> can no longer sign in, and all their sessions end.
              {user.therapist_id !== null && " Their free slots are removed from the calendar."} Their actions
              stay in the audit log.
            </p>
            <FormButtons look="danger" back="/admin">{`Delete ${user.email}`}</FormButtons>
          </>
        ) : (
          <>
            <p>
              {user.name} has {openWork.visits} {openWork.visits === 1 ? "upcoming visit" : "upcoming visits"}{" "}
              and {openWork.threads} {openWork.threads === 1 ? "conversation" : "conversations"}. Reassign
              them first.
            </p>
            <p className="buttons">
              <ButtonLink href={`/admin/users/${user.id}/hand-over`}>Reassign</ButtonLink>
              <QuietLink href="/admin">Back</QuietLink>
            </p>
          </>
        )}
      </PostForm>
    </StaffShell>
  );
}
