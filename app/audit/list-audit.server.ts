import { containsText } from "~/db/contains-text.server";
import type { Db } from "~/db/open.server";

interface AuditQuery {
  /** Part of the user, the action or the subject. */
  search?: string | undefined;
  /** Only rows with a smaller id. */
  cursor?: number | undefined;
  limit: number;
}

/** Newest first. */
export function listAuditEntries(db: Db, { search, cursor, limit }: AuditQuery) {
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
