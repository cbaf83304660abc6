import { hashToken } from "~/core/secrets.server";
import type { Db } from "./open.server";

/** The system that holds a key; null for one that is unknown or was revoked. */
export async function findIntegration(db: Db, key: string): Promise<{ id: number; name: string } | null> {
  const found = await db
    .selectFrom("integration_keys")
    .select(["id", "name"])
    .where("key_hash", "=", hashToken(key))
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return found ?? null;
}
