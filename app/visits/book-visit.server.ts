import { randomUUID } from "node:crypto";
import { rememberVisit } from "~/accounts/sessions.server";
import type { App, Tx } from "~/boot/app.server";
import { callCompany } from "~/company/call-company";
import { findCompanyContact, isSmsOptional } from "~/company/company.server";
import { currentLanguage } from "~/core/language/current-language";
import { languageOf } from "~/core/language/spoken-language";
import { fill } from "~/core/language/strings";
import { invalidField, Refusal } from "~/core/refusal";
import { iso, localDate, zoneOrUtc } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import { isProvenPatient, isQuerySession, type Patient, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { NewRow, Row } from "~/db/tables";
import { type KindOfVisit, requireKind, visitColumns } from "~/kinds/kinds.server";
import { findConsent, giveConsent } from "~/messages/consent/consents.server";
import { saveLanguage } from "~/orders/changes/choose-language.server";
import { isStopped } from "~/orders/closed-orders";
import { refuseClosedOrder } from "~/orders/refuse-closed-order.server";
import { bookableOrders } from "~/orders/visible-orders.server";
import { findBookable } from "~/therapists/therapist-permissions.server";
import { checkTime, claimTime, type RequestedTime, writeTime } from "./claim-time.server";
import { writeConfirmation } from "./confirm-visit.server";
import { consentWording } from "./consent-wording";
import { finishChange } from "./finish-change.server";
import { idempotently } from "./idempotently.server";
import { limitVisitChanges } from "./limit-visit-changes.server";
import { submittedNotice } from "./notices/visit-notices";
import { checkPageToken } from "./page-token.server";
import { findZoneAtBooking } from "./patient-zone.server";
import { planConfirmation } from "./plan-confirmation.server";
import { seatColumns, withSeat } from "./seats.server";
import { visitStrings } from "./strings";
import { type Visit, type VisitView, visitView } from "./visit";
import { refuseSecondVisit } from "./visit-refusals.server";
import type { BookVisit } from "./visit-schema";
import { findActiveVisit, findVisit } from "./visits.server";

/**
 * Books a visit for the order and the therapist that the input names. Patients book an opening for their own order. Staff
 * can book any future time without another visit.
 * @param browserZone the IANA zone of the patient's browser
 * @throws Refusal "invalid" without a patient's consent and for a time that isn't offered; "missing" for an order
 *   that the caller can't book; "conflict" for a taken time, a second active visit, a stopped order, and another
 *   patient's page; "too-many" after a patient's ten bookings and moves in an hour
 */
export async function bookVisit(
  app: App,
  who: Who,
  input: BookVisit,
  browserZone: string | null = null,
): Promise<VisitView> {
  if (who.kind === "patient") checkPageToken(app, who, input.page_token, "booked");
  const { idempotency_key: key, ...body } = input;
  const { datetime: start, sms_consent, updates } = body;
  const therapist = await findBookable(app.reads, who, body.therapist);
  return claimTime(app, who, async (trx) => {
    const order = await findNamedOrder(trx, who, input);
    const kind = await requireKind(trx, who, { orderId: order.id, kindId: input.kind });
    const requested = await withSeat(trx, { therapist, start, kind });
    const request = { order, requested, sms_consent, updates, browserZone };
    return bookOnce({ trx, app, who }, request, { key, body });
  });
}

/**
 * Books a visit for the order of the patient's session.
 * @throws Refusal like `bookVisit`
 */
export async function bookMyVisit(
  app: App,
  who: Patient,
  input: BookMyVisit,
  browserZone: string | null,
): Promise<VisitView> {
  checkPageToken(app, who, input.page_token, "booked");
  const { idempotency_key: key, therapist, datetime: start, sms_consent, updates } = input;
  const body = { order: who.orderId, therapist: therapist.id, start, sms_consent, updates, kind: input.kind };
  return claimTime(app, who, async (trx) => {
    const order = await findOrderOfSession(trx, who);
    const kind = await requireKind(trx, who, { orderId: order.id, kindId: input.kind });
    const requested = await withSeat(trx, { therapist, start, kind });
    const request = { order, requested, sms_consent, updates, browserZone };
    return bookOnce({ trx, app, who }, request, { key, body });
  });
}

/**
 * Books the offered time for a patient without a visit, inside the caller's `claimTime`. The offer can be accepted once,
 * so the booking needs no key.
 * @param offer.zone the IANA zone in which the offer named the time
 * @throws Refusal like `bookVisit`
 */
export async function bookOffered(
  { trx, app, who }: Tx<Patient>,
  {
    requested: time,
    kindId,
    smsConsent,
    zone,
  }: { requested: RequestedTime; kindId: number | undefined; smsConsent: boolean; zone: string },
): Promise<VisitView> {
  const order = await findOrderOfSession(trx, who);
  const kind = await requireKind(trx, who, { orderId: order.id, kindId });
  const requested = await withSeat(trx, { ...time, kind });
  const agreed = smsConsent || (order.phone !== null && (await findConsent(trx, order.phone)) === "given");
  const isPossible = order.updates === "text" ? agreed : order.updates !== "email" || order.email !== null;
  const updates = (isPossible && order.updates) || undefined;
  const request = { order, requested, sms_consent: agreed, updates, browserZone: zone };
  return bookOnce({ trx, app, who }, request, { key: undefined, body: null });
}

/** A patient's choice. */
type BookMyVisit = Pick<
  BookVisit,
  "datetime" | "sms_consent" | "updates" | "idempotency_key" | "page_token" | "kind"
> & {
  therapist: RequestedTime["therapist"];
};

interface BookingRequest extends Pick<BookVisit, "sms_consent" | "updates"> {
  order: Row<"orders">;
  requested: RequestedTime & { kind: KindOfVisit };
  browserZone: string | null;
}

/** Books once per idempotency key, inside the caller's transaction. @throws Refusal like `bookVisit` */
export async function bookOnce(
  { trx, app, who }: Tx,
  { order, requested, sms_consent, updates, browserZone }: BookingRequest,
  { key, body }: { key: string | undefined; body: unknown },
): Promise<VisitView> {
  const isPatient = who.kind === "patient";
  const chosen = isPatient && (await chosenUpdates(trx, order, { sms_consent, updates }));
  return idempotently(trx, app.clock.now(), { scope: keyScope(who), key, body }, async () => {
    if (isPatient && isStopped(order)) {
      const callUs = callCompany(await findCompanyContact(trx, order.id));
      throw new Refusal("conflict", fill(visitStrings.orderStopped, { callUs }));
    }
    await refuseExistingVisit(trx, who, order.id);
    await checkTime({ trx, app, who }, requested);
    if (isPatient) await limitVisitChanges({ trx, app, who });
    if (chosen && isPatientInPerson(who)) {
      await trx.updateTable("orders").set({ updates: chosen }).where("id", "=", order.id).execute();
      await saveBookingLanguage({ trx, app, who }, order);
    }
    const booking = {
      order,
      requested,
      smsConsent: sms_consent,
      browserZone,
      mayConfirmImmediately: isPatient,
    };
    const visit = await insertVisit({ trx, app, who }, booking);
    if (isQuerySession(who)) await rememberVisit(trx, who.sessionId, visit.id);
    return visitView(visit);
  });
}

/** A `?pid=` link doesn't prove who the caller is, and a helper can't consent for the patient. */
const isPatientInPerson = (who: Who): who is Patient => isProvenPatient(who) && !who.helperId;

/** If a patient books in a language other than the order's, their messages use that language from then on. */
async function saveBookingLanguage({ trx, app, who }: Tx<Patient>, order: Row<"orders">): Promise<void> {
  if (order.chosen_language !== null || currentLanguage() === languageOf(order)) return;
  await saveLanguage({ trx, app, who }, order.id, currentLanguage());
}

/** Idempotency keys are unique per order, user, or operator. */
export const keyScope = (who: Who) =>
  who.kind === "patient" ? `order ${who.orderId}` : who.kind === "staff" ? `user ${who.userId}` : who.kind;

export async function refuseExistingVisit(trx: Db, who: Who, orderId: number): Promise<void> {
  const existing = await findActiveVisit(trx, orderId);
  if (existing) throw refuseSecondVisit(who, existing);
}

const orderUnknown = () => new Refusal("missing", visitStrings.orderUnknown);

export function findOrderOfSession(db: Db, who: Patient): Promise<Row<"orders">> {
  return bookableOrders(db, who).selectAll().executeTakeFirstOrThrow(orderUnknown);
}

/** Finds the order to book by its key in the order system. Open orders without a visit come first. */
async function findNamedOrder(db: Db, who: Who, input: BookVisit): Promise<Row<"orders">> {
  let query = bookableOrders(db, who)
    .selectAll()
    .where("patient_id", "=", input.patient_id)
    .where("brightree_db", "=", input.brightree_db);
  if (input.sales_order_no) query = query.where("sales_order_no", "=", input.sales_order_no);
  return query
    .orderBy("closed_at", "asc")
    .orderBy((eb) =>
      eb.exists(
        eb
          .selectFrom("visits")
          .select("visits.id")
          .whereRef("visits.order_id", "=", "orders.id")
          .where("visits.status", "in", activeStatuses),
      ),
    )
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow(orderUnknown);
}

interface Booking {
  order: Row<"orders">;
  requested: RequestedTime & { kind: KindOfVisit };
  smsConsent: boolean;
  /** The IANA zone of the browser, used only if the patient books. */
  browserZone?: string | null;
  staffFields?: Pick<NewRow<"visits">, "visit_type" | "meeting_link" | "note" | "booking_reason">;
  /** Set if the caller confirms the visit next, which sends a notice. */
  skipNotice?: boolean;
  /** Lets the company's setting decide whether the visit is confirmed immediately. */
  mayConfirmImmediately?: boolean;
}

/** Query sessions can read this zone, so in those sessions it must not reveal anything about the order. */
function zoneToStore(trx: Db, who: Who, { order, requested, browserZone = null }: Booking) {
  if (!isQuerySession(who)) {
    return order.visit_zone ?? findZoneAtBooking(trx, order.id, who.kind === "patient" ? browserZone : null);
  }
  return browserZone ?? zoneOrUtc(requested.therapist.timezone);
}

/**
 * Writes a submitted or immediately confirmed visit with its consent and all that follows from it, inside the caller's
 * transaction.
 * @throws UnavailableTime
 */
export async function insertVisit({ trx, app, who }: Tx, booking: Booking): Promise<Visit> {
  const { order, requested, smsConsent, staffFields, skipNotice, mayConfirmImmediately } = booking;
  refuseClosedOrder(order);
  const { therapist, start, kind, seat } = requested;
  const now = app.clock.now();
  const end = start + kind.length;
  const time = { orderId: order.id, therapistId: therapist.id, kindId: kind.id, start, end };
  const { confirm_by, immediateLink } = await planConfirmation(trx, who, time, now);
  // The class itself needs no confirmation. An interpreter does.
  const isSeatSure = seat && !order.interpreter;
  const link = seat ? seat.link : mayConfirmImmediately ? immediateLink : null;
  const isConfirmed = isSeatSure || (!seat && link !== null);
  const values = {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: start,
    ...visitColumns(kind, start),
    ...(seat && {
      ...(await seatColumns(trx, seat.classId)),
      end_at: requested.end ?? start + kind.length,
      meeting_link: seat.link,
    }),
    local_date: localDate(start, zoneOrUtc(therapist.timezone)),
    status: "submitted",
    ...staffFields,
    sms_consent: Number(smsConsent),
    uid: randomUUID(),
    patient_zone: kind.placeZone ?? (await zoneToStore(trx, who, booking)),
    created_at: now,
    submitted_at: now,
    confirm_by,
  };
  const { id } = await writeTime(requested, () =>
    trx.insertInto("visits").values(values).returning("id").executeTakeFirstOrThrow(),
  );
  // For other callers, a consent request asks the phone's owner to reply YES.
  const isProven = who.kind !== "patient" || isPatientInPerson(who);
  if (smsConsent && isProven && order.phone) {
    await giveConsent(
      { trx, app },
      {
        phone: order.phone,
        source: who.kind === "patient" ? "booking" : "staff",
        wording: who.kind === "patient" ? consentWording() : visitStrings.consent,
        who,
      },
    );
  }
  const visit = await findVisit(trx, id);
  if (!visit) throw new Error("The new visit was not found.");
  await finishChange(
    { trx, app, who },
    {
      before: null,
      after: visit,
      action: "visit.booked",
      details: {
        therapist_id: therapist.id,
        start: iso(start),
        sms_consent: smsConsent,
        ...(staffFields?.booking_reason && { step: order.step, booking_reason: staffFields.booking_reason }),
      },
      notice: skipNotice || isConfirmed ? undefined : () => submittedNotice(visit),
    },
  );
  return isConfirmed ? writeConfirmation({ trx, app, who }, visit, { meeting_link: link }) : visit;
}

/** Checks or infers the patient's channel for updates. @throws Refusal "invalid" without consent or an address for it */
async function chosenUpdates(
  trx: Db,
  order: Pick<Row<"orders">, "id" | "email">,
  { sms_consent: agreed, updates }: Pick<BookVisit, "sms_consent" | "updates">,
): Promise<Row<"orders">["updates"]> {
  if (!(await isSmsOptional(trx, order.id))) {
    if (!agreed) throw invalidField("sms_consent", visitStrings.consentNeeded);
    return "text";
  }
  if (updates === "text" && !agreed) throw invalidField("updates", visitStrings.textNeedsConsent);
  if (updates === "email" && !order.email) throw invalidField("updates", visitStrings.noEmail);
  if (updates) return updates;
  return agreed ? "text" : order.email ? "email" : "phone";
}
