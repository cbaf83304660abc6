import type { App } from "~/boot/app.server";
import { newLinkCode } from "~/core/secrets.server";
import type { Db } from "~/db/open.server";

export const linkHash = ({ secrets }: Pick<App, "secrets">, code: string) =>
  secrets.lookup("link-code", code);

export async function linkCodeOf(trx: Db, app: App, orderId: number): Promise<string> {
  const existing = await trx
    .selectFrom("link_codes")
    .select("code_sealed")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return existing ? app.secrets.open(existing.code_sealed) : replaceLinkCode(trx, app, orderId);
}

export async function replaceLinkCode(trx: Db, app: App, orderId: number): Promise<string> {
  const code = newLinkCode();
  const row = {
    code_hash: linkHash(app, code),
    code_sealed: app.secrets.seal(code),
    created_at: app.clock.now(),
    sent_at: null,
    opened_at: null,
  };
  await trx
    .insertInto("link_codes")
    .values({ order_id: orderId, ...row })
    .onConflict((conflict) => conflict.column("order_id").doUpdateSet(row))
    .execute();
  return code;
}

export async function findOrderByLink(db: Db, app: Pick<App, "secrets">, code: string) {
  const order = await db
    .selectFrom("link_codes")
    .innerJoin("orders", "orders.id", "link_codes.order_id")
    .select([
      "orders.id",
      "orders.patient_id",
      "orders.brightree_db",
      "orders.sales_order_no",
      "link_codes.opened_at",
    ])
    .where("link_codes.code_hash", "=", linkHash(app, code))
    .executeTakeFirst();
  return order ?? null;
}
