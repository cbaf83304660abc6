import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { type Limit, spend } from "~/boot/rate-limits.server";
import { fill } from "~/core/language/strings";
import { invalidField, Refusal } from "~/core/refusal";
import { newLinkCode } from "~/core/secrets.server";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { findConsent } from "~/messages/consent/consents.server";
import { linkHash } from "../access/link-hash.server";
import { strings } from "../strings";
import { requireVisibleOrder } from "../visible-orders.server";
import { findHelper, refuseHelper } from "./find-helper.server";
import type { AddHelper } from "./helper-schema";
import { sendHelperLink } from "./send-helper-link.server";

// Limited because each new helper gets a message.
const perOrder: Limit = { name: "helper-of-order", points: 5, seconds: 24 * 3600 };

/**
 * Adds the helper of an order and sends them their own link.
 * @throws Refusal "forbidden" for a helper; "missing" without access to the order; "conflict" for a second helper;
 *   "invalid" for the patient's own contact
 */
export async function addHelper(app: App, who: Who, orderId: number, input: AddHelper): Promise<void> {
  refuseHelper(who);
  if (who.kind === "patient") await spend(app, perOrder, String(orderId));
  await app.db.transaction().execute(async (trx) => {
    const order = await requireVisibleOrder(trx, who, orderId);
    const present = await findHelper(trx, orderId);
    if (present) throw new Refusal("conflict", fill(strings.helper.second, { helper: present.name }));
    await refuseOwnContact(trx, order, input);
    const code = newLinkCode();
    const { phone = null, email = null, name, relation } = input;
    const helper = await trx
      .insertInto("helpers")
      .values({
        order_id: orderId,
        name,
        relation,
        phone,
        email,
        code_hash: linkHash(app, code),
        code_sealed: app.secrets.seal(code),
        created_at: app.clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await sendHelperLink({ trx, app }, helper, code);
    await logAudit({ trx, app, who }, "helper.named", `order ${orderId}`, {
      helper: helper.id,
      by_text: phone !== null,
      by_email: email !== null,
    });
  });
}

async function refuseOwnContact(
  trx: Db,
  patient: { patient_id: number; brightree_db: string },
  { phone, email }: AddHelper,
): Promise<void> {
  const own = await trx
    .selectFrom("orders")
    .select(["phone", "email"])
    .where("brightree_db", "=", patient.brightree_db)
    .where("patient_id", "=", patient.patient_id)
    .execute();
  if (phone !== undefined && own.some((order) => order.phone === phone)) {
    throw invalidField("phone", strings.helper.ownPhone);
  }
  if (email !== undefined && own.some((order) => order.email?.toLowerCase() === email)) {
    throw invalidField("email", strings.helper.ownEmail);
  }
  if (phone !== undefined && email === undefined && (await findConsent(trx, phone)) === "withdrawn") {
    throw invalidField("phone", strings.helper.noTexts);
  }
}
