import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import type { OneKey } from "./key-schema";

/** Revokes a key. Revoking it again changes nothing. @throws Refusal "missing" */
export function revokeIntegrationKey(app: App, who: Who, { id }: OneKey): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const key = await trx
      .selectFrom("integration_keys")
      .select(["name", "revoked_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!key) throw new Refusal("missing", "There is no such key.");
    if (key.revoked_at !== null) return;
    await trx
      .updateTable("integration_keys")
      .set({ revoked_at: app.clock.now() })
      .where("id", "=", id)
      .execute();
    await logAudit(trx, app, who, { action: "integration-key.revoked", subject: `integration ${key.name}` });
  });
}
