import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { ClientInfo, Who } from "~/core/who";
import { anonymous } from "~/core/who";
import type { Db } from "~/db/open.server";
import { openSession } from "~/identity/sessions.server";
import { strings } from "../../strings";
import { findOrderByLink } from "../link-code.server";
import type { PatientSignIn } from "./patient-sign-in";

/**
 * Signs in a patient or the patient's helper by a link, which works any number of times. An open session of
 * the same order continues.
 */
export async function signInByLink(
  app: App,
  who: Who,
  client: ClientInfo,
  { code }: { code: string },
): Promise<PatientSignIn<string | null>> {
  const { opened_at: _, helperId, ...known } = await orderOf(app.reads, app, code);
  if (
    who.kind === "patient" &&
    who.sessionKind !== "query" &&
    who.orderId === known.orderId &&
    who.helperId === helperId
  ) {
    return { token: null, ...known };
  }
  const now = app.clock.now();
  return app.db.transaction().execute(async (trx) => {
    const { opened_at, orderId, helperId, ...named } = await orderOf(trx, app, code);
    if (opened_at === null) {
      const opened = { opened_at: now };
      if (helperId) await trx.updateTable("helpers").set(opened).where("id", "=", helperId).execute();
      else await trx.updateTable("link_codes").set(opened).where("order_id", "=", orderId).execute();
    }
    const token = await openSession(trx, { kind: "link", orderId, helperId }, { now, ...client });
    await logAudit(
      trx,
      app,
      anonymous(client.address),
      helperId ? "sign-in.by-helper-link" : "sign-in.by-link",
      `order ${orderId}`,
    );
    return { token, orderId, ...named };
  });
}

async function orderOf(db: Db, app: App, code: string) {
  const order = await findOrderByLink(db, app, code);
  if (!order) throw new Refusal("missing", strings.linkUnknown);
  const { id: orderId, ...named } = order;
  return { orderId, ...named };
}
