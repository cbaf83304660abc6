import type { App } from "~/boot/app.server";
import { holderOf, unknownOffer } from "./accept-offer.server";
import { findOffer } from "./find-offer.server";
import { removeWish } from "./wishes.server";

/** Cancels the patient's request for an earlier time. @throws Refusal "missing" for an unknown code */
export async function stopOffers(app: App, code: string, address: string | null): Promise<void> {
  const found = await findOffer(app.reads, app, code);
  if (!found) throw unknownOffer();
  const { order_id: orderId } = found.offer;
  await removeWish(app, holderOf(orderId, address), orderId);
}
