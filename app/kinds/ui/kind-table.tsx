import type * as z from "zod";
import { Table } from "~/ui/components/table";
import type { KindJson } from "../kind-schema";
import { kindsPath } from "../kinds-href";
import { modeNames } from "../mode-names";

type ListedKind = z.output<typeof KindJson> & { placeName: string | null };

const around = ({ buffer_before, buffer_after }: ListedKind) =>
  [buffer_before > 0 && `${buffer_before} before`, buffer_after > 0 && `${buffer_after} after`]
    .filter(Boolean)
    .join(", ");

export function KindTable({ kinds }: { kinds: ListedKind[] }) {
  return (
    <Table
      caption="Kinds of visits"
      rows={kinds}
      rowKey={({ id }) => id}
      empty="No kinds of visits."
      stacks
      columns={[
        {
          head: "Name",
          align: "name",
          cell: ({ id, name }) => (
            <a className="row-link" href={`${kindsPath}/${id}`}>
              {name}
            </a>
          ),
        },
        {
          head: "How",
          cell: ({ mode, placeName, seats }) =>
            [mode === "class" ? `Class of ${seats}` : modeNames[mode], placeName].filter(Boolean).join(", "),
        },
        {
          head: "Length",
          cell: (kind) => [`${kind.length} minutes`, around(kind)].filter(Boolean).join(" + "),
        },
        {
          head: "Booked by",
          cell: ({ booked_by }) => (booked_by === "staff" ? "Staff only" : "Patients and staff"),
        },
        {
          head: "Led by",
          cell: ({ therapists: { length } }) => {
            if (length === 0) return "Every therapist";
            return length === 1 ? "1 therapist" : `${length} therapists`;
          },
        },
        { head: "Status", align: "acts", cell: (kind) => <State {...kind} /> },
      ]}
    />
  );
}

function State({ active, is_default }: ListedKind) {
  if (!active) return <span className="status">Retired</span>;
  return <span className="status good">{is_default ? "Default" : "Active"}</span>;
}
