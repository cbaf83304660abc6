import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import { hashToken, newToken } from "~/core/secrets.server";
import type { Who } from "~/core/who";
import type { MakeKey } from "./key-schema";

/**
 * Makes a key with which another system may PUT /api/orders.
 * @param input.replace whether to end a live key of this name
 * @returns the key; only its hash is stored
 * @throws Refusal "invalid" if the name has a live key
 */
export function makeIntegrationKey(
  app: App,
  who: Who,
  { name, replace = false }: MakeKey & { replace?: boolean },
): Promise<string> {
  const now = app.clock.now();
  const key = newToken();
  return app.db.transaction().execute(async (trx) => {
    const live = await trx
      .selectFrom("integration_keys")
      .select("id")
      .where("name", "=", name)
      .where("revoked_at", "is", null)
      .executeTakeFirst();
    if (live && !replace) {
      throw invalidField("name", `"${name}" already has a key. Revoke it first, or choose another name.`);
    }
    if (live) {
      await trx.updateTable("integration_keys").set({ revoked_at: now }).where("id", "=", live.id).execute();
    }
    await trx
      .insertInto("integration_keys")
      .values({ name, key_hash: hashToken(key), created_at: now })
      .execute();
    await logAudit(trx, app, who, { action: "integration-key.made", subject: `integration ${name}` });
    return key;
  });
}
