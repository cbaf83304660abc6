import type { App, Tx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { iso } from "~/core/time";
import type { Patient } from "~/core/who";
import { bookOffered } from "~/visits/book-visit.server";
import { checkTime, claimTime } from "~/visits/claim-time.server";
import { writeMove } from "~/visits/move-visit.server";
import { checkChangeable } from "~/visits/patient-may-change.server";
import { withSeat } from "~/visits/seats.server";
import { lengthElsewhere, type Visit } from "~/visits/visit";
import { findActiveVisit, findVisit } from "~/visits/visits.server";
import { type FoundOffer, findOffer, kindToTake, type OfferState, offeredVisit } from "./find-offer.server";
import type { AnsweredOffer } from "./offer-schema";
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
 * Moves the patient's visit to the offered time and frees its old time, or books the time for a patient without a visit,
 * in one transaction. Safe to repeat.
 * @param smsConsent the patient agrees to texts with this booking
 * @throws Refusal "missing" for an unknown code; "conflict", with the current `visit`, if the offer was taken or
 *   declined, or has ended; "invalid" without a consent that the company requires for a booking
 */
export async function acceptOffer(
  app: App,
  code: string,
  address: string | null,
  smsConsent = false,
): Promise<AnsweredOffer> {
  const known = await findOffer(app.reads, app, code);
  if (!known) throw unknownOffer();
  const who = holderOf(known.offer.order_id, address);
  try {
    return await claimTime(app, who, async (trx) => {
      const found = await findOffer(trx, app, code);
      if (!found) throw unknownOffer();
      if (found.offer.status === "accepted")
        return { ok: true, visit: found.visit && offeredVisit(found.visit) };
      if (found.state !== "open") throw refuse(found.state, found);
      const { visit } = found;
      const taken = visit
        ? await accept({ trx, app, who }, { ...found, visit })
        : await acceptFirst({ trx, app, who }, found, smsConsent);
      return { ok: true, visit: offeredVisit(taken) };
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "missing" || error.extra?.visit) throw error;
    if (error.fields?.sms_consent) throw error;
    const visit = known.visit
      ? await findVisit(app.reads, known.visit.id)
      : await findActiveVisit(app.reads, known.offer.order_id);
    throw new Refusal("conflict", error.message, { ...(visit && { extra: { visit: offeredVisit(visit) } }) });
  }
}

async function accept({ trx, app, who }: Tx<Patient>, found: FoundOffer & { visit: Visit }): Promise<Visit> {
  const { offer, visit, therapist } = found;
  await checkChangeable({ trx, app }, visit);
  const time = {
    therapist,
    start: offer.start_at,
    end: offer.start_at + lengthElsewhere(visit),
    exceptVisit: visit.id,
  };
  const kind = found.kind && kindToTake(found.kind, visit);
  const requested = kind ? await withSeat(trx, { ...time, kind }) : time;
  await checkTime({ trx, app, who }, requested);
  // Must come before the move, which withdraws the other offers of this time.
  await trx
    .updateTable("offers")
    .set({ status: "accepted", answered_at: app.clock.now() })
    .where("id", "=", offer.id)
    .execute();
  return writeMove({ trx, app, who }, visit, requested, {
    action: "visit.moved",
    details: {
      from: iso(visit.start_at),
      to: iso(offer.start_at),
      therapist_id: therapist.id,
      offer: offer.id,
    },
  });
}

/** A trigger ends the wait and the patient's other offers with the booking. */
async function acceptFirst(
  { trx, app, who }: Tx<Patient>,
  { offer, therapist, kind, zone }: FoundOffer,
  smsConsent: boolean,
): Promise<Visit> {
  // Must come before the booking, which withdraws the other offers of this time.
  await trx
    .updateTable("offers")
    .set({ status: "accepted", answered_at: app.clock.now() })
    .where("id", "=", offer.id)
    .execute();
  const requested = { therapist, start: offer.start_at };
  const { id } = await bookOffered({ trx, app, who }, { requested, kindId: kind?.id, smsConsent, zone });
  await trx.updateTable("offers").set({ visit_id: id }).where("id", "=", offer.id).execute();
  const visit = await findVisit(trx, id);
  if (!visit) throw new Error("The booked visit was not found.");
  return visit;
}

function refuse(state: Exclude<OfferState, "open">, { offer, visit }: FoundOffer): Refusal {
  const extra = visit ? { extra: { visit: offeredVisit(visit) } } : {};
  return new Refusal("conflict", describeState(state, offer.visit_start === null), extra);
}

const describeState = (state: Exclude<OfferState, "open">, isFirst: boolean): string => {
  const { next, wait } = offerStrings;
  if (state === "declined") return isFirst ? wait.next.declined : next.declined;
  return isFirst ? wait.state[state] : offerStrings.state[state];
};
