import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { supervisors } from "~/core/who";
import { ListPeople } from "~/dashboard/dashboard-schema";
import { ActiveFilters } from "~/dashboard/ui/lists/active-filters";
import { CursorPager } from "~/dashboard/ui/lists/cursor-pager";
import { ListForm } from "~/dashboard/ui/lists/list-form";
import { PeopleTable } from "~/dashboard/ui/lists/people-table";
import { RacedPeople } from "~/dashboard/ui/lists/raced-table";
import { loadPage } from "~/http/page.server";
import { ButtonLink } from "~/ui/components/button";
import { StaffShell } from "~/ui/shells/staff-shell";
import { userEndpoints } from "../appointments/appointment-row-fields";
import { listPeople } from "../list-people.server";
import { strings } from "../strings";
import { listHref } from "../ui/lists/list-href";

export const handle = { look: "staff", scripts: ["board", "sheet", "live", "availability"] };
export const meta = () => [{ title: `${strings.users} – Firstnight` }];

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(args, { allow: supervisors, input: ListPeople }, async ({ app, input }) => {
    const { cursor: _, ...filters } = input;
    return {
      filters,
      race: app.config.raceEndpoints ? userEndpoints.join(" ") : undefined,
      page: await listPeople(app.reads, { ...input, limit: 50 }),
    };
  });

export default function Users() {
  const { filters, race, page } = useLoaderData<typeof loader>();
  return (
    <StaffShell
      title={strings.users}
      here="/users"
      actions={
        <ButtonLink href={listHref("/users", filters)} look="quiet" data-refresh="">
          {strings.refresh}
        </ButtonLink>
      }
    >
      <div className="filter-line">
        <ListForm placeholder="Search name/email/role/company…" filters={filters} />
        <ActiveFilters
          labels={{ search: filters.search && `Search: ${filters.search}` }}
          hrefWithout={() => "/users"}
          clearHref="/users"
        />
      </div>
      <div
        id="list"
        className="stack"
        data-kind="users"
        data-failed="No users endpoint available."
        data-race={race}
      >
        <PeopleTable people={page.people} filters={filters} />
        <CursorPager {...page} at={(cursor) => listHref("/users", { ...filters, cursor })} />
      </div>
      {race && <RacedPeople filters={filters} />}
    </StaffShell>
  );
}
