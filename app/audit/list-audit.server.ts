import { dayOf } from "~/core/dates";
import { addDays, startOfDay } from "~/core/time";
import { containsText } from "~/db/contains-text.server";
import type { Db } from "~/db/open.server";

interface AuditQuery {
  /** Part of a user's email, an action or a record, or else a date. */
  search?: string | undefined;
  zone?: string | null;
  cursor?: number | undefined;
  limit: number;
}

export function listAuditEntries(db: Db, { search = "", zone, cursor, limit }: AuditQuery) {
  let query = db
    .selectFrom("audit_log")
    .select(["id", "created_at", "user_id", "user_email", "action", "subject", "details", "address"])
    .orderBy("id", "desc")
    .limit(limit);
  if (cursor) query = query.where("id", "<", cursor);
  const date = dayOf(search);
  if (date) {
    const [from, to] = [date, addDays(date, 1)].map((of) => startOfDay(of, zone ?? "UTC"));
    query = query.where("created_at", ">=", from ?? 0).where("created_at", "<", to ?? 0);
  } else if (search) {
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
