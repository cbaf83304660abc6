import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { asStaff } from "~/core/require-staff";
import { supervisors } from "~/core/who";
import { ListPeople } from "~/dashboard/schema";
import dashboardCss from "~/dashboard/ui/board/dashboard.css";
import { CursorPager } from "~/dashboard/ui/lists/cursor-pager";
import { ListForm } from "~/dashboard/ui/lists/list-form";
import { PeopleTable } from "~/dashboard/ui/lists/people-table";
import { read } from "~/http/page.server";
import { ButtonLink } from "~/ui/components/button";
import { areaOf, navFor } from "~/ui/shells/staff-nav";
import { StaffShell } from "~/ui/shells/staff-shell";
import { userEndpoints } from "../appointments/appointment-row-fields";
import { listPeople } from "../list-people.server";
import { words } from "../strings";
import { addressOf } from "../ui/lists/list-href";

export const handle = { look: "staff", scripts: ["board", "record", "availability"] };
export const meta = () => [{ title: `${words.users} – Firstnight` }];
export const links: LinksFunction = () => [{ rel: "stylesheet", href: dashboardCss }];

export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: supervisors, input: ListPeople }, async ({ app, who, input }) => {
    const { cursor: _, ...filters } = input;
    return {
      staff: asStaff(who),
      filters,
      race: app.config.raceEndpoints ? userEndpoints.join(" ") : undefined,
      page: await listPeople(app.reads, { ...input, limit: 50 }),
    };
  });
}

export default function Users() {
  const { staff, filters, race, page } = useLoaderData<typeof loader>();
  return (
    <StaffShell
      title={words.users}
      who={staff}
      area={areaOf(staff)}
      nav={navFor(staff, "/users")}
      actions={
        <ButtonLink href={addressOf("/users", filters)} look="quiet" data-refresh="">
          {words.refresh}
        </ButtonLink>
      }
    >
      <ListForm
        placeholder={words.searchUsers}
        search={filters.search}
        sort={filters.sort}
        direction={filters.direction}
      />
      <div
        id="list"
        className="stack"
        data-kind="users"
        data-failed={words.noUsersEndpoint}
        data-none={words.noUsers}
        data-race={race}
      >
        <PeopleTable people={page.people} filters={filters} />
        <CursorPager {...page} at={(cursor) => addressOf("/users", { ...filters, cursor })} />
      </div>
    </StaffShell>
  );
}
