import type { App } from "~/boot/app.server";
import { findCompanyContact } from "~/company/company.server";
import { shortName } from "~/core/short-name";
import { findConsent } from "~/messages/consent/consents.server";
import { findOutcomes, isAnySent } from "~/messages/sending-outcome.server";
import { calendarLinks } from "~/schedule/calendar-links";
import type { Visit } from "~/visits/visit";
import { findOffer, type OfferState } from "../find-offer.server";
import { visitAt } from "../offer-message.server";
import { findWish } from "../wishes.server";

type ShownTime = Pick<Visit, "start_at" | "patient_zone" | "therapist" | "status">;

/** Data for an offer's page. It has no full name, no code and no meeting link. */
export interface OfferPage {
  state: OfferState;
  /** When the offer expires, ms UTC. */
  until: number;
  /** True if the patient still wants an earlier time; null if the company offers none. */
  waits: boolean | null;
  /** "Alex B." */
  patient: string | null;
  offered: ShownTime;
  /** The patient's current visit. */
  visit: ShownTime;
  /** True if accepting means that another therapist must confirm the visit. */
  needsConfirming: boolean;
  /** True if the patient turned off texts. */
  textsOff: boolean;
  /** True if a message about the accepted time was sent. */
  isTold: boolean;
  calendar: Pick<ReturnType<typeof calendarLinks>, "google" | "outlook">;
}

const shown = ({ start_at, patient_zone, therapist, status }: Visit): ShownTime => ({
  start_at,
  patient_zone,
  therapist,
  status,
});

/** Reads an offer without changing it. Null for an unknown code. */
export async function findOfferPage(
  app: App,
  code: string,
): Promise<(OfferPage & { orderId: number }) | null> {
  const found = await findOffer(app.reads, app, code);
  if (!found) return null;
  const { offer, visit, therapist, state } = found;
  const order = await app.reads
    .selectFrom("orders")
    .select("phone")
    .where("id", "=", offer.order_id)
    .executeTakeFirstOrThrow();
  return {
    orderId: offer.order_id,
    state,
    until: offer.expires_at,
    waits: (await findWish(app.reads, offer.order_id))?.wanted ?? null,
    patient: shortName(visit.patient_name),
    offered: shown(visitAt(visit, { start: offer.start_at, therapist })),
    visit: shown(visit),
    needsConfirming:
      state === "accepted" ? visit.status !== "confirmed" : visit.therapist_id !== therapist.id,
    textsOff: order.phone !== null && (await findConsent(app.reads, order.phone)) === "withdrawn",
    isTold:
      offer.status === "accepted" &&
      isAnySent(
        await findOutcomes(app, {
          kind: "visit-moved",
          since: offer.answered_at ?? 0,
          orderId: offer.order_id,
        }),
      ),
    calendar: calendarLinks(
      visit,
      `${app.config.publicUrl}/my-visit`,
      await findCompanyContact(app.reads, offer.order_id),
    ),
  };
}
