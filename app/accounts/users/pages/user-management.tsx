import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { describeEntries } from "~/audit/describe-records.server";
import { listAuditEntries } from "~/audit/list-audit.server";
import { AuditList } from "~/audit/ui/audit-list";
import { recordId } from "~/core/fields";
import { loadPage, submitForm } from "~/http/page.server";
import { parse } from "~/http/request/input.server";
import { redirectWithFlash, takeFlash } from "~/http/response/flash.server";
import { findOpenSetup } from "~/operations/setup/hide-setup.server";
import { SetupPanel } from "~/operations/ui/setup-steps";
import { MoreLink } from "~/ui/components/button";
import { StaffShell } from "~/ui/shells/staff-shell";
import { listUnfinished } from "~/visits/bulk/find-bulk-change.server";
import { UnfinishedChanges } from "~/visits/ui/unfinished-changes";
import { accountFlash } from "../../flash";
import { describePasswordLink } from "../../passwords/describe-password-link.server";
import { PasswordLinkNotice } from "../../ui/password-link-notice";
import { addUser } from "../add-user.server";
import { listTherapistProfiles } from "../link-therapist.server";
import { nextCursor, SearchQuery } from "../search-query";
import { SearchForm } from "../ui/search-form";
import { UserForm } from "../ui/user-form";
import { UserTable } from "../ui/user-table";
import { updateUser } from "../update-user.server";
import { AddUser, UpdateUser } from "../user-schema";
import { findUser, listUsers } from "../users.server";

export const handle = { look: "staff", scripts: ["copy", "date-time"] };
export const meta = () => [{ title: "User Management – Firstnight" }];

const pageSize = 100;

const Shown = SearchQuery.extend({
  edit: recordId.optional(),
  done: z.literal("set-up").optional().catch(undefined),
  sent: recordId.optional().catch(undefined),
});

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: ["admin"], input: Shown }, async ({ app, who, input }) => {
    const users = await listUsers(app.reads, { ...input, limit: pageSize });
    return {
      self: who.userId,
      setup: await findOpenSetup(app, who, args.request.headers.get("host")),
      welcome: input.done === "set-up" ? who.name : null,
      unfinished: await listUnfinished(app.reads, who),
      users,
      next: nextCursor(users, pageSize),
      search: input.search,
      editing: input.edit ? await findUser(app.reads, input.edit) : null,
      therapists: await listTherapistProfiles(app.reads),
      entries: await describeEntries(app.reads, await listAuditEntries(app.reads, { limit: 50 })),
      toast: await takeFlash(args, accountFlash),
      sent: input.sent ? await describePasswordLink(app, input.sent) : null,
    };
  });

export const action = (args: ActionFunctionArgs) =>
  submitForm(args, { allow: ["admin"], input: z.looseObject({}) }, async ({ app, who, input }) => {
    if (input.id === undefined) {
      const { id } = await addUser(app, who, parse(AddUser, input));
      await describePasswordLink(app, id, true);
      return redirectWithFlash<typeof accountFlash>(args, `/admin?sent=${id}`, "user-added");
    }
    await updateUser(app, who, parse(UpdateUser, input));
    return redirectWithFlash<typeof accountFlash>(args, "/admin", "user-updated");
  });

export default function Admin() {
  const { self, setup, welcome, unfinished, users, next, search, editing, therapists, entries, toast, sent } =
    useLoaderData<typeof loader>();
  return (
    <StaffShell title="User Management" here="/admin" toast={toast}>
      {setup && (
        <SetupPanel steps={setup}>
          {welcome && (
            <p>
              Welcome, {welcome}. Your account and your company are saved. These steps lead to your first
              booked patient.
            </p>
          )}
        </SetupPanel>
      )}
      <PasswordLinkNotice sent={sent} />
      <UnfinishedChanges changes={unfinished} />
      <UserForm user={editing} therapists={therapists} />
      <div className="stack">
        <SearchForm label="Search users" value={search} back="/admin" />
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
        <AuditList entries={entries} />
        <MoreLink href="/admin/audit">Search the full log</MoreLink>
      </div>
    </StaffShell>
  );
}
