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
import { selectVisits } from "~/visits/visits.server";
import type { FoundOrder } from "./found-order";

/** More than these nobody reads through: who finds more types more. */
const most = 10;

/** Open ones for a therapist; supervisors may book for an order that is closed. */
function bookable(db: Db, who: Who) {
  const orders = bookableOrders(db, who);
  return isSupervisor(who) || who.kind === "operator" ? orders : orders.where("closed_at", "is", null);
}

/**
 * An order that this member of staff may book a visit for.
 *
 * @throws Refusal "missing" where there is none
 */
export async function findBookableOrder(db: Db, who: Who, id: number): Promise<Row<"orders">> {
  const order = await bookable(db, who).selectAll().where("id", "=", id).executeTakeFirst();
  if (!order) throw new Refusal("missing", "There is no such order.");
  return order;
}

/**
 * Orders by patient id, sales order, phone or date of birth as they are written, or by parts of the
 * name; no more of each is told than one needs to choose. The look goes into the audit log.
 *
 * @returns at most ten, and whether there are more
 */
export async function findOrders(
  app: App,
  who: Who,
  typed: string,
): Promise<{ orders: FoundOrder[]; more: boolean }> {
  const ids = await listIds(app.reads, who, typed);
  const orders = await describe(app.reads, who, ids.slice(0, most));
  await app.db.transaction().execute((trx) =>
    logAudit(trx, app, who, {
      action: "orders.searched",
      details: { orders: orders.map(({ id }) => id) },
    }),
  );
  return { orders, more: ids.length > most };
}

/** One order as the page of a new visit shows it. */
export async function findOrder(db: Db, who: Who, id: number): Promise<FoundOrder> {
  await findBookableOrder(db, who, id);
  const [order] = await describe(db, who, [id]);
  if (!order) throw new Refusal("missing", "There is no such order.");
  return order;
}

async function listIds(db: Db, who: Who, typed: string): Promise<number[]> {
  const base = () =>
    bookable(db, who)
      .select("orders.id")
      .orderBy("orders.id", "desc")
      .limit(most + 1);
  const digits = typed.replace(/\D/g, "");
  const phone = parsePhone(typed);
  const dob = dayOf(typed);
  const words = typed.split(/\s+/).filter((word) => word !== "");
  const queries = [
    // The database's name first, as the index has it.
    base()
      .where("brightree_db", "in", db.selectFrom("databases").select("name"))
      .where("sales_order_no", "=", typed),
    ...(/^\d{1,12}$/.test(typed) ? [base().where("patient_id", "=", Number(digits))] : []),
    ...(phone ? [base().where("phone", "=", phone)] : []),
    ...(dob ? [base().where("dob", "=", dob)] : []),
    ...(/\p{L}/u.test(typed) ? [byName(base(), words)] : []),
  ];
  const found = await Promise.all(queries.map((query) => query.execute()));
  return [...new Set(found.flat().map(({ id }) => id))].slice(0, most + 1);
}

type Orders = ReturnType<typeof bookable>;

/** Each word anywhere in the name; the index of three letters and more first where it can serve. */
function byName(query: ReturnType<Orders["select"]>, words: string[]) {
  const indexed = words.filter((word) => [...word].length >= 3);
  const match = indexed.map((word) => `"${word.replaceAll('"', '""')}"`).join(" AND ");
  let narrowed = query;
  if (match) {
    narrowed = narrowed.where(
      sql<boolean>`orders.id in (select rowid from orders_fts where orders_fts match ${`patient_name : (${match})`})`,
    );
  }
  for (const word of words) {
    if (!indexed.includes(word)) narrowed = narrowed.where(containsText("orders.patient_name", word));
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
  const visits = await selectVisits(db)
    .where("visits.order_id", "in", ids)
    .where("visits.status", "in", activeStatuses)
    .execute();
  return orders.map(({ closed_at, ...order }) => {
    const visit = visits.find(({ order_id }) => order_id === order.id);
    return {
      ...order,
      closed: closed_at !== null,
      visit: visit ? seenBy(who, visit) : null,
    };
  });
}

function seenBy(who: Who, visit: Visit): FoundOrder["visit"] {
  if (!actsFor(who, visit.therapist_id)) return { own: false };
  const { id, start_at: start, timezone, therapist_id: therapistId } = visit;
  return { own: true, id, start, timezone, therapistId };
}
