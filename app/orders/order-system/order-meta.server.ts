import { LRUCache } from "lru-cache";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { minute } from "~/core/time";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { OrderMeta } from "~/integrations/order-system/order-system";
import { newestOpenFirst } from "../newest-open-first.server";
import { visibleOrders } from "../visible-orders.server";
import type { FindOrderMeta } from "./order-system-schema";
import { orderSystemOf } from "./order-systems.server";

type Cache = LRUCache<string, Promise<OrderMeta | null>>;

// In memory only: patient details from the order system are not stored.
const caches = new WeakMap<Db, Cache>();

function cacheOf({ db, clock }: App): Cache {
  let cache = caches.get(db);
  if (!cache) {
    cache = new LRUCache({ max: 2000, ttl: 5 * minute, ttlResolution: 0, perf: clock });
    caches.set(db, cache);
  }
  return cache;
}

export function forgetOrderMeta(app: App): void {
  caches.delete(app.db);
}

/** Details are up to five minutes old. Therapists need a visit for the order. @throws Refusal */
export async function viewOrderMeta(app: App, who: Who, query: FindOrderMeta): Promise<OrderMeta> {
  const order = await findOrder(app.reads, who, query);
  const meta = await fetchOnce(app, query, order.sales_order_no);
  if (!meta) throw new Refusal("missing", "The order system doesn't have this order.");
  await app.db
    .transaction()
    .execute((trx) => logAudit({ trx, app, who }, "order.viewed", `order ${order.id}`));
  return meta;
}

function findOrder(db: Db, who: Who, { db: database, pid, so }: FindOrderMeta) {
  return visibleOrders(db, who)
    .select(["id", "sales_order_no"])
    .where("brightree_db", "=", database)
    .where("patient_id", "=", pid)
    .$if(so !== undefined, (query) => query.where("sales_order_no", "=", so ?? null))
    .orderBy(newestOpenFirst)
    .limit(1)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Order not found."));
}

/** Concurrent requests share one call. A failure isn't cached. */
function fetchOnce(
  app: App,
  { db, pid }: FindOrderMeta,
  salesOrderNo: string | null,
): Promise<OrderMeta | null> {
  const cache = cacheOf(app);
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
