import type { App, Tx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { iso } from "~/core/time";
import type { Patient } from "~/core/who";
import { checkTime, claimTime } from "~/visits/claim-time.server";
import { writeMove } from "~/visits/move-visit.server";
import { checkChangeable } from "~/visits/patient-may-change.server";
import { lengthElsewhere } from "~/visits/visit";
import { findVisit } from "~/visits/visits.server";
import { type FoundOffer, findOffer, type OfferState, offeredVisit } from "./find-offer.server";
import type { AnsweredOffer, OfferedVisit } from "./offer-schema";
import { offerStrings } from "./strings";

/** Someone who opens an offer's link acts as the order's patient, without a session. */
export const holderOf = (orderId: number, address: string | null): Patient => ({
  kind: "patient",
  sessionId: 0,
  sessionKind: "link",
  orderId,
  address,
});

export const unknownOffer = () => new Refusal("missing", offerStrings.state.unknown);

/**
 * Moves the patient's visit to the offered time and frees its old time, in one transaction. Safe to repeat.
 * @throws Refusal "missing" for an unknown code; "conflict", with the current `visit`, if the offer was taken or
 *   declined, or has ended
 */
export async function acceptOffer(app: App, code: string, address: string | null): Promise<AnsweredOffer> {
  const known = await findOffer(app.reads, app, code);
  if (!known) throw unknownOffer();
  const who = holderOf(known.offer.order_id, address);
  try {
    return await claimTime(app, who, async (trx) => {
      const found = await findOffer(trx, app, code);
      if (!found) throw unknownOffer();
      if (found.offer.status === "accepted") return { ok: true, visit: offeredVisit(found.visit) };
      if (found.state !== "open") throw refuse(found.state, found.visit);
      return { ok: true, visit: await accept({ trx, app, who }, found) };
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "missing" || error.extra?.visit) throw error;
    const visit = await findVisit(app.reads, known.visit.id);
    throw new Refusal("conflict", error.message, { ...(visit && { extra: { visit: offeredVisit(visit) } }) });
  }
}

async function accept({ trx, app, who }: Tx<Patient>, found: FoundOffer): Promise<OfferedVisit> {
  const { offer, visit, therapist } = found;
  await checkChangeable({ trx, app }, visit);
  const requested = {
    therapist,
    start: offer.start_at,
    end: offer.start_at + lengthElsewhere(visit),
    exceptVisit: visit.id,
  };
  await checkTime({ trx, app, who }, requested);
  // Must come before the move, which withdraws the other offers of this time.
  await trx
    .updateTable("offers")
    .set({ status: "accepted", answered_at: app.clock.now() })
    .where("id", "=", offer.id)
    .execute();
  const moved = await writeMove({ trx, app, who }, visit, requested, {
    action: "visit.moved",
    details: {
      from: iso(visit.start_at),
      to: iso(offer.start_at),
      therapist_id: therapist.id,
      offer: offer.id,
    },
  });
  return offeredVisit(moved);
}

function refuse(state: Exclude<OfferState, "open">, visit: FoundOffer["visit"]): Refusal {
  const message = state === "declined" ? offerStrings.next.declined : offerStrings.state[state];
  return new Refusal("conflict", message, { extra: { visit: offeredVisit(visit) } });
}
