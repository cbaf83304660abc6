import type { App } from "~/boot/app.server";
import { clientKey } from "~/core/client-key";
import { type ClientInfo, noOrder, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { type Limit, spend } from "~/identity/rate-limits.server";
import { openSession } from "~/identity/sessions.server";
import { newestOpenFirst } from "../../order-by-newest-open.server";
import type { SignInByQuery } from "../../schema";

/** Sessions by query of one address: whether values name an order shows itself only when a booking is tried. */
const perAddress: Limit = { name: "query-of-address", points: 20, seconds: 15 * 60 };

/**
 * Opens the narrow session of `?pid=&db=&so=`: it sees openings and may book for that order. Values
 * that name no order on file open one just the same, which finds nothing and can book nothing.
 *
 * @returns the new session's token, null in it where the patient signed in goes on; null where
 *   PATIENT_QUERY_LINKS is off
 * @throws Refusal "too-many" from the 21st of an address in 15 minutes on
 */
export async function signInByQuery(
  app: App,
  who: Who,
  visitor: ClientInfo,
  input: SignInByQuery,
): Promise<{ token: string | null } | null> {
  if (!app.config.patientQueryLinks) return null;
  await spend(app, perAddress, clientKey(visitor.address));
  const orderId = await findOrderId(app.reads, input);
  // A session by query never goes on: whether it did would tell an order on file from none.
  if (who.kind === "patient" && who.way !== "query" && who.orderId === orderId) return { token: null };
  const now = app.clock.now();
  const token = await app.db
    .transaction()
    .execute((trx) => openSession(trx, { kind: "query", orderId }, { now, ...visitor }));
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
