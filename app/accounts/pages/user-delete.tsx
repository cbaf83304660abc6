import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { deleteUser, findOpenWork } from "~/accounts/users/delete-user.server";
import { UserId } from "~/accounts/users/user-schema";
import { findUser } from "~/accounts/users/users.server";
import { requireStaff } from "~/core/require-staff";
import { loadPage, submitForm } from "~/http/page.server";
import { EmailAddress } from "~/ui/breaking-address";
import { Button, ButtonLink } from "~/ui/components/button";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Delete user – Firstnight" }];

export async function loader(args: LoaderFunctionArgs) {
  return loadPage(args, { allow: ["admin"], input: UserId }, async ({ app, who, input }) => ({
    staff: requireStaff(who),
    user: await findUser(app.reads, input.id),
    openWork: await findOpenWork(app.reads, input.id, app.clock.now()),
  }));
}

export async function action(args: ActionFunctionArgs) {
  return submitForm(args, { allow: ["admin"], input: UserId }, async ({ app, who, input }) => {
    await deleteUser(app, who, input.id);
    return redirect("/admin?done=deleted", 303);
  });
}

export default function DeleteUser() {
  const { staff, user, openWork } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>()?.problem;
  const free = openWork.visits + openWork.threads === 0;
  return (
    <StaffShell title={`Delete ${user.name}?`} who={staff} here="/admin">
      <form method="post" className="panel reading">
        {problem && <Notice tone="bad">{problem.message}</Notice>}
        {free ? (
          <>
            <p>
              <EmailAddress>{user.email}</EmailAddress> can no longer sign in, and all their sessions end.
              {user.therapist_id !== null && " Their free slots are removed from the calendar."} Their actions
              stay in the audit log.
            </p>
            <p className="buttons">
              <Button look="danger">{`Delete ${user.email}`}</Button>
              <ButtonLink href="/admin" look="quiet">
                Back
              </ButtonLink>
            </p>
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
              <ButtonLink href="/admin" look="quiet">
                Back
              </ButtonLink>
            </p>
          </>
        )}
      </form>
    </StaffShell>
  );
}
