import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { findEndpoint } from "../endpoints.server";
import { whereFailed } from "../open-deliveries.server";
import { queueFirstOfSubject } from "../queue-event.server";
import type { ReplayDeliveries } from "../webhook-schema";

/** Resends failed deliveries, in order for each subject, and retries waiting ones now. @returns how many */
export function replayDeliveries(app: App, who: Who, { id, delivery }: ReplayDeliveries): Promise<number> {
  return app.db.transaction().execute(async (trx) => {
    await findEndpoint(trx, id);
    const now = app.clock.now();
    const retried = delivery === undefined ? await tryNow(trx, now, id) : 0;
    const count = retried + (await queueFailed(trx, now, id, delivery));
    if (count === 0) return 0;
    await logAudit({ trx, app, who }, "webhook.replayed", `webhook ${id}`, { count });
    return count;
  });
}

/** Retries waiting deliveries now. @returns how many */
export async function tryNow(trx: Db, now: number, endpointId: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable("webhook_deliveries")
    .set({ due_at: now, first_tried_at: null, attempts: 0 })
    .where("endpoint_id", "=", endpointId)
    .where("status", "=", "queued")
    .where("attempts", ">", 0)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Requeues one failed delivery, or all of the endpoint's failed deliveries. @returns how many */
export async function queueFailed(
  trx: Db,
  now: number,
  endpointId: number,
  delivery?: number,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable("webhook_deliveries")
    .set({ status: "waiting", attempts: 0, first_tried_at: null, finished_at: null })
    .where("endpoint_id", "=", endpointId)
    .where(whereFailed)
    .$if(delivery !== undefined, (rows) => rows.where("id", "=", delivery ?? 0))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await queueFirstOfSubject(trx, now, endpointId);
  return Number(numUpdatedRows);
}
