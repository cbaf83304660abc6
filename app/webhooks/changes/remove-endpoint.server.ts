import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import { findEndpoint } from "../endpoints.server";
import type { OneEndpoint } from "../webhook-schema";

/** Removes an endpoint and its deliveries. */
export function removeEndpoint(app: App, who: Who, { id }: OneEndpoint): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const { url } = await findEndpoint(trx, id);
    await trx.deleteFrom("webhook_endpoints").where("id", "=", id).execute();
    await logAudit(trx, app, who, "webhook.removed", `webhook ${id}`, { host: new URL(url).host });
  });
}
