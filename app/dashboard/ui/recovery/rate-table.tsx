import { Table } from "~/ui/components/table";
import { rateText } from "../../forecast/rates";
import type { RateRow } from "../../recovery/find-recovery.server";
import type { ShowOutcomes } from "../../recovery/recovery-schema";
import { recoveryStrings } from "../../recovery/recovery-strings";
import { NumberLink } from "./number-link";

interface RateTableProps {
  caption: string;
  head: string;
  weeks: number;
  rows: readonly RateRow[];
}

export function RateTable({ caption, head, weeks, rows }: RateTableProps) {
  const column = (title: string, key: "visits" | "missed" | "setups", filter: Partial<ShowOutcomes>) => ({
    head: title,
    align: "right" as const,
    cell: (row: RateRow) => (
      <NumberLink
        count={row[key]}
        path="/recovery/visits"
        filter={{ weeks, ...row.filter, ...filter }}
        label={`${title.toLowerCase()}, ${row.name}`}
      />
    ),
  });
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={({ name }) => name}
      empty={recoveryStrings.noVisits}
      stacks="labeled"
      columns={[
        { head, cell: ({ name }) => name },
        column("Visits", "visits", { outcome: "held" }),
        column("No-shows", "missed", { outcome: "no show" }),
        { head: "Rate", align: "right", cell: ({ missed, visits }) => rateText(missed, visits) },
        column("Setups", "setups", { outcome: "completed", setup: "1" }),
        {
          head: "Median days to setup",
          align: "right",
          cell: ({ medianDays }) => medianDays?.toFixed(1) ?? "–",
        },
      ]}
    />
  );
}
