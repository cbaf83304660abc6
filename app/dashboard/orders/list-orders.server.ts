import { type RawBuilder, type SqlBool, sql } from "kysely";
import { searchTermsOf } from "~/core/search/search-terms";
import type { Staff } from "~/core/who";
import type { Db } from "~/db/open.server";
import { listWaitFacts } from "~/orders/list-wait-facts.server";
import { hasNumber, orderMatches } from "~/orders/search/order-matches.server";
import { visibleOrders } from "~/orders/visible-orders.server";
import { isIndexed } from "../text-search.server";
import type { OrderFilters, OrderSort } from "./orders-query";

/** The user, and the date in the user's zone, `YYYY-MM-DD`. */
export interface Viewer {
  who: Staff;
  today: string;
}

function whereFound(typed: string): RawBuilder<SqlBool> {
  const conditions = orderMatches(typed, searchTermsOf(typed));
  if (isIndexed(typed)) conditions.push(hasNumber(typed));
  return sql`(${sql.join(conditions, sql` or `)})`;
}

const ownedBy = (userId: number) =>
  sql<SqlBool>`orders.id in (select order_id from order_follow_ups where owner_user_id = ${userId})`;

const whereOverdue = (today: string) =>
  sql<SqlBool>`orders.id in (select order_id from order_follow_ups where due_on < ${today})`;

/** The open orders that match the filters and that the user may see. */
function matching(db: Db, { step, db: database, owner, due, search }: Partial<OrderFilters>, viewer: Viewer) {
  let query = visibleOrders(db, viewer.who).where("orders.closed_at", "is", null);
  // The list of names and the lowest step make SQLite read each database through the index of open orders.
  query = query.where("orders.step", step ? "=" : ">=", step ?? 1);
  query = database
    ? query.where("orders.brightree_db", "=", database)
    : query.where("orders.brightree_db", "in", (eb) => eb.selectFrom("databases").select("name"));
  if (owner === "none") {
    query = query.where(
      sql<SqlBool>`not exists (select 1 from order_follow_ups
        where order_id = orders.id and owner_user_id is not null)`,
    );
  } else if (owner) query = query.where(ownedBy(owner === "me" ? viewer.who.userId : Number(owner)));
  if (due) query = query.where(whereOverdue(viewer.today));
  if (search) query = query.where(whereFound(search));
  return query;
}

const sortKeys: Record<OrderSort, RawBuilder<unknown>[]> = {
  reached: [sql`orders.step_at`],
  step: [sql`orders.step`, sql`orders.step_at`],
  db: [sql`orders.brightree_db`, sql`orders.step_at`],
  patient: [sql`orders.patient_id`],
  so: [sql`orders.sales_order_no`],
  owner: [
    sql`(select users.name from order_follow_ups join users on users.id = owner_user_id
      where order_id = orders.id) collate nocase`,
    sql`orders.step_at`,
  ],
  due: [sql`(select due_on from order_follow_ups where order_id = orders.id)`, sql`orders.step_at`],
};

/** The IDs of the matching orders in the list's order. Orders without a value come last. */
export async function listOrderIds(
  db: Db,
  filters: OrderFilters,
  viewer: Viewer,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<number[]> {
  const { sort, direction } = filters;
  let query = matching(db, filters, viewer).select("orders.id");
  for (const key of sortKeys[sort]) {
    query = query.orderBy(key, (order) => (direction === "asc" ? order.asc() : order.desc()).nullsLast());
  }
  const rows = await query.orderBy("orders.id").limit(limit).offset(offset).execute();
  return rows.map(({ id }) => id);
}

export async function countOrders(db: Db, filters: Partial<OrderFilters>, viewer: Viewer): Promise<number> {
  const { count } = await matching(db, filters, viewer)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export type ListedOrder = Awaited<ReturnType<typeof listOrdersById>>[number];

/** These orders as the lists show them, in the order of the IDs. */
export async function listOrdersById(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom("orders")
    .leftJoin("order_follow_ups", "order_follow_ups.order_id", "orders.id")
    .leftJoin("users", "users.id", "order_follow_ups.owner_user_id")
    .leftJoin("order_notes", (join) =>
      join.on("order_notes.id", "=", (eb) =>
        eb
          .selectFrom("order_notes as newest")
          .select((notes) => notes.fn.max("newest.id").as("id"))
          .whereRef("newest.order_id", "=", "orders.id"),
      ),
    )
    .select(["orders.id", "orders.brightree_db", "orders.patient_id", "orders.patient_name", "orders.phone"])
    .select(["orders.sales_order_no", "orders.step", "orders.step_at", "users.name as owner"])
    .select(["order_follow_ups.next_action", "order_follow_ups.due_on"])
    .select(["order_notes.body as note", "order_notes.created_at as noted_at"])
    .where("orders.id", "in", sql<number>`(select value from json_each(${JSON.stringify(ids)}))`)
    .execute();
  const waits = await listWaitFacts(db, ids);
  const byId = new Map(rows.map((row) => [row.id, { ...row, wait: waits.get(row.id) ?? null }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const pageSize = 100;

/** One page of the list, and how many orders the whole list has. */
export async function listOrders(db: Db, filters: OrderFilters & { page: number }, viewer: Viewer) {
  const offset = (filters.page - 1) * pageSize;
  const ids = await listOrderIds(db, filters, viewer, { limit: pageSize + 1, offset });
  const isAll = filters.page === 1 && ids.length <= pageSize;
  return {
    rows: await listOrdersById(db, ids.slice(0, pageSize)),
    more: ids.length > pageSize,
    total: isAll ? ids.length : await countOrders(db, filters, viewer),
  };
}
