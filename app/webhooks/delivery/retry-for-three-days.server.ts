import type { App } from "~/boot/app.server";
import { pauseAfter } from "~/core/backoff.server";
import { day, second } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { queueFirstOfSubject } from "../queue-event.server";
import { maxPause } from "./claim-due-deliveries.server";
import type { AttemptResult } from "./sign-and-send-event.server";

type Delivery = Row<"webhook_deliveries">;

const gone = 410;

/** Counted from the first attempt. */
const retriedFor = 3 * day;

/** Schedules the next attempt for an event. After three days, the event fails and the next event is sent. */
export function retryForThreeDays(
  app: App,
  delivery: Delivery,
  result: AttemptResult,
  channel: "webhook" | "note" = "webhook",
): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const now = app.clock.now();
    const { status: http_status, error } = result;
    const retryAt = error === null ? null : nextTry(now, delivery, result);
    const status = error === null ? "delivered" : retryAt === null ? "failed" : "queued";
    const isOwn = await updateClaimed(trx, delivery, {
      ...{ http_status, error, last_tried_at: now, lease_owner: null },
      status,
      due_at: retryAt,
      finished_at: retryAt === null ? now : null,
    });
    if (!isOwn) return;
    const counted = status === "queued" ? "retried" : status;
    app.metrics.deliveries.inc({ channel, kind: delivery.type, outcome: counted });
    if (http_status === gone) await switchOff(trx, delivery.endpoint_id, now);
    if (retryAt === null) await queueFirstOfSubject(trx, now, delivery.endpoint_id, delivery.subject);
  });
}

/** Null after three days. */
function nextTry(now: number, delivery: Delivery, { retryAfter, isFinal }: AttemptResult): number | null {
  if (isFinal) return null;
  const wanted = Math.min(retryAfter * second, maxPause);
  const at = now + Math.max(pauseAfter(delivery.attempts, maxPause), wanted);
  return at > (delivery.first_tried_at ?? now) + retriedFor ? null : at;
}

/** Releases a delivery if the server stops during the attempt, so that it is repeated after the restart. */
export async function releaseClaim(app: App, delivery: Delivery): Promise<void> {
  await updateClaimed(app.db, delivery, {
    status: "queued",
    due_at: app.clock.now(),
    lease_owner: null,
    attempts: delivery.attempts - 1,
  });
}

/** False if the lease expired and another process has claimed the delivery. */
async function updateClaimed(db: Db, claimed: Delivery, values: Partial<Delivery>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("webhook_deliveries")
    .set(values)
    .where("id", "=", claimed.id)
    .where("status", "=", "sending")
    .where("lease_owner", "=", claimed.lease_owner)
    .where("attempts", "=", claimed.attempts)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function switchOff(trx: Db, endpointId: number, now: number): Promise<void> {
  await trx
    .updateTable("webhook_endpoints")
    .set({ off_at: now })
    .where("id", "=", endpointId)
    .where("off_at", "is", null)
    .execute();
}
