import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { webhookEventTypes } from "~/webhooks/webhook-events";
import { WebhookState } from "./webhook-state";

interface WebhookRow {
  id: number;
  url: string;
  events: string[];
  created_at: string;
  off_at: string | null;
  open: number;
  failed: number;
}

const all = webhookEventTypes.length;

export function WebhookTable({ webhooks }: { webhooks: WebhookRow[] }) {
  return (
    <Table
      caption="Webhooks"
      rows={webhooks}
      rowKey={({ id }) => id}
      empty="No webhooks yet."
      stacks
      columns={[
        {
          head: "URL",
          cell: ({ id, url }) => (
            <a className="row-link" href={`/admin/webhooks/${id}`}>
              {url}
            </a>
          ),
        },
        { head: "Events", cell: ({ events }) => (events.length === all ? "All" : events.join(", ")) },
        {
          head: "Added",
          align: "when",
          cell: ({ created_at: at }) => <DateTime at={Date.parse(at)} />,
        },
        { head: "Status", align: "acts", cell: (webhook) => <WebhookState {...webhook} /> },
      ]}
    />
  );
}
