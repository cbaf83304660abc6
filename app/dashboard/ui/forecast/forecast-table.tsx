import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import type { FirstOpening } from "../../forecast/first-openings.server";
import { NoTherapists } from "../no-therapists";

interface ForecastTableProps {
  title: string;
  head: string;
  openings: FirstOpening[];
  withRegion?: boolean;
}

export function ForecastTable({ title, head, openings, withRegion }: ForecastTableProps) {
  const region = { head: "Region", cell: (opening: FirstOpening) => opening.region };
  return (
    <div className="stack">
      <h2>{title}</h2>
      <Table
        caption={title}
        rows={openings}
        rowKey={(opening) => opening.name}
        empty={<NoTherapists />}
        columns={[
          { head, align: "name", cell: (opening) => opening.name },
          ...(withRegion ? [region] : []),
          {
            head: "First opening",
            cell: ({ first, zone }) =>
              first === null ? (
                "None within the booking window"
              ) : (
                <DateTime at={first} zone={zone} format="day" />
              ),
          },
          {
            head: "Days",
            align: "right",
            cell: ({ days, late }) => (
              <span className={late ? "late" : undefined}>
                {days ?? "–"}
                {late && <span className="unseen"> later than recommended</span>}
              </span>
            ),
          },
        ]}
      />
    </div>
  );
}
