import type { App, AppTx } from "~/boot/app.server";
import { newLinkCode } from "~/core/secrets.server";
import type { Db } from "~/db/open.server";
import { findHelperByLink } from "../helper/find-helper.server";
import { linkHash } from "./link-hash.server";

export async function linkCodeOf({ trx, app }: AppTx, orderId: number): Promise<string> {
  const existing = await trx
    .selectFrom("link_codes")
    .select("code_sealed")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return existing ? app.secrets.open(existing.code_sealed) : replaceLinkCode({ trx, app }, orderId);
}

export async function replaceLinkCode({ trx, app }: AppTx, orderId: number): Promise<string> {
  const code = newLinkCode();
  const row = {
    code_hash: linkHash(app, code),
    code_sealed: app.secrets.seal(code),
    created_at: app.clock.now(),
    sent_at: null,
    opened_at: null,
    last_opened_at: null,
  };
  await trx
    .insertInto("link_codes")
    .values({ order_id: orderId, ...row })
    .onConflict((conflict) => conflict.column("order_id").doUpdateSet(row))
    .execute();
  return code;
}

/**
 * Finds the order that a patient's or a helper's link opens. A helper's link also has a `helperId`.
 * @throws Refusal "missing" for the link of a removed helper
 */
export async function findOrderByLink(db: Db, app: Pick<App, "secrets">, code: string) {
  const link = await db
    .selectFrom("link_codes")
    .select(["order_id", "opened_at"])
    .where("code_hash", "=", linkHash(app, code))
    .executeTakeFirst();
  const helper = link ? null : await findHelperByLink(db, app, code);
  const opened = link ?? helper;
  if (!opened) return null;
  const order = await db
    .selectFrom("orders")
    .select(["id", "patient_id", "brightree_db", "sales_order_no"])
    .where("id", "=", opened.order_id)
    .executeTakeFirstOrThrow();
  return { ...order, opened_at: opened.opened_at, helperId: helper?.id };
}
