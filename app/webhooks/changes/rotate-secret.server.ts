import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import { findEndpoint } from "../endpoints.server";
import type { OneEndpoint } from "../webhook-schema";
import { newWebhookSecret, overlap } from "../webhook-secret.server";

/** @returns the new secret; for 24 hours, events are signed with both secrets */
export function rotateSecret(app: App, who: Who, { id }: OneEndpoint): Promise<string> {
  const secret = newWebhookSecret();
  return app.db.transaction().execute(async (trx) => {
    const { secret_sealed } = await findEndpoint(trx, id);
    await trx
      .updateTable("webhook_endpoints")
      .set({
        secret_sealed: app.secrets.seal(secret),
        old_secret_sealed: secret_sealed,
        old_secret_until: app.clock.now() + overlap,
      })
      .where("id", "=", id)
      .execute();
    await logAudit(trx, app, who, "webhook.secret-rotated", `webhook ${id}`);
    return secret;
  });
}
