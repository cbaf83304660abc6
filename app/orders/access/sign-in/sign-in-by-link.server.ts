import { record } from "~/accounts/record.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Visitor, Who } from "~/core/who";
import { openSession } from "~/db/sessions.server";
import { words } from "../../words";
import { findOrderByLink } from "../link-code.server";
import type { SignedIn } from "./signed-in";

/**
 * Lets a patient in by the code of their link, as often as it is opened. Who is in already on the
 * same order stays in the session at hand.
 *
 * @throws Refusal "missing" for a code that is unknown or was revoked; an access code is never one
 */
export async function signInByLink(
  app: App,
  who: Who,
  visitor: Visitor,
  { code }: { code: string },
): Promise<SignedIn> {
  const order = await findOrderByLink(app.reads, app, code);
  if (!order) throw new Refusal("missing", words.linkUnknown);
  const { id: orderId, opened_at, ...named } = order;
  if (who.kind === "patient" && who.way !== "query" && who.orderId === orderId) {
    return { token: null, orderId, ...named };
  }
  const now = app.clock.now();
  return app.db.transaction().execute(async (trx) => {
    if (opened_at === null) {
      await trx.updateTable("link_codes").set({ opened_at: now }).where("order_id", "=", orderId).execute();
    }
    const token = await openSession(trx, { kind: "link", orderId }, { now, ...visitor });
    await record(
      trx,
      app,
      { kind: "nobody", address: visitor.address },
      { action: "sign-in.by-link", subject: `order ${orderId}` },
    );
    return { token, orderId, ...named };
  });
}
