import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadPage, submitForm } from "~/http/page.server";
import { redirectWithFlash } from "~/http/response/flash.server";
import { EmailAddress } from "~/ui/breaking-address";
import { ButtonLink, QuietLink } from "~/ui/components/button";
import { StaffShell } from "~/ui/shells/staff-shell";
import type { accountFlash } from "../../flash";
import { FormPage } from "../../ui/form-page";
import { deleteUser, findOpenWork, reassignFirst } from "../delete-user.server";
import { UserId } from "../user-schema";
import { findUser } from "../users.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Delete user – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: UserId }, async ({ app, input }) => {
    const user = await findUser(app.reads, input.id);
    const openWork = await findOpenWork(app.reads, input.id, app.clock.now());
    const isFree = openWork.visits + openWork.threads === 0;
    return { user, obstacle: isFree ? null : reassignFirst(user.name, openWork) };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: UserId }, async ({ app, who, input }) => {
    await deleteUser(app, who, input.id);
    return redirectWithFlash<typeof accountFlash>(args, "/admin", "user-deleted");
  });

export default function DeleteUser() {
  const { user, obstacle } = useLoaderData<typeof loader>();
  const title = `Delete ${user.name}?`;
  if (obstacle) {
    return (
      <StaffShell title={title} here="/admin">
        <section className="panel reading">
          <p>{obstacle}</p>
          <p className="buttons">
            <ButtonLink href={`/admin/users/${user.id}/hand-over`}>Reassign</ButtonLink>
            <QuietLink href="/admin">Back</QuietLink>
          </p>
        </section>
      </StaffShell>
    );
  }
  return (
    <FormPage title={title} here="/admin" verb={`Delete ${user.email}`} danger>
      <p>
        <EmailAddress>{user.email}</EmailAddress> will no longer be able to sign in, and all their sessions
        will end.
        {user.therapist_id !== null && " Their free slots will be removed from the calendar."} Their actions
        stay in the audit log.
      </p>
    </FormPage>
  );
}
