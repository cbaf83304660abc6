import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { dayOf } from "~/core/dates";
import { parsePhone } from "~/core/phone";
import { Refusal } from "~/core/refusal";
import { activeStatuses } from "~/core/visit-status";
import { isSupervisor, type Who } from "~/core/who";
import { containsText } from "~/db/contains-text.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { bookableOrders } from "~/orders/order-system/visible-orders.server";
import { actsFor } from "~/therapists/therapist-permissions.server";
import type { Visit } from "~/visits/visit";
import { readVisits, selectVisits } from "~/visits/visits.server";
import type { FoundOrder } from "./found-order";

const orderNotFound = "Order not found.";

const maxResults = 10;

function bookable(db: Db, who: Who) {
  const orders = bookableOrders(db, who);
  return isSupervisor(who) || who.kind === "operator" ? orders : orders.where("closed_at", "is", null);
}

/** @throws Refusal "missing" for an order the caller can't book a visit for */
export async function findBookableOrder(db: Db, who: Who, id: number): Promise<Row<"orders">> {
  const order = await bookable(db, who).selectAll().where("id", "=", id).executeTakeFirst();
  if (!order) throw new Refusal("missing", orderNotFound);
  return order;
}

/** The search is logged in the audit log. @returns at most ten orders, and whether there are more */
export async function findOrders(
  app: App,
  who: Who,
  typed: string,
): Promise<{ orders: FoundOrder[]; more: boolean }> {
  const ids = await listIds(app.reads, who, typed);
  const orders = await describe(app.reads, who, ids.slice(0, maxResults));
  await app.db.transaction().execute((trx) =>
    logAudit(trx, app, who, {
      action: "orders.searched",
      details: { orders: orders.map(({ id }) => id) },
    }),
  );
  return { orders, more: ids.length > maxResults };
}

export async function findOrder(db: Db, who: Who, id: number): Promise<FoundOrder> {
  await findBookableOrder(db, who, id);
  const [order] = await describe(db, who, [id]);
  if (!order) throw new Refusal("missing", orderNotFound);
  return order;
}

async function listIds(db: Db, who: Who, typed: string): Promise<number[]> {
  const base = () =>
    bookable(db, who)
      .select("orders.id")
      .orderBy("orders.id", "desc")
      .limit(maxResults + 1);
  const digits = typed.replace(/\D/g, "");
  const phone = parsePhone(typed);
  const dob = dayOf(typed);
  const terms = typed.split(/\s+/).filter((term) => term !== "");
  const queries = [
    // The index starts with the database name.
    base()
      .where("brightree_db", "in", db.selectFrom("databases").select("name"))
      .where("sales_order_no", "=", typed),
    ...(/^\d{1,12}$/.test(typed) ? [base().where("patient_id", "=", Number(digits))] : []),
    ...(phone ? [base().where("phone", "=", phone)] : []),
    ...(dob ? [base().where("dob", "=", dob)] : []),
    ...(/\p{L}/u.test(typed) ? [byName(base(), terms)] : []),
  ];
  const found = await Promise.all(queries.map((query) => query.execute()));
  return [...new Set(found.flat().map(({ id }) => id))].slice(0, maxResults + 1);
}

type Orders = ReturnType<typeof bookable>;

/** The full-text index holds terms of three letters or more; shorter ones need a scan. */
function byName(query: ReturnType<Orders["select"]>, terms: string[]) {
  const indexed = terms.filter((term) => [...term].length >= 3);
  const match = indexed.map((term) => `"${term.replaceAll('"', '""')}"`).join(" AND ");
  let narrowed = query;
  if (match) {
    narrowed = narrowed.where(
      sql<boolean>`orders.id in (select rowid from orders_fts where orders_fts match ${`patient_name : (${match})`})`,
    );
  }
  for (const term of terms) {
    if (!indexed.includes(term)) narrowed = narrowed.where(containsText("orders.patient_name", term));
  }
  return narrowed;
}

async function describe(db: Db, who: Who, ids: number[]): Promise<FoundOrder[]> {
  if (ids.length === 0) return [];
  const orders = await db
    .selectFrom("orders")
    .select([
      "id",
      "patient_name",
      "dob",
      "patient_id",
      "brightree_db",
      "sales_order_no",
      "state",
      "closed_at",
    ])
    .where("id", "in", ids)
    .orderBy("patient_name")
    .orderBy("id", "desc")
    .execute();
  const visits = await readVisits(
    selectVisits(db).where("visits.order_id", "in", ids).where("visits.status", "in", activeStatuses),
  );
  return orders.map(({ closed_at, ...order }) => {
    const visit = visits.find(({ order_id }) => order_id === order.id);
    return {
      ...order,
      closed: closed_at !== null,
      visit: visit ? visibleVisit(who, visit) : null,
    };
  });
}

function visibleVisit(who: Who, visit: Visit): FoundOrder["visit"] {
  if (!actsFor(who, visit.therapist_id)) return { own: false };
  const { id, start_at: start, timezone, therapist_id: therapistId } = visit;
  return { own: true, id, start, timezone, therapistId };
}
