import { plural } from "~/core/plural";
import { Button } from "~/ui/components/button";
import { Table } from "~/ui/components/table";
import { DateTime } from "~/ui/date-time";
import type { DeliveryEntry } from "../delivery/delivery-queue.server";

const statusLabels: Record<DeliveryEntry["status"], [label: string, tone: string]> = {
  waiting: ["Waiting for an earlier event", "plain"],
  queued: ["Queued", "plain"],
  sending: ["Sending", "plain"],
  delivered: ["Delivered", "good"],
  failed: ["Failed", "bad"],
};

interface DeliveryLogProps {
  replayAt: string;
  deliveries: DeliveryEntry[];
  isOff: boolean;
  empty?: string;
  nameOf?(type: string): string;
}

export function DeliveryLog({
  replayAt,
  deliveries,
  isOff,
  empty = "No events yet.",
  nameOf = (type) => type,
}: DeliveryLogProps) {
  return (
    <div id="delivery-log" data-live="">
      <Table
        caption="Events"
        rows={deliveries}
        rowKey={({ id }) => id}
        empty={empty}
        stacks
        columns={[
          { head: "Time", align: "when", cell: ({ created_at: at }) => <DateTime at={at} /> },
          {
            head: "Event",
            cell: ({ type, subject, message_id }) => (
              <>
                {nameOf(type)} <VisitLink subject={subject} />
                <span className="under">{message_id}</span>
              </>
            ),
          },
          { head: "Status", cell: (delivery) => <State delivery={delivery} isOff={isOff} /> },
          {
            head: "Actions",
            align: "acts",
            cell: ({ id, type, status }) =>
              status === "failed" && (
                <form method="post" action={replayAt}>
                  <input type="hidden" name="delivery" value={id} />
                  <Button look="quiet" size="small">
                    Replay<span className="unseen">{` ${nameOf(type)}`}</span>
                  </Button>
                </form>
              ),
          },
        ]}
      />
    </div>
  );
}

function VisitLink({ subject }: { subject: string }) {
  const [, id] = /^visit (\d+)$/.exec(subject) ?? [];
  return id && <a href={`/visits/${id}`}>{`visit ${id}`}</a>;
}

function State({ delivery, isOff }: { delivery: DeliveryEntry; isOff: boolean }) {
  const { status, attempts, error, http_status, due_at } = delivery;
  const [label, tone] = status === "queued" && attempts > 0 ? ["Retrying", "warn"] : statusLabels[status];
  const isSoon = !isOff && (status === "sending" || (status === "queued" && attempts === 0));
  const result = error ?? (http_status != null && `The server returned ${http_status}.`);
  return (
    <>
      <span className={`status ${tone}`} data-soon={isSoon ? "" : undefined}>
        {label}
      </span>
      {attempts > 0 && (
        <span className="under">
          {result && `${result} `}
          {`${plural(attempts, "attempt")}.`}
        </span>
      )}
      {status === "queued" && due_at !== null && (
        <span className="under">
          {isOff ? (
            "It will be sent when the webhook is turned on."
          ) : (
            <>
              {"Next attempt: "}
              <DateTime at={due_at} />
            </>
          )}
        </span>
      )}
    </>
  );
}
