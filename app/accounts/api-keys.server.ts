import { hashToken } from "~/core/secrets.server";
import type { Db } from "~/db/open.server";

interface Integration {
  id: number;
  name: string;
  /** Milliseconds UTC. */
  last_used_at: number | null;
}

/** Returns null for an unknown or revoked key. */
export async function findIntegration(db: Db, key: string): Promise<Integration | null> {
  const found = await db
    .selectFrom("integration_keys")
    .select(["id", "name", "last_used_at"])
    .where("key_hash", "=", hashToken(key))
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return found ?? null;
}

export async function recordKeyUse(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable("integration_keys").set({ last_used_at: now }).where("id", "=", id).execute();
}
