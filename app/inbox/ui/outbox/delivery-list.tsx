import { formatPhone } from "~/core/phone";
import type { listDeliveries } from "~/messages/message-deliveries.server";
import { nameOfKind } from "~/messages/message-kinds";
import { Button } from "~/ui/components/button";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { deliveryStatusNames } from "./delivery-strings";

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
        { head: "To", align: "when", cell: (row) => (row.channel === "sms" ? formatPhone(row.to) : row.to) },
        { head: "Subject", cell: (row) => row.subject ?? nameOfKind(row.kind) },
        {
          head: "Status",
          align: "when",
          cell: (row) => (
            <>
              {deliveryStatusNames[row.status]}
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
        { head: "Actions", align: "acts", cell: (row) => <ResendButton {...row} /> },
      ]}
    />
  );
}

function ResendButton({ id, status, to }: Delivery) {
  if (status !== "failed" && status !== "queued") return null;
  const label = status === "failed" ? "Resend" : "Send now";
  return (
    <form method="post" action="/admin/deliveries">
      <input type="hidden" name="id" value={id} />
      <Button look="quiet" size="small" aria-label={`${label} to ${to}`}>
        {label}
      </Button>
    </form>
  );
}
