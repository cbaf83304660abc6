import { Table } from "~/ui/components/table";
import type { Recovery } from "../../recovery/find-recovery.server";
import { recoveryStrings } from "../../recovery/recovery-strings";
import { NumberLink } from "./number-link";

type Week = Recovery["weeks"][number];

export function FreedByWeek({ rows, weeks }: { rows: readonly Week[]; weeks: number }) {
  const column = (key: "freed" | "offered" | "filled" | "lost" | "open", head: string, state?: string) => ({
    head,
    align: "right" as const,
    cell: ({ week, name, [key]: count }: Week) => (
      <NumberLink
        count={count}
        path="/recovery/times"
        filter={{ weeks, week, state }}
        label={`${head}, week of ${name}`}
      />
    ),
  });
  return (
    <Table
      caption="Freed times by week"
      rows={rows}
      rowKey={({ week }) => week}
      empty={recoveryStrings.noTimes}
      columns={[
        { head: "Week of", cell: ({ name }) => name },
        column("freed", "Freed"),
        column("offered", "Offered", "offered"),
        column("filled", "Filled", "filled"),
        { head: "Filled by an offer", align: "right", cell: ({ byOffer }) => byOffer },
        column("open", "Still open", "open"),
        column("lost", "Lost", "lost"),
      ]}
    />
  );
}
