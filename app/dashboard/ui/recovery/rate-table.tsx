import { Table } from "~/ui/components/table";
import { noShowShare, percent } from "../../forecast/forecast-figures";
import type { Rate } from "../../recovery/find-recovery.server";
import type { ShowOutcomes } from "../../recovery/recovery-schema";
import { NumberLink } from "./number-link";

interface RateTableProps<Row> {
  caption: string;
  head: string;
  weeks: number;
  rows: readonly Row[];
  name(row: Row): string;
  filter(row: Row): Partial<ShowOutcomes>;
  empty: string;
}

export const noShowRate = ({ missed, held }: Pick<Rate, "missed" | "held">): string =>
  percent(noShowShare({ missed, held: held - missed }));

export function RateTable<Row extends Rate>(props: RateTableProps<Row>) {
  const { caption, head, weeks, rows, name, filter, empty } = props;
  const number = (row: Row, count: number, label: string, more: Partial<ShowOutcomes>) => (
    <NumberLink
      count={count}
      path="/recovery/visits"
      filter={{ weeks, ...filter(row), ...more }}
      label={`${label}, ${name(row)}`}
    />
  );
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={name}
      empty={empty}
      columns={[
        { key: "name", head, cell: name },
        {
          key: "held",
          head: "Visits",
          align: "right",
          cell: (row) => number(row, row.held, "visits", { outcome: "held" }),
        },
        {
          key: "missed",
          head: "No-shows",
          align: "right",
          cell: (row) => number(row, row.missed, "no-shows", { outcome: "no show" }),
        },
        { key: "rate", head: "Rate", align: "right", cell: (row) => noShowRate(row) },
        {
          key: "setups",
          head: "Setups",
          align: "right",
          cell: (row) => number(row, row.setups, "setups", { outcome: "completed", setup: "1" }),
        },
        {
          key: "days",
          head: "Median days to setup",
          align: "right",
          cell: (row) => row.medianDays?.toFixed(1) ?? "–",
        },
      ]}
    />
  );
}
