import { LRUCache } from "lru-cache";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { minute } from "~/core/time";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { OrderMeta } from "~/integrations/order-system/order-system";
import { newestOpenFirst } from "../order-by-newest-open.server";
import type { AskOrderMeta } from "./order-system-schema";
import { orderSystemOf } from "./order-systems.server";
import { visibleOrders } from "./visible-orders.server";

type Answers = LRUCache<string, Promise<OrderMeta | null>>;

// Only in memory, because patient details from the order system aren't stored.
const answersOf = new WeakMap<Db, Answers>();

function answers({ db, clock }: App): Answers {
  let cached = answersOf.get(db);
  if (!cached) {
    cached = new LRUCache({ max: 2000, ttl: 5 * minute, ttlResolution: 0, perf: clock });
    answersOf.set(db, cached);
  }
  return cached;
}

export function forgetAnswers(app: App): void {
  answersOf.delete(app.db);
}

/** Order details, up to five minutes old. Therapists see orders with their own visits. @throws Refusal */
export async function viewOrderMeta(app: App, who: Who, query: AskOrderMeta): Promise<OrderMeta> {
  const order = await findSeen(app.reads, who, query);
  const meta = await fetchOnce(app, query, order.sales_order_no);
  if (!meta) throw new Refusal("missing", "The order system has no such order.");
  await app.db.transaction().execute((trx) => logAudit(trx, app, who, "order.viewed", `order ${order.id}`));
  return meta;
}

async function findSeen(db: Db, who: Who, { db: database, pid, so }: AskOrderMeta) {
  let query = visibleOrders(db, who)
    .select(["id", "sales_order_no"])
    .where("brightree_db", "=", database)
    .where("patient_id", "=", pid);
  if (so !== undefined) query = query.where("sales_order_no", "=", so);
  const order = await query.orderBy(newestOpenFirst).limit(1).executeTakeFirst();
  if (!order) throw new Refusal("missing", "Order not found.");
  return order;
}

/** Concurrent requests share one call. A failure isn't cached. */
function fetchOnce(
  app: App,
  { db, pid }: AskOrderMeta,
  salesOrderNo: string | null,
): Promise<OrderMeta | null> {
  const cache = answers(app);
  const key = JSON.stringify([db, pid, salesOrderNo]);
  const cached = cache.get(key);
  if (cached) return cached;
  const fetched = orderSystemOf(app, db).then((system) =>
    system.fetchOrderMeta({ patientId: pid, salesOrderNo }),
  );
  cache.set(key, fetched);
  fetched.catch(() => {
    if (cache.peek(key) === fetched) cache.delete(key);
  });
  return fetched;
}
