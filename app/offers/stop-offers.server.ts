import type { App } from "~/boot/app.server";
import { holderOf, unknownOffer } from "./accept-offer.server";
import { findOffer } from "./find-offer.server";
import { endWait } from "./waits/waits.server";
import { removeWish } from "./wishes.server";

/** Cancels the patient's request for an earlier or a first time. @throws Refusal "missing" for an unknown code */
export async function stopOffers(app: App, code: string, address: string | null): Promise<void> {
  const found = await findOffer(app.reads, app, code);
  if (!found) throw unknownOffer();
  const { order_id: orderId } = found.offer;
  const who = holderOf(orderId, address);
  await removeWish(app, who, orderId);
  await endWait(app, who, orderId);
}
