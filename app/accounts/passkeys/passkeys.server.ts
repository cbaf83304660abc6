import type { Db } from "~/db/open.server";

export const listPasskeys = (db: Db, userId: number) =>
  db
    .selectFrom("passkeys")
    .select(["id", "name", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
export type Passkey = Awaited<ReturnType<typeof listPasskeys>>[number];

export async function hasPasskeys(db: Db, userId: number): Promise<boolean> {
  const found = await db.selectFrom("passkeys").select("id").where("user_id", "=", userId).executeTakeFirst();
  return found !== undefined;
}

export async function listCredentials(db: Db, userId: number) {
  const rows = await db
    .selectFrom("passkeys")
    .select(["credential_id", "transports"])
    .where("user_id", "=", userId)
    .execute();
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id,
    transports: JSON.parse(transports) as string[],
  }));
}
