import { Table } from "~/ui/components/table";
import type { Recovery } from "../../recovery/find-recovery.server";
import { recoveryWords as words } from "../../recovery/recovery-words";
import { weekLabel } from "../forecast/chart";
import { NumberLink } from "./number-link";

type Week = Recovery["weeks"][number];

export function FreedByWeek({ rows, weeks }: { rows: readonly Week[]; weeks: number }) {
  const column = (key: "freed" | "offered" | "filled" | "lost" | "open", head: string, state?: string) => ({
    key,
    head,
    align: "right" as const,
    cell: (row: Week) => (
      <NumberLink
        count={row[key]}
        path="/recovery/times"
        filter={{ weeks, week: row.week, state }}
        label={`${head}, week of ${weekLabel(row.week)}`}
      />
    ),
  });
  return (
    <Table
      caption="Freed times by week"
      rows={rows}
      rowKey={({ week }) => week}
      empty={words.noTimes}
      columns={[
        { key: "week", head: "Week of", cell: ({ week }) => weekLabel(week) },
        column("freed", "Freed"),
        column("offered", "Offered", "offered"),
        column("filled", "Filled", "filled"),
        { key: "offer", head: "Filled by an offer", align: "right", cell: ({ byOffer }) => byOffer },
        column("open", "Still open", "open"),
        column("lost", "Lost", "lost"),
      ]}
    />
  );
}
