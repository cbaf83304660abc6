import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { iso } from "~/core/time";
import type { Patient, Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { requireKind } from "~/kinds/kinds.server";
import { bookOnce, findOrderOfSession, insertVisit, refuseExistingVisit } from "~/visits/book-visit.server";
import { checkTime, claimTime, type RequestedTime } from "~/visits/claim-time.server";
import { limitVisitChanges } from "~/visits/limit-visit-changes.server";
import { writeMove } from "~/visits/move-visit.server";
import { bookingReason } from "~/visits/new-appointment/booking-reason";
import { findBookableOrder } from "~/visits/new-appointment/find-orders.server";
import { checkPageToken } from "~/visits/page-token.server";
import { checkChangeable } from "~/visits/patient-may-change.server";
import { visitStrings } from "~/visits/strings";
import { refuseSeatBeforeEquipment } from "~/visits/time-warnings.server";
import { type VisitView, visitView } from "~/visits/visit";
import type { BookVisit } from "~/visits/visit-schema";
import { findActiveVisit } from "~/visits/visits.server";
import type { ClassSession } from "./class-session";
import { findClass, requireOwnClass } from "./classes.server";

type Seat = Pick<BookVisit, "sms_consent" | "updates" | "idempotency_key" | "page_token"> & {
  classId: number;
};

/**
 * Books a seat in a class for the order of the patient's session.
 * @param browserZone the IANA zone of the patient's browser
 * @throws Refusal like `bookVisit`; "missing" for a class that the patient can't choose
 */
export async function bookMySeat(
  app: App,
  who: Patient,
  { classId, ...input }: Seat,
  browserZone: string | null,
): Promise<VisitView> {
  checkPageToken(app, who, input.page_token, "booked");
  const { idempotency_key: key, sms_consent, updates } = input;
  const body = { order: who.orderId, class: classId, sms_consent, updates };
  return claimTime(app, who, async (trx) => {
    const order = await findOrderOfSession(trx, who);
    const requested = await findSeat(trx, who, order, classId);
    return bookOnce(
      { trx, app, who },
      { order, requested, sms_consent, updates, browserZone },
      { key, body },
    );
  });
}

/**
 * Moves the patient's visit to a seat in a class.
 * @throws Refusal like `moveMyVisit`; "missing" for a class that the patient can't choose
 */
export async function moveToSeat(
  app: App,
  who: Patient,
  { classId, page_token }: Pick<Seat, "classId" | "page_token">,
  viewer: string | null,
): Promise<VisitView> {
  checkPageToken(app, who, page_token, "changed");
  return claimTime(app, who, async (trx) => {
    const visit = await findActiveVisit(trx, who.orderId);
    if (!visit) throw new Refusal("missing", visitStrings.noVisit);
    // A repeat request succeeds.
    if (visit.class_id === classId) return visitView(visit);
    await checkChangeable({ trx, app }, visit);
    const seat = await findSeat(trx, who, await findOrderOfSession(trx, who), classId);
    const requested = { ...seat, exceptVisit: visit.id };
    await checkTime({ trx, app, who }, requested);
    await limitVisitChanges({ trx, app, who });
    return visitView(
      await writeMove({ trx, app, who }, visit, requested, {
        action: "visit.moved",
        details: {
          from: iso(visit.start_at),
          to: iso(requested.start),
          therapist_id: requested.therapist.id,
          class: classId,
        },
        viewer,
      }),
    );
  });
}

/**
 * Gives a patient a seat in a class, for staff.
 * @throws Refusal "missing" for another therapist's class or an order that the user can't book; "conflict" if the class
 *   is full or over, or if the order has a visit; "invalid" without a reason for an order that isn't ready to schedule, or
 *   if the equipment comes later and that wasn't accepted
 */
export async function bookSeatAsStaff(
  app: App,
  who: Who,
  input: {
    id: number;
    order: number;
    sms_consent: boolean;
    accept?: boolean;
    reason?: string | undefined;
  },
): Promise<VisitView> {
  return claimTime(app, who, async (trx) => {
    const session = await requireOwnClass(trx, who, input.id);
    const order = await findBookableOrder(trx, who, input.order);
    if (session.status === "cancelled") throw new Refusal("conflict", "This class is canceled.");
    await refuseExistingVisit(trx, who, order.id);
    const booking_reason = bookingReason(order, input.reason);
    const requested = await findSeat(trx, who, order, session.id);
    await checkTime({ trx, app, who }, requested);
    if (!input.accept) await refuseSeatBeforeEquipment(app, trx, order.id, requested);
    const booking = { order, requested, smsConsent: input.sms_consent, staffFields: { booking_reason } };
    return visitView(await insertVisit({ trx, app, who }, booking));
  });
}

async function findSeat(trx: Db, who: Who, order: Row<"orders">, classId: number) {
  const session = await findClass(trx, classId);
  if (!session || session.status === "cancelled") throw new Refusal("missing", visitStrings.timeNotOffered);
  const kind = await requireKind(trx, who, { orderId: order.id, kindId: session.kind_id });
  return { ...requestedSeat(session), kind };
}

const requestedSeat = (session: ClassSession): RequestedTime => ({
  therapist: {
    id: session.therapist_id,
    name: session.therapist,
    region: session.region,
    timezone: session.timezone,
  },
  start: session.start_at,
  end: session.end_at,
  seat: { classId: session.id, seats: session.seats, link: session.meeting_link },
});
