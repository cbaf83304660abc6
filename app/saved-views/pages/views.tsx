import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { allStaff } from "~/core/who";
import { loadPage } from "~/http/page.server";
import { takeFlash } from "~/http/response/flash.server";
import { ButtonLink } from "~/ui/components/button";
import { Table } from "~/ui/components/table";
import { StaffShell } from "~/ui/shells/staff-shell";
import { viewsFlash } from "../flash";
import { describeFilters, lists } from "../saved-view";
import { listViews } from "../saved-views.server";

export const handle = { look: "staff" };
export const meta = () => [{ title: "Saved views – Firstnight" }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: allStaff }, async ({ app, who }) => ({
    views: await listViews(app.reads, who),
    toast: await takeFlash(args, viewsFlash),
  }));

const roleNames = { supervisor: "All supervisors", admin: "All admins" };

export default function SavedViews() {
  const { views, toast } = useLoaderData<typeof loader>();
  return (
    <StaffShell title="Saved views" here="/views" toast={toast}>
      <Table
        caption="Saved views"
        rows={views}
        rowKey={({ id }) => id}
        empty={
          <>
            No saved views yet.
            <span className="soft under">
              Filter Appointments, the worklist, orders, or messages, then select “Save this view…”.
            </span>
          </>
        }
        stacks
        columns={[
          { head: "Name", align: "name", cell: (view) => <a href={`/views/${view.id}`}>{view.name}</a> },
          { head: "List", cell: (view) => lists[view.list].label },
          {
            head: "Filters",
            align: "id",
            cell: (view) => describeFilters(view.list, view.filters).join(" · "),
          },
          { head: "In the navigation", cell: (view) => (view.pinned === 1 ? "Yes" : "No") },
          {
            head: "Shared",
            cell: (view) =>
              view.shared_with &&
              `${roleNames[view.shared_with]}${view.isOwn ? "" : `, by ${view.owner ?? "a former user"}`}`,
          },
          {
            key: "edit",
            align: "acts",
            head: <span className="unseen">Edit</span>,
            cell: (view) =>
              view.mayChange && (
                <ButtonLink href={`/views/${view.id}/edit`} look="quiet" size="small">
                  Edit<span className="unseen"> the view {view.name}</span>
                </ButtonLink>
              ),
          },
        ]}
      />
    </StaffShell>
  );
}
