import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import { hashToken, newToken } from "~/core/secrets.server";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { MakeKey, OneKey } from "./key-schema";

const mostShown = 200;

const keys = (db: Db) =>
  db.selectFrom("integration_keys").select(["id", "name", "created_at", "last_used_at", "revoked_at"]);

export function listIntegrationKeys(db: Db) {
  return keys(db)
    .orderBy((eb) => eb("revoked_at", "is not", null))
    .orderBy("id", "desc")
    .limit(mostShown)
    .execute();
}

export function findIntegrationKey(db: Db, id: number) {
  return keys(db)
    .where("id", "=", id)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Key not found."));
}

/** Only the key's hash is stored. @returns the key @throws Refusal "invalid" if the name has a live key */
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
    if (live) {
      if (!replace) {
        throw invalidField("name", `"${name}" already has a key. Revoke it first, or choose another name.`);
      }
      await trx.updateTable("integration_keys").set({ revoked_at: now }).where("id", "=", live.id).execute();
    }
    await trx
      .insertInto("integration_keys")
      .values({ name, key_hash: hashToken(key), created_at: now })
      .execute();
    await logAudit({ trx, app, who }, "integration-key.made", `integration ${name}`);
    return key;
  });
}

export function revokeIntegrationKey(app: App, who: Who, { id }: OneKey): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const key = await findIntegrationKey(trx, id);
    if (key.revoked_at !== null) return;
    await trx
      .updateTable("integration_keys")
      .set({ revoked_at: app.clock.now() })
      .where("id", "=", id)
      .execute();
    await logAudit({ trx, app, who }, "integration-key.revoked", `integration ${key.name}`);
  });
}
