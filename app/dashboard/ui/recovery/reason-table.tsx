import { Table } from "~/ui/components/table";
import type { Recovery } from "../../recovery/find-recovery.server";
import { outcomeWords, reasonWords, recoveryWords as words } from "../../recovery/recovery-words";
import { NumberLink } from "./number-link";

export function ReasonTable({ reasons, weeks }: { reasons: Recovery["reasons"]; weeks: number }) {
  return (
    <Table
      caption="Why visits were missed or canceled"
      rows={reasons}
      rowKey={({ status, reason }) => `${status} ${reason}`}
      empty={words.noVisits}
      columns={[
        { key: "outcome", head: "Outcome", cell: ({ status }) => outcomeWords[status] },
        { key: "reason", head: "Reason", cell: ({ reason }) => reasonWords(reason) },
        {
          key: "count",
          head: "Visits",
          align: "right",
          cell: ({ status, reason, count }) => (
            <NumberLink
              count={count}
              path="/recovery/visits"
              filter={{ weeks, outcome: status, reason }}
              label={`${outcomeWords[status]}, ${reasonWords(reason)}`}
            />
          ),
        },
      ]}
    />
  );
}
