import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx } from "~/boot/app.server";
import { type Limit, spend, spent } from "~/boot/rate-limits.server";
import { clientKey } from "~/core/client-key";
import { day } from "~/core/time";
import { anonymous, type ClientInfo } from "~/core/who";
import { codeHash, makeAccessCode } from "./make-access-code.server";
import { sendCode } from "./send-code.server";

const perAddress: Limit = { name: "new-link-of-address", points: 5, seconds: 3600 };
const perOrder: Limit = { name: "new-link-of-order", points: 3, seconds: 24 * 3600 };
const longest = 90 * day;

/** Sends a new link to the contact on file, if there is one. Sends nothing for a code that staff revoked. */
export async function requestNewLink(app: App, client: ClientInfo, code: string): Promise<void> {
  await spend(app, perAddress, clientKey(client.address));
  await app.db.transaction().execute(async (trx) => {
    const order = await findOrderOfOldCode({ trx, app }, code);
    if (!order || !(await mayRequest({ trx, app }, order.id))) return;
    const { id: orderId, phone, email } = order;
    const issued = await makeAccessCode({ trx, app }, orderId, { phone, email });
    await sendCode({ trx, app }, { orderId, ...issued, phone, email });
    await logAudit({ trx, app, who: anonymous(client.address) }, "code.requested", `order ${orderId}`);
  });
}

async function mayRequest({ trx, app: { clock } }: AppTx, orderId: number): Promise<boolean> {
  const context = { db: trx, clock };
  if ((await spent(context, perOrder, String(orderId))) >= perOrder.points) return false;
  await spend(context, perOrder, String(orderId));
  return true;
}

/** Ending access clears the browser that used a code, so a used code without a browser was revoked. */
function findOrderOfOldCode({ trx, app }: AppTx, code: string) {
  const now = app.clock.now();
  return trx
    .selectFrom("access_codes")
    .innerJoin("orders", "orders.id", "access_codes.order_id")
    .select(["orders.id", "orders.phone", "orders.email"])
    .where("access_codes.code_hash", "=", codeHash(app, code))
    .where("access_codes.created_at", ">", now - longest)
    .where("orders.closed_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("access_codes.used_by", "is not", null),
        eb.and([
          eb("access_codes.used_at", "is", null),
          eb("access_codes.expires_at", "<=", now),
          eb.or([
            eb("access_codes.ended_at", "is", null),
            eb("access_codes.ended_at", ">=", eb.ref("access_codes.expires_at")),
          ]),
        ]),
      ]),
    )
    .orderBy("access_codes.id", "desc")
    .limit(1)
    .executeTakeFirst();
}
