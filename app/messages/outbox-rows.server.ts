import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import type { MessageStatus, OutboxStatus, Row } from "~/db/tables";

const messageStatusOf: Record<OutboxStatus, MessageStatus> = {
  held: "held",
  queued: "queued",
  sending: "queued",
  sent: "sent",
  delivered: "delivered",
  failed: "failed",
  dropped: "dropped",
};

interface Outcome {
  status: OutboxStatus;
  error?: string | null;
  providerId?: string | null | undefined;
}

export async function syncMessageStatus(
  trx: Db,
  row: Pick<Row<"outbox">, "message_id">,
  { status, error = null, providerId }: Outcome,
): Promise<void> {
  if (row.message_id === null) return;
  await trx
    .updateTable("messages")
    .set({ status: messageStatusOf[status], error, provider_id: providerId })
    .where("id", "=", row.message_id)
    .execute();
}

export async function dropRow(
  trx: Db,
  { clock, metrics }: Pick<App, "clock" | "metrics">,
  row: Row<"outbox">,
  why: string,
): Promise<void> {
  metrics.deliveries.inc({ channel: row.channel, kind: row.kind, outcome: "dropped" });
  await trx
    .updateTable("outbox")
    .set({ status: "dropped", error: why, finished_at: clock.now(), lease_owner: null, lease_until: null })
    .where("id", "=", row.id)
    .execute();
  await syncMessageStatus(trx, row, { status: "dropped", error: why });
}
