import { type SqlBool, sql } from "kysely";
import { dayOf } from "~/core/dates";
import { phrase, searchTermsOf } from "~/core/search/search-terms";
import { addDays, startOfDay } from "~/core/time";
import { containsText } from "~/db/contains-text.server";
import type { Db } from "~/db/open.server";

interface AuditQuery {
  /** A patient's name or ID, a sales order, part of a user's email, an action or a record, or else a date. */
  search?: string | undefined;
  zone?: string | null;
  cursor?: number | undefined;
  limit: number;
}

export async function listAuditEntries(db: Db, { search = "", zone, cursor, limit }: AuditQuery) {
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
    const { orders, subjects, actors } = await listPatientRecords(db, search);
    query = query.where((where) =>
      where.or([
        containsText("user_email", search),
        containsText("action", search),
        containsText("subject", search),
        where("subject", "in", subjects),
        where("user_email", "in", actors),
        ...(orders.length > 0 ? [wasFound(orders)] : []),
      ]),
    );
  }
  return query.execute();
}

/** The entry is of a search that showed one of these orders. */
const wasFound = (orders: readonly number[]) => sql<SqlBool>`(audit_log.action = 'search.shown' and exists (
  select 1 from json_each(audit_log.details, '$.orders') as found where found.value in (${sql.join(orders)})))`;

/** More patients than this don't share a name that someone looks for. */
const mostOrders = 200;

/**
 * The order IDs, the subjects of entries about the orders, visits, and conversations of the patients whom the search names, and the
 * actors of what these patients did.
 * @param search "40012", "patient 40012", a name, or a sales order number
 */
async function listPatientRecords(
  db: Db,
  search: string,
): Promise<{ orders: number[]; subjects: string[]; actors: string[] }> {
  const typed = search.trim();
  const { patientId } = searchTermsOf(typed.replace(/^patient\s+/i, ""));
  // The index of names can't match fewer than three characters.
  const words = typed.split(/[\s,]+/).filter((word) => Array.from(word).length >= 3);
  const match = `patient_name : (${words.map((word) => phrase(word)).join(" AND ")})`;
  const orders = await db
    .selectFrom("orders")
    .select(["id", "patient_id", "brightree_db"])
    .where((where) =>
      where.or([
        sql<SqlBool>`brightree_db in (select name from databases) and sales_order_no = ${typed}`,
        ...(patientId === null ? [] : [where("patient_id", "=", patientId)]),
        ...(patientId === null && words.length > 0
          ? [sql<SqlBool>`id in (select rowid from orders_fts where orders_fts match ${match})`]
          : []),
      ]),
    )
    .orderBy("id", "desc")
    .limit(mostOrders)
    .execute();
  const orderIds = orders.map(({ id }) => id);
  const visits = await db.selectFrom("visits").select("id").where("order_id", "in", orderIds).execute();
  // A patient ID can be another patient's in another database.
  const patients = new Set(orders.map(({ brightree_db, patient_id }) => `${brightree_db} ${patient_id}`));
  const ids = orders.map(({ patient_id }) => patient_id);
  const conversations = await db
    .selectFrom("threads")
    .select(["id", "patient_id", "brightree_db"])
    .where("patient_id", "in", ids)
    .execute();
  return {
    orders: orderIds,
    subjects: [
      ...orderIds.map((id) => `order ${id}`),
      ...visits.map(({ id }) => `visit ${id}`),
      ...conversations
        .filter(({ brightree_db, patient_id }) => patients.has(`${brightree_db} ${patient_id}`))
        .map(({ id }) => `thread ${id}`),
    ],
    actors: orderIds.flatMap((id) => [`patient of order ${id}`, `helper of order ${id}`]),
  };
}
