import type * as z from "zod";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import { webhookEventTypes } from "../webhook-events";
import type { EndpointJson } from "../webhook-schema";

type Webhook = z.output<typeof EndpointJson>;

const all = webhookEventTypes.length;

export function WebhookTable({ webhooks }: { webhooks: Webhook[] }) {
  return (
    <Table
      caption="Webhooks"
      rows={webhooks}
      rowKey={({ id }) => id}
      empty="No webhooks yet. Add one if another system has to know about visits."
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
          cell: ({ created_at }) => <DateTime at={Date.parse(created_at)} />,
        },
        { head: "Status", align: "acts", cell: (webhook) => <State {...webhook} /> },
      ]}
    />
  );
}

const number = new Intl.NumberFormat("en-US");

/** Shows only the most urgent state. */
function State({ off_at, open, failed }: Webhook) {
  if (off_at) return <span className="status warn">Turned off</span>;
  if (failed > 0) return <span className="status bad">{`${number.format(failed)} failed`}</span>;
  if (open > 0) return <span className="status warn">{`${number.format(open)} waiting`}</span>;
  return <span className="status good">On</span>;
}
