import type { App } from "~/boot/app.server";
import { findCompanyContact } from "~/company/company.server";
import { ordersWithCompany } from "~/company/orders-with-company.server";
import { shortName } from "~/core/short-name";
import { findConsent } from "~/messages/consent/consents.server";
import { findOutcomes, isAnySent } from "~/messages/sending-outcome.server";
import { calendarLinks } from "~/schedule/calendar-links";
import type { Visit } from "~/visits/visit";
import { howForPatient } from "~/visits/visit-times";
import { type FoundOffer, findOffer, type OfferState } from "../find-offer.server";
import { firstVisitAt, visitAt } from "../offer-message.server";
import { findOpenWait } from "../waits/waits.server";
import { findWish } from "../wishes.server";

interface ShownTime extends Pick<Visit, "start_at" | "patient_zone" | "therapist"> {
  /** How and where the visit happens. Null for the usual setup by video. */
  how: string[] | null;
}

/** Data for an offer's page. It has no full name, no code and no meeting link. */
export interface OfferPage {
  state: OfferState;
  /** When the offer expires, ms UTC. */
  until: number;
  /** True for an offer to a patient without a visit. */
  isFirst: boolean;
  /** True if the patient still wants an earlier time, or still waits; null if the company offers none. */
  waits: boolean | null;
  /** "Alex B." */
  patient: string | null;
  offered: ShownTime;
  visit: ShownTime | null;
  /** True if the company books only with consent to texts, which the patient hasn't given. */
  needsConsent: boolean;
  /** True if accepting means that another therapist must confirm the visit. */
  needsConfirming: boolean;
  textsOff: boolean;
  /** True if a message about the accepted time was sent. */
  isTold: boolean;
  /** Null without a visit. */
  calendar: Pick<ReturnType<typeof calendarLinks>, "google" | "outlook"> | null;
}

const shown = (visit: ReturnType<typeof firstVisitAt>): ShownTime => ({
  start_at: visit.start_at,
  patient_zone: visit.patient_zone,
  therapist: visit.therapist,
  how: visit.isUsual ? null : howForPatient(visit),
});

/** Reads an offer without changing it. Null for an unknown code. */
export async function findOfferPage(
  app: App,
  code: string,
): Promise<(OfferPage & { orderId: number }) | null> {
  const found = await findOffer(app.reads, app, code);
  if (!found) return null;
  const { offer, visit, zone, therapist, kind, state } = found;
  const isFirst = offer.visit_start === null;
  const order = await ordersWithCompany(app.reads)
    .select(["orders.phone", "orders.patient_name", "orders.interpreter", "companies.sms_optional"])
    .where("orders.id", "=", offer.order_id)
    .executeTakeFirstOrThrow();
  const consent = order.phone === null ? "none" : await findConsent(app.reads, order.phone);
  const time = { start: offer.start_at, therapist };
  const offered = visit ? visitAt(visit, time) : kind && firstVisitAt(time, { kind, zone });
  if (!offered) return null;
  const isConfirmedFirst =
    kind?.mode === "class" ? order.interpreter === null : visit?.therapist_id === therapist.id;
  return {
    orderId: offer.order_id,
    state,
    until: offer.expires_at,
    isFirst,
    waits: await isWaiting(app, offer, isFirst),
    patient: shortName(order.patient_name),
    offered: shown(offered),
    visit: visit && shown(visit),
    needsConsent: isFirst && !visit && order.sms_optional === 0 && consent !== "given",
    needsConfirming: state === "accepted" ? visit?.status !== "confirmed" : !isConfirmedFirst,
    textsOff: consent === "withdrawn",
    isTold:
      offer.status === "accepted" &&
      isAnySent(
        await findOutcomes(app, {
          kind: isFirst
            ? visit?.status === "confirmed"
              ? "visit-confirmed"
              : "visit-submitted"
            : "visit-moved",
          since: offer.answered_at ?? 0,
          orderId: offer.order_id,
        }),
      ),
    calendar:
      visit &&
      calendarLinks(
        visit,
        `${app.config.publicUrl}/my-visit`,
        await findCompanyContact(app.reads, offer.order_id),
      ),
  };
}

/** Whether more offers follow this one. After a first visit was booked, only a wish for an earlier one leads to more. */
async function isWaiting(app: App, { order_id, visit_id }: FoundOffer["offer"], isFirst: boolean) {
  const wish = await findWish(app.reads, order_id);
  if (!wish || !isFirst || visit_id !== null) return wish?.wanted ?? null;
  return (await findOpenWait(app.reads, order_id)) !== undefined;
}
