import { type Column, Table } from "~/ui/components/table";
import type { Direction, PeopleSort } from "../../dashboard-schema";
import type { Person } from "../../list-people.server";
import { strings } from "../../strings";
import { listHref } from "./list-href";

interface PeopleTableProps {
  people: Person[];
  filters: { search?: string | undefined; sort: PeopleSort; direction: Direction };
}

export function PeopleTable({ people, filters }: PeopleTableProps) {
  const column = (key: PeopleSort, head: string): Column<Person> => {
    const on = filters.sort === key;
    const direction = on && filters.direction === "asc" ? "desc" : "asc";
    return {
      key,
      head,
      cell: (person) => person[key],
      sortHref: listHref("/users", { ...filters, sort: key, direction }),
      sorted: on ? (filters.direction === "asc" ? "ascending" : "descending") : undefined,
    };
  };
  const name = column("name", "Name");
  return (
    <Table
      caption={strings.users}
      rows={people}
      rowKey={(person) => person.key}
      empty={strings.noUsers}
      columns={[
        {
          ...name,
          cell: ({ name, therapist_id }) =>
            therapist_id === null ? (
              name
            ) : (
              <a
                className="row-link"
                href={`/therapists/${therapist_id}`}
                title={strings.openCalendars}
                data-opens=""
              >
                {name}
                <span className="unseen">: {strings.openCalendars}</span>
              </a>
            ),
        },
        column("email", "Email"),
        column("phone", "Phone"),
        column("role", "Role"),
        column("status", "Status"),
        column("company", "Company"),
      ]}
    />
  );
}
