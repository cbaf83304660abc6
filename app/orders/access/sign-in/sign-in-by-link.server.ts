import { openSession } from "~/accounts/sessions.server";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { anonymous, type ClientInfo, isProvenPatient, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { strings } from "../../strings";
import { findOrderByLink } from "../link-code.server";

/** Signs in a patient or helper with a link. An open session for the same order continues, and the token is null. */
export async function signInByLink(app: App, who: Who, client: ClientInfo, { code }: { code: string }) {
  const { opened_at: _, helperId, ...known } = await findOrder(app.reads, app, code);
  const now = app.clock.now();
  if (isProvenPatient(who) && who.orderId === known.orderId && who.helperId === helperId) {
    if (!helperId) await noteOpening(app.db, known.orderId, now);
    return { token: null, ...known };
  }
  return app.db.transaction().execute(async (trx) => {
    const { opened_at, helperId, ...order } = await findOrder(trx, app, code);
    const { orderId } = order;
    if (!helperId) await noteOpening(trx, orderId, now);
    else if (opened_at === null) {
      await trx.updateTable("helpers").set({ opened_at: now }).where("id", "=", helperId).execute();
    }
    const token = await openSession(trx, { kind: "link", orderId, helperId }, { now, ...client });
    const action = helperId ? "sign-in.by-helper-link" : "sign-in.by-link";
    await logAudit({ trx, app, who: anonymous(client.address) }, action, `order ${orderId}`);
    return { token, ...order };
  });
}

/** Records when the patient first and last opened the link. */
async function noteOpening(db: Db, orderId: number, now: number): Promise<void> {
  await db
    .updateTable("link_codes")
    .set((eb) => ({ opened_at: eb.fn.coalesce("opened_at", eb.val(now)), last_opened_at: now }))
    .where("order_id", "=", orderId)
    .execute();
}

async function findOrder(db: Db, app: App, code: string) {
  const order = await findOrderByLink(db, app, code);
  if (!order) throw new Refusal("missing", strings.linkUnknown);
  const { id: orderId, ...rest } = order;
  return { orderId, ...rest };
}
