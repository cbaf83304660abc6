import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { recordId } from "~/core/fields";
import { loadPage, submitForm } from "~/http/page.server";
import { Button, QuietLink } from "~/ui/components/button";
import { Choice } from "~/ui/components/field";
import { PostForm, Problem } from "~/ui/components/form";
import { Notice } from "~/ui/components/notice";
import { StaffShell } from "~/ui/shells/staff-shell";
import { findOpenWork } from "../delete-user.server";
import { UserId } from "../user-schema";
import { findUser, listUsers } from "../users.server";
import { closeAccount } from "./close-account.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Reassign work – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: UserId }, async ({ app, input }) => {
    const users = await listUsers(app.reads, { limit: 500 });
    const duties = await findOpenWork(app.reads, input.id, app.clock.now());
    return {
      user: await findUser(app.reads, input.id),
      duties,
      others: users
        .filter((user) => user.id !== input.id && user.status !== "closed")
        .filter((user) => duties.visits === 0 || user.therapist_id !== null)
        .map(({ id, name, email }) => ({ id, name, email })),
    };
  });

const Input = UserId.extend({ to: recordId });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: Input }, async ({ app, who, input }) => {
    await closeAccount(app, who, input);
    return redirect(`/admin/users/${input.id}/delete`, 303);
  });

export default function CloseAccount() {
  const { user, duties, others } = useLoaderData<typeof loader>();
  return (
    <StaffShell title={`Reassign work: ${user.name}`} here="/admin">
      <PostForm className="panel reading">
        <Problem />
        <p>
          Upcoming visits: {duties.visits}. Conversations: {duties.threads}. Visit times don't change. The new
          therapist must confirm each visit, and patients will be notified.
        </p>
        {others.length === 0 ? (
          <Notice tone="warn">No other user has a therapist profile. Add one first.</Notice>
        ) : (
          <Choice name="to" label="To">
            {others.map((other) => (
              <option key={other.id} value={other.id}>
                {other.name} ({other.email})
              </option>
            ))}
          </Choice>
        )}
        <p className="buttons">
          {others.length > 0 && <Button>Reassign</Button>}
          <QuietLink href="/admin">Back</QuietLink>
        </p>
      </PostForm>
    </StaffShell>
  );
}
