import { Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";

const mostShown = 200;

const keys = (db: Db) =>
  db.selectFrom("integration_keys").select(["id", "name", "created_at", "last_used_at", "revoked_at"]);

export function listIntegrationKeys(db: Db) {
  return keys(db)
    .orderBy((of) => of("revoked_at", "is not", null))
    .orderBy("id", "desc")
    .limit(mostShown)
    .execute();
}

export async function findIntegrationKey(db: Db, id: number) {
  const key = await keys(db).where("id", "=", id).executeTakeFirst();
  if (!key) throw new Refusal("missing", "There is no such key.");
  return key;
}
