import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { byName } from "~/core/by-name";
import { languageOf } from "~/core/language/spoken-language";
import { Refusal } from "~/core/refusal";
import { searchTermsOf } from "~/core/search/search-terms";
import { activeStatuses } from "~/core/visit-status";
import { isSupervisor, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { orderMatches } from "~/orders/search/order-matches.server";
import { bookableOrders } from "~/orders/visible-orders.server";
import { actsFor } from "~/therapists/therapist-permissions.server";
import type { Visit } from "../visit";
import { executeVisits, selectVisits } from "../visits.server";
import type { FoundOrder } from "./found-order";

const orderNotFound = "Order not found.";

const maxResults = 10;

function bookable(db: Db, who: Who) {
  const orders = bookableOrders(db, who);
  if (isSupervisor(who) || who.kind === "operator") return orders;
  const therapistId = who.kind === "staff" ? who.therapistId : null;
  // A completed setup closes its order. Therapists book the re-evaluation while they follow the nights.
  return orders.where((eb) =>
    eb.or([
      eb("orders.closed_at", "is", null),
      eb.exists(
        eb
          .selectFrom("first_nights")
          .innerJoin("visits", "visits.id", "first_nights.visit_id")
          .select("first_nights.order_id")
          .whereRef("first_nights.order_id", "=", "orders.id")
          .where("first_nights.ended_at", "is", null)
          .where("visits.therapist_id", "=", therapistId),
      ),
    ]),
  );
}

/** @throws Refusal "missing" if the caller can't book a visit for the order */
export async function findBookableOrder(db: Db, who: Who, id: number): Promise<Row<"orders">> {
  const order = await bookable(db, who).selectAll().where("id", "=", id).executeTakeFirst();
  if (!order) throw new Refusal("missing", orderNotFound);
  return order;
}

/** Searches orders and logs the search in the audit log. @returns at most ten orders, and whether there are more */
export async function findOrders(
  app: App,
  who: Who,
  typed: string,
): Promise<{ orders: FoundOrder[]; more: boolean }> {
  const ids = await listIds(app.reads, who, typed);
  const orders = await describe(app.reads, who, ids.slice(0, maxResults));
  await app.db
    .transaction()
    .execute((trx) =>
      logAudit({ trx, app, who }, "orders.searched", null, { orders: orders.map(({ id }) => id) }),
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
  const found = await Promise.all(
    orderMatches(typed, searchTermsOf(typed)).map((condition) =>
      bookable(db, who)
        .select("orders.id")
        .where(condition)
        .orderBy("orders.id", "desc")
        .limit(maxResults + 1)
        .execute(),
    ),
  );
  return [...new Set(found.flat().map(({ id }) => id))].slice(0, maxResults + 1);
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
      "step",
      "language",
      "chosen_language",
      "interpreter",
      "closed_at",
    ])
    .where("id", "in", ids)
    .orderBy("id", "desc")
    .execute();
  const visits = await executeVisits(
    selectVisits(db).where("visits.order_id", "in", ids).where("visits.status", "in", activeStatuses),
  );
  orders.sort((one, other) => byName(one.patient_name ?? "", other.patient_name ?? ""));
  return orders.map(({ closed_at, chosen_language, ...order }) => {
    const visit = visits.find(({ order_id }) => order_id === order.id);
    return {
      ...order,
      language: languageOf({ ...order, chosen_language }),
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
