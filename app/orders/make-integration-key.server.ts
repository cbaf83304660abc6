import { record } from "~/accounts/record.server";
import type { App } from "~/boot/app.server";
import { hashToken, newToken } from "~/core/secrets.server";
import type { Who } from "~/core/who";

/**
 * Makes the key by which another system puts orders in. The one it had before under this name ends.
 *
 * @returns the key, which is stored as a hash alone
 */
export function makeIntegrationKey(app: App, who: Who, { name }: { name: string }): Promise<string> {
  const now = app.clock.now();
  const key = newToken();
  return app.db.transaction().execute(async (trx) => {
    await trx
      .updateTable("integration_keys")
      .set({ revoked_at: now })
      .where("name", "=", name)
      .where("revoked_at", "is", null)
      .execute();
    await trx
      .insertInto("integration_keys")
      .values({ name, key_hash: hashToken(key), created_at: now })
      .execute();
    await record(trx, app, who, { action: "integration-key.made", subject: `integration ${name}` });
    return key;
  });
}
