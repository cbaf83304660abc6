import type { UserJson } from "~/accounts/users/user-schema";
import { Table } from "~/ui/table";
import { words } from "../words";

/** The people who work here; a therapist's row opens their calendar. */
export function PeopleTable({ people }: { people: UserJson[] }) {
  return (
    <Table
      caption={words.users}
      rows={people}
      rowKey={(person) => person.id}
      empty={words.noUsers}
      columns={[
        {
          key: "name",
          head: "Name",
          cell: (person) =>
            person.therapist_id === null ? (
              person.name
            ) : (
              <a
                className="row-link"
                href={`/calendars?therapist_modal=${person.therapist_id}`}
                title={words.openCalendars}
              >
                {person.therapist_name ?? person.name}
                <span className="unseen">: {words.openCalendars}</span>
              </a>
            ),
        },
        { key: "email", head: "Email", cell: (person) => person.email },
        { key: "phone", head: "Phone", cell: (person) => person.phone },
        { key: "role", head: "Role", cell: (person) => person.roles.join(", ") },
        { key: "status", head: "Status", cell: (person) => person.status },
        { key: "company", head: "Company", cell: (person) => person.company },
      ]}
    />
  );
}
