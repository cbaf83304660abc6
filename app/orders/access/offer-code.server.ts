import type { App } from "~/boot/app.server";
import { newLinkCode } from "~/core/secrets.server";
import type { Db } from "~/db/open.server";

/** The stored hash of an offer's link code. */
export const offerHash = ({ secrets }: Pick<App, "secrets">, code: string) => secrets.lookup("offer", code);

export function newOfferCode(app: Pick<App, "secrets">) {
  const code = newLinkCode();
  return { code, columns: { code_hash: offerHash(app, code), code_sealed: app.secrets.seal(code) } };
}

export const offerHref = ({ config }: Pick<App, "config">, code: string) =>
  `${config.publicUrl}/offer/${code}`;

/** Ends the order's offers of an earlier time, their links, and the patient's request. The offers stay on file. */
export async function endOffersOfOrder(trx: Db, app: Pick<App, "secrets">, orderId: number): Promise<void> {
  await trx.deleteFrom("earlier_wishes").where("order_id", "=", orderId).execute();
  const offers = await trx.selectFrom("offers").select("id").where("order_id", "=", orderId).execute();
  for (const { id } of offers) {
    await trx.updateTable("offers").set(newOfferCode(app).columns).where("id", "=", id).execute();
  }
  await trx
    .updateTable("offers")
    .set({ status: "withdrawn" })
    .where("order_id", "=", orderId)
    .where("status", "=", "open")
    .execute();
}
