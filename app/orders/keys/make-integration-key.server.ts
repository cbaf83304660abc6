import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import { hashToken, newToken } from "~/core/secrets.server";
import type { Who } from "~/core/who";
import type { MakeKey } from "./key-schema";

/**
 * Makes the key by which another system puts orders in.
 *
 * @param input.replace whether a key that is live under this name ends; else the name is refused
 * @returns the key, which is stored as a hash alone
 * @throws Refusal "invalid" for a name whose key is live and stays
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
      throw invalidField("name", `"${name}" has a key already. Revoke it first, or choose another name.`);
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
