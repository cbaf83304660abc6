import { openSession } from "~/accounts/sessions.server";
import type { App } from "~/boot/app.server";
import { type Limit, spend } from "~/boot/rate-limits.server";
import { clientKey } from "~/core/client-key";
import { type ClientInfo, isProvenPatient, noOrder, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { newestOpenFirst } from "../../newest-open-first.server";
import type { SignInByQuery } from "../../order-schema";

const perAddress: Limit = { name: "query-of-address", points: 20, seconds: 15 * 60 };

/** Opens a session for `?pid=&db=&so=` that can only book. If the order is unknown, the session can't do anything. */
export async function signInByQuery(app: App, who: Who, client: ClientInfo, input: SignInByQuery) {
  if (!app.config.patientQueryLinks) return null;
  await spend(app, perAddress, clientKey(client.address));
  const orderId = await findOrderId(app.reads, input);
  // If query sessions continued too, callers could tell known orders from unknown ones.
  if (isProvenPatient(who) && who.orderId === orderId) {
    return { token: null };
  }
  const now = app.clock.now();
  const token = await app.db
    .transaction()
    .execute((trx) => openSession(trx, { kind: "query", orderId }, { now, ...client }));
  return { token };
}

async function findOrderId(db: Db, { pid, db: database, so }: SignInByQuery): Promise<number> {
  if (!/^\d{1,12}$/.test(pid)) return noOrder;
  let query = db
    .selectFrom("orders")
    .select("id")
    .where("patient_id", "=", Number(pid))
    .where("brightree_db", "=", database);
  if (so !== undefined) query = query.where("sales_order_no", "=", so);
  const order = await query.orderBy(newestOpenFirst).limit(1).executeTakeFirst();
  return order?.id ?? noOrder;
}
