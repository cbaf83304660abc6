import type { Db } from "~/db/open.server";

export async function listDatabases(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("databases").select("name").orderBy("name").limit(500).execute();
  return rows.map((row) => row.name);
}
