import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import { findConsent } from "~/outbox/consents.server";
import { enqueue, type Notice } from "~/outbox/enqueue.server";
import type { VisitNotice } from "./notices";
import type { Visit } from "./visit";

/**
 * Queues what a patient is told about a visit, inside the change's transaction: an e-mail where
 * there is an address, a text where the number agreed to texts.
 */
export async function notifyPatient(trx: Db, app: App, visit: Visit, notice: VisitNotice): Promise<void> {
  const order = await trx
    .selectFrom("orders")
    .innerJoin("databases", "databases.name", "orders.brightree_db")
    .innerJoin("companies", "companies.id", "databases.company_id")
    .leftJoin("link_codes", "link_codes.order_id", "orders.id")
    .select(["orders.phone", "orders.email", "companies.name as company", "link_codes.code_sealed as link"])
    .where("orders.id", "=", visit.order_id)
    .executeTakeFirstOrThrow();
  const seeIt = order.link
    ? `${app.config.publicUrl}/track/${app.secrets.open(order.link)}`
    : app.config.publicUrl;
  const common = { kind: notice.kind, order_id: visit.order_id, visit_id: visit.id };
  const notices: Notice[] = [];
  if (order.phone && (await findConsent(trx, order.phone)) === "given") {
    const body = `${order.company}: ${notice.sms} Details: ${seeIt}`;
    notices.push({ ...common, channel: "sms", recipient: order.phone, subject: null, body });
  }
  if (order.email) {
    const body = `${notice.text}\n\nSee where your order stands: ${seeIt}\n\n${order.company}`;
    notices.push({ ...common, channel: "email", recipient: order.email, subject: notice.subject, body });
  }
  await enqueue(trx, app, notices);
}
