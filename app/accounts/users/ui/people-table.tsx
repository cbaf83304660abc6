import { formatPhone } from "~/core/phone";
import type { Direction, PeopleSort } from "~/dashboard/dashboard-schema";
import { strings } from "~/dashboard/strings";
import { sortBy } from "~/dashboard/ui/lists/sort-by";
import { type Column, Table } from "~/ui/components/table";
import type { Person } from "../pages/list-people.server";

interface PeopleTableProps {
  people: Person[];
  filters: { search?: string | undefined; sort: PeopleSort; direction: Direction };
}

const openCalendars = "Open calendars for this therapist";

function NameOf({ person: { name, therapist_id } }: { person: Person }) {
  if (therapist_id === null) return name;
  return (
    <a className="row-link" href={`/therapists/${therapist_id}`} title={openCalendars} data-opens="">
      {name}
      <span className="unseen">: {openCalendars}</span>
    </a>
  );
}

export function PeopleTable({ people, filters }: PeopleTableProps) {
  const column = (key: PeopleSort, head: string): Column<Person> => ({
    key,
    head,
    ...(key === "email" && { align: "id" }),
    ...(key === "phone" && { align: "when" }),
    ...((key === "name" || key === "company") && { align: "name" }),
    cell: (person) => {
      if (key === "name") return <NameOf person={person} />;
      return key === "phone" && person.phone ? formatPhone(person.phone) : person[key];
    },
    ...sortBy("/users", key, filters),
  });
  return (
    <Table
      caption={strings.users}
      rows={people}
      rowKey={(person) => person.key}
      empty="No users found from available endpoints."
      stacks
      columns={[
        column("name", "Name"),
        column("email", "Email"),
        column("phone", "Phone"),
        column("role", "Role"),
        column("status", "Status"),
        column("company", "Company"),
      ]}
    />
  );
}
