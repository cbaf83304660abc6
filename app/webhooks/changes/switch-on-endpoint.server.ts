import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import { tryNow, webhookQueue } from "../delivery/delivery-queue.server";
import { findEndpoint } from "../endpoints.server";
import type { OneEndpoint } from "../webhook-schema";

/** Turns an endpoint back on after it was turned off by a 410 response. */
export function switchOnEndpoint(app: App, who: Who, { id }: OneEndpoint): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const { off_at } = await findEndpoint(trx, id);
    if (off_at === null) return;
    await trx.updateTable("webhook_endpoints").set({ off_at: null }).where("id", "=", id).execute();
    await tryNow(trx, app.clock.now(), webhookQueue, id);
    await logAudit({ trx, app, who }, "webhook.switched-on", `webhook ${id}`);
  });
}
