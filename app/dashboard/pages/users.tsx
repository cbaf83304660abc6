import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ListUsers } from "~/accounts/users/user-schema";
import { listUsers } from "~/accounts/users/users.server";
import { asStaff } from "~/core/as-staff";
import { supervisors } from "~/core/who";
import { addressOf } from "~/dashboard/ui/address";
import { PeopleTable } from "~/dashboard/ui/people-table";
import { words } from "~/dashboard/words";
import { read } from "~/http/page.server";
import { Button, ButtonLink } from "~/ui/button";
import { Field } from "~/ui/field";
import { StaffShell } from "~/ui/shells/staff";
import { areaOf, navFor } from "~/ui/shells/staff-nav";

export const handle = { look: "staff" };
export const meta = () => [{ title: `${words.users} – Firstnight` }];

const pageSize = 50;

export async function loader(args: LoaderFunctionArgs) {
  return read(args, { allow: supervisors, input: ListUsers }, async ({ app, who, input }) => {
    const people = await listUsers(app.reads, { ...input, limit: pageSize });
    return {
      staff: asStaff(who),
      people,
      search: input.search,
      next: people.length === pageSize ? (people.at(-1)?.id ?? null) : null,
    };
  });
}

export default function Users() {
  const { staff, people, search, next } = useLoaderData<typeof loader>();
  return (
    <StaffShell
      title={words.users}
      who={staff}
      area={areaOf(staff)}
      nav={navFor(staff, "/users")}
      actions={
        <ButtonLink href={addressOf("/users", { search })} look="quiet">
          {words.refresh}
        </ButtonLink>
      }
    >
      <form method="get" className="toolbar" aria-label="Search">
        <Field
          name="search"
          label="Search"
          type="search"
          placeholder={words.searchUsers}
          value={search}
          maxLength={100}
        />
        <Button look="quiet">{words.show}</Button>
      </form>
      <PeopleTable people={people} />
      {next !== null && (
        <p className="buttons">
          <ButtonLink href={addressOf("/users", { search, cursor: next })} look="quiet" size="small">
            Next page
          </ButtonLink>
        </p>
      )}
    </StaffShell>
  );
}
