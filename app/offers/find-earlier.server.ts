import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import { offerHref } from "~/orders/access/send-code.server";
import { isReachable } from "~/visits/notices/choose-channel.server";
import type { Wish } from "./offer-schema";
import { findWish } from "./wishes.server";

export interface Earlier {
  /** Null if the company turned off offers. */
  wish: Wish | null;
  /** The URL of the patient's open offer. */
  offer: string | null;
  /** False if neither texts nor emails can reach the patient. */
  reachable: boolean;
}

/** Null if the company doesn't offer earlier times and the patient didn't ask for one. */
export async function findEarlier(app: App, orderId: number): Promise<Earlier | null> {
  const wish = await findWish(app.reads, orderId);
  if (!wish && !(await hasAsked(app.reads, orderId))) return null;
  return {
    wish,
    offer: await findOpenOffer(app, orderId),
    reachable: await isReachable(app, orderId),
  };
}

async function hasAsked(db: Db, orderId: number): Promise<boolean> {
  const row = await db
    .selectFrom("earlier_wishes")
    .select("order_id")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findOpenOffer(app: App, orderId: number): Promise<string | null> {
  const offer = await app.reads
    .selectFrom("offers")
    .select("code_sealed")
    .where("order_id", "=", orderId)
    .where("status", "=", "open")
    .where("expires_at", ">", app.clock.now())
    .executeTakeFirst();
  return offer ? offerHref(app, app.secrets.open(offer.code_sealed)) : null;
}
