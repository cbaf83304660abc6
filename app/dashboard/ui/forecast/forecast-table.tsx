import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import type { FirstOpening } from "../../forecast/first-openings.server";
import { strings } from "../../strings";

interface ForecastTableProps {
  caption: string;
  head: string;
  openings: FirstOpening[];
  withRegion?: boolean;
}

export function ForecastTable({ caption, head, openings, withRegion }: ForecastTableProps) {
  const region = { key: "region", head: "Region", cell: (opening: FirstOpening) => opening.region };
  return (
    <Table
      caption={caption}
      rows={openings}
      rowKey={(opening) => opening.name}
      empty={strings.noRows}
      columns={[
        { key: "name", head, cell: (opening) => opening.name },
        ...(withRegion ? [region] : []),
        {
          key: "first",
          head: "First open time",
          align: "when",
          cell: (opening) =>
            opening.first === null ? (
              strings.nothingOpen
            ) : (
              <DateTime at={opening.first} zone={opening.zone} format="day" />
            ),
        },
        {
          key: "days",
          head: "Days",
          align: "right",
          cell: (opening) => (
            <span className={opening.late ? "late" : undefined}>
              {opening.days ?? "–"}
              {opening.late && <span className="unseen"> {strings.tooLate}</span>}
            </span>
          ),
        },
      ]}
    />
  );
}
