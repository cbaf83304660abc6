import { containsText } from "~/db/contains-text.server";
import type { Db } from "~/db/open.server";

interface Wanted {
  /** Part of who did it, what, or on which record. */
  search?: string | undefined;
  /** Rows with a smaller id only, for the next page. */
  cursor?: number | undefined;
  limit: number;
}

/** The audit log, newest first. */
export function listAuditEntries(db: Db, { search, cursor, limit }: Wanted) {
  let query = db
    .selectFrom("audit_log")
    .select(["id", "created_at", "user_email", "action", "subject", "details", "address"])
    .orderBy("id", "desc")
    .limit(limit);
  if (cursor) query = query.where("id", "<", cursor);
  if (search) {
    query = query.where((where) =>
      where.or([
        containsText("user_email", search),
        containsText("action", search),
        containsText("subject", search),
      ]),
    );
  }
  return query.execute();
}
