import type { Db } from "~/db/open.server";
import type { DeletedRecords } from "./delete-old-records.server";

export async function lastRetentionRun(db: Db): Promise<({ at: number } & DeletedRecords) | null> {
  const row = await db
    .selectFrom("audit_log")
    .select(["created_at", "details"])
    .where("subject", "=", "retention")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { at: row.created_at, ...(JSON.parse(row.details ?? "{}") as DeletedRecords) } : null;
}
