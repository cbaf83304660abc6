import { formatPhone } from "~/core/phone";
import { Button } from "~/ui/components/button";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import type { listDeliveries } from "../message-deliveries.server";
import { rulesOf } from "../message-kinds";
import { deliveryStatusNames, possiblySentName } from "./delivery-strings";

type Delivery = Awaited<ReturnType<typeof listDeliveries>>[number];

interface Shown {
  deliveries: readonly Delivery[];
  status: string | undefined;
}

export function DeliveryList({ deliveries, status: filter }: Shown) {
  return (
    <Table
      caption="Failed and waiting messages"
      rows={deliveries}
      rowKey={(row) => row.id}
      empty="No failed or waiting messages. If one can't be sent, it is listed here with the reason."
      stacks
      columns={[
        { head: "Time", align: "when", cell: (row) => <DateTime at={row.created_at} /> },
        { head: "To", align: "id", cell: (row) => (row.channel === "sms" ? formatPhone(row.to) : row.to) },
        {
          head: "Subject",
          cell: (row) => (
            <>
              {row.subject ?? rulesOf(row.kind).label}
              <RecordLink {...row} />
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
        { head: "Actions", align: "acts", cell: (row) => <Actions {...row} filter={filter} /> },
      ]}
    />
  );
}

function RecordLink({ visit_id: visit, order_id: order }: Delivery) {
  if (visit === null && order === null) return null;
  return (
    <a className="under" href={visit === null ? `/orders/${order}` : `/visits/${visit}`}>
      {visit === null ? "Open order" : "Open visit"}
    </a>
  );
}

function Actions({ id, status, to, possibly_sent, filter }: Delivery & { filter: string | undefined }) {
  if (status !== "failed" && status !== "queued") return null;
  const label = status === "failed" ? "Resend" : "Send now";
  return (
    <form method="post" action="/admin/deliveries" className="delivery-actions">
      <input type="hidden" name="id" value={id} />
      {filter && <input type="hidden" name="status" value={filter} />}
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
