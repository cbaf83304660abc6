import { startColumn, therapistColumn } from "~/dashboard/ui/lists/visit-columns";
import { Badge } from "~/ui/components/status";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import type { pageOfOffers } from "../list-offers.server";
import { senderName, statusNames } from "../staff-strings";
import { WaitingName } from "./waiting-table";

interface SentTableProps {
  offers: Awaited<ReturnType<typeof pageOfOffers>>;
  isFiltered: boolean;
}

const none = "No offers yet. Firstnight sends offers when a time opens up that fits a waiting patient.";

export const SentTable = ({ offers, isFiltered }: SentTableProps) => (
  <Table
    caption="Offers sent"
    rows={offers}
    rowKey={({ id }) => id}
    empty={isFiltered ? "No offers with this status. Choose another status." : none}
    stacks
    columns={[
      startColumn("Offered time"),
      therapistColumn,
      {
        head: "Patient",
        align: "name",
        cell: ({ visit_id, order_id, patient_id, patient_name }) => (
          <WaitingName
            patient={{
              visitId: visit_id,
              orderId: order_id,
              patientId: patient_id,
              patientName: patient_name,
            }}
          />
        ),
      },
      { head: "Sent by", cell: ({ wave }) => senderName(wave) },
      {
        head: "Sent and expires",
        align: "when",
        cell: ({ sent_at, expires_at, timezone }) => (
          <>
            Sent <DateTime at={sent_at} zone={timezone} />
            <span className="soft under">
              Expires <DateTime at={expires_at} zone={timezone} />
            </span>
          </>
        ),
      },
      {
        head: "Status",
        align: "acts",
        cell: ({ status }) => <Badge dawn={status === "open"}>{statusNames[status]}</Badge>,
      },
    ]}
  />
);
