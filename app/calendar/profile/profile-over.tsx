import { formatClock, formatDay, localDate, zoneOrUtc } from "~/core/time";
import { Table } from "~/ui/components/table";
import { PatientOfVisit } from "~/visits/ui/patient";
import type { ProfileList, ProfileListName } from "./find-profile.server";
import { ProfilePager } from "./profile-pager";

interface PastVisitsProps {
  name: ProfileListName;
  title: string;
  list: ProfileList;
  here: string;
}

export function PastVisits({ name, title, list, here }: PastVisitsProps) {
  return (
    <section className="stack" aria-labelledby={`profile-${name}`}>
      <h2 id={`profile-${name}`}>{title}</h2>
      <Table
        caption={`${title} appointments`}
        rows={list.visits}
        rowKey={(visit) => visit.id}
        empty="None yet."
        columns={[
          {
            key: "date",
            head: "Date",
            align: "when",
            cell: ({ start_at, timezone }) => {
              const zone = zoneOrUtc(timezone);
              return `${formatDay(start_at, zone)}, ${localDate(start_at, zone).slice(0, 4)}, ${formatClock(start_at, zone)}`;
            },
          },
          {
            key: "patient",
            head: "Patient ID",
            align: "name",
            cell: (visit) => <PatientOfVisit visit={visit} />,
          },
          { key: "db", head: "Brightree DB", align: "id", cell: (visit) => visit.brightree_db },
        ]}
      />
      <ProfilePager name={name} title={title} list={list} here={here} />
    </section>
  );
}
