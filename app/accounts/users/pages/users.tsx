import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listHref } from "~/core/list-href";
import { supervisors } from "~/core/who";
import { userEndpoints } from "~/dashboard/appointments/appointment-row-fields";
import { ListPeople } from "~/dashboard/dashboard-schema";
import { strings } from "~/dashboard/strings";
import { CursorPager } from "~/dashboard/ui/lists/cursor-pager";
import { ActiveFilters, ListForm } from "~/dashboard/ui/lists/filter-form";
import { RacedPeople } from "~/dashboard/ui/lists/raced-table";
import { loadPage } from "~/http/page.server";
import { ButtonLink } from "~/ui/components/button";
import { StaffShell } from "~/ui/shells/staff-shell";
import { PeopleTable } from "../ui/people-table";
import { listPeople } from "./list-people.server";

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
