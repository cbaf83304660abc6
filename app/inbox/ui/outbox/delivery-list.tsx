import { formatPhone } from "~/core/phone";
import type { listDeliveries } from "~/messages/message-deliveries.server";
import { nameOfKind } from "~/messages/message-kinds";
import { Button } from "~/ui/components/button";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { deliveryStatusNames, possiblySentName } from "./delivery-strings";

type Delivery = Awaited<ReturnType<typeof listDeliveries>>[number];

export function DeliveryList({ deliveries }: { deliveries: readonly Delivery[] }) {
  return (
    <Table
      caption="Failed and waiting messages"
      rows={deliveries}
      rowKey={(row) => row.id}
      empty="No failed or waiting messages."
      stacks
      columns={[
        { head: "Time", align: "when", cell: (row) => <DateTime at={row.created_at} /> },
        { head: "To", align: "id", cell: (row) => (row.channel === "sms" ? formatPhone(row.to) : row.to) },
        {
          head: "Subject",
          cell: (row) => (
            <>
              {row.subject ?? nameOfKind(row.kind)}
              {row.visit_id !== null && (
                <a className="under" href={`/visits/${row.visit_id}`}>
                  Open visit
                </a>
              )}
            </>
          ),
        },
        {
          head: "Status",
          align: "when",
          cell: (row) => (
            <>
              {row.possibly_sent ? possiblySentName : deliveryStatusNames[row.status]}
              {row.status === "queued" && (
                <span className="soft under">
                  Next try <DateTime at={row.not_before} />
                </span>
              )}
            </>
          ),
        },
        { head: "Attempts", align: "right", cell: (row) => row.attempts },
        {
          head: "Reason",
          cell: ({ error, error_code: code }) => error && (code ? `${error} (${code})` : error),
        },
        { head: "Actions", align: "acts", cell: (row) => <Actions {...row} /> },
      ]}
    />
  );
}

function Actions({ id, status, to, possibly_sent }: Delivery) {
  if (status !== "failed" && status !== "queued") return null;
  const label = status === "failed" ? "Resend" : "Send now";
  return (
    <form method="post" action="/admin/deliveries">
      <input type="hidden" name="id" value={id} />
      <Button look="quiet" size="small" aria-label={`${label} to ${to}`}>
        {label}
      </Button>
      {possibly_sent === 1 && (
        <Button
          look="quiet"
          size="small"
          name="action"
          value="mark-sent"
          aria-label={`Mark as sent to ${to}`}
        >
          Mark as sent
        </Button>
      )}
    </form>
  );
}
