import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { UserForm } from "~/accounts/ui/user-form";
import { UserTable } from "~/accounts/ui/user-table";
import { addUser } from "~/accounts/users/add-user.server";
import { listTherapistProfiles } from "~/accounts/users/link-therapist.server";
import { updateUser } from "~/accounts/users/update-user.server";
import { AddUser, ListUsers, UpdateUser } from "~/accounts/users/user-schema";
import { findUser, listUsers } from "~/accounts/users/users.server";
import { listAuditEntries } from "~/audit/list-audit.server";
import { recordId } from "~/core/fields";
import { loadPage, submitForm } from "~/http/page.server";
import { parse } from "~/http/request/input.server";
import { takeFlash } from "~/http/response/flash.server";
import { MoreLink } from "~/ui/components/button";
import { StaffShell } from "~/ui/shells/staff-shell";
import { AuditList } from "../ui/audit-list";
import { Search } from "../ui/user-search";

export const handle = { look: "staff", scripts: ["date-time"] };
export const meta = () => [{ title: "User Management – Firstnight" }];

const done = {
  added: "User added",
  updated: "User updated",
  deleted: "User deleted",
};

const sent: Record<string, string> = {
  "invitation-sent": "A new invitation was sent.",
  "reset-link-sent": "A link to set a new password was sent.",
};

const Shown = ListUsers.extend({
  edit: recordId.optional(),
  done: z.enum(["added", "updated", "deleted"]).optional().catch(undefined),
});

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: Shown }, async ({ app, who, input }) => {
    const users = await listUsers(app.reads, { ...input, limit: 100 });
    return {
      self: who.userId,
      users,
      next: users.length === 100 ? (users.at(-1)?.id ?? null) : null,
      search: input.search,
      editing: input.edit ? await findUser(app.reads, input.edit) : null,
      therapists: await listTherapistProfiles(app.reads),
      acts: await listAuditEntries(app.reads, { limit: 50 }),
      toast: input.done ? done[input.done] : (sent[takeFlash(args) ?? ""] ?? null),
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: z.looseObject({}) }, async ({ app, who, input }) => {
    if (input.id === undefined) {
      await addUser(app, who, parse(AddUser, input));
      return redirect("/admin?done=added", 303);
    }
    await updateUser(app, who, parse(UpdateUser, input));
    return redirect("/admin?done=updated", 303);
  });

export default function Admin() {
  const { self, users, next, search, editing, therapists, acts, toast } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="User Management" here="/admin" toast={toast}>
      <UserForm user={editing} therapists={therapists} />
      <div className="stack">
        <Search label="Search users" value={search} back="/admin" />
        <UserTable users={users} self={self} />
        <MoreLink
          href={
            next !== null &&
            `/admin?${new URLSearchParams({ ...(search && { search }), cursor: String(next) })}`
          }
        >
          More users
        </MoreLink>
      </div>
      <div className="acts stack">
        <h2>Audit Logs</h2>
        <AuditList acts={acts} />
        <MoreLink href="/admin/audit">Search the whole log</MoreLink>
      </div>
    </StaffShell>
  );
}
