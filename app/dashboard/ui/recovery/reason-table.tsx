import { Table } from "~/ui/components/table";
import type { Recovery } from "../../recovery/find-recovery.server";
import { outcomeLabels, reasonLabel, recoveryStrings } from "../../recovery/recovery-strings";
import { NumberLink } from "./number-link";

interface ReasonTableProps {
  caption: string;
  reasons: Recovery["reasons"];
  weeks: number;
}

export const ReasonTable = ({ caption, reasons, weeks }: ReasonTableProps) => (
  <Table
    caption={caption}
    rows={reasons}
    rowKey={({ status, reason }) => `${status} ${reason}`}
    empty={recoveryStrings.noVisits}
    columns={[
      { head: "Outcome", cell: ({ status }) => outcomeLabels[status] },
      { head: "Reason", cell: ({ reason }) => reasonLabel(reason) },
      {
        head: "Visits",
        align: "right",
        cell: ({ status, reason, count }) => (
          <NumberLink
            count={count}
            path="/recovery/visits"
            filter={{ weeks, outcome: status, reason }}
            label={`${outcomeLabels[status]}, ${reasonLabel(reason)}`}
          />
        ),
      },
    ]}
  />
);
