import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import { queueFailed, tryNow, webhookQueue } from "../delivery/delivery-queue.server";
import { findEndpoint } from "../endpoints.server";
import type { ReplayDeliveries } from "../webhook-schema";

/** Resends failed deliveries, in order for each subject, and retries waiting ones now. @returns how many */
export function replayDeliveries(app: App, who: Who, { id, delivery }: ReplayDeliveries): Promise<number> {
  return app.db.transaction().execute(async (trx) => {
    await findEndpoint(trx, id);
    const now = app.clock.now();
    const retried = delivery === undefined ? await tryNow(trx, now, webhookQueue, id) : 0;
    const count = retried + (await queueFailed(trx, now, webhookQueue, { key: id, delivery }));
    if (count === 0) return 0;
    await logAudit({ trx, app, who }, "webhook.replayed", `webhook ${id}`, { count });
    return count;
  });
}
