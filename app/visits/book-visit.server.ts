import { randomUUID } from "node:crypto";
import { rememberVisit } from "~/accounts/sessions.server";
import { logAudit } from "~/audit/log-audit.server";
import type { App, Tx } from "~/boot/app.server";
import { callCompany } from "~/company/call-company";
import { findCompanyContact, isSmsOptional } from "~/company/company.server";
import { currentLanguage } from "~/core/language/current-language";
import { languageOf } from "~/core/language/spoken-language";
import { fill } from "~/core/language/strings";
import { invalidField, Refusal } from "~/core/refusal";
import { iso, zoneOrUtc } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import { activeStatuses } from "~/core/visit-status";
import { isProvenPatient, isQuerySession, type Patient, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { NewRow, Row } from "~/db/tables";
import { giveConsent } from "~/messages/consent/consents.server";
import { saveLanguage } from "~/orders/changes/choose-language.server";
import { isStopped } from "~/orders/closed-orders";
import { bookableOrders } from "~/orders/order-system/visible-orders.server";
import { recomputeStep } from "~/orders/recompute-step.server";
import { refuseClosedOrder } from "~/orders/refuse-closed-order.server";
import { findBookable } from "~/therapists/therapist-permissions.server";
import { localDayOf } from "~/therapists/therapists.server";
import { checkTime, claimTime, type RequestedTime, writeTime } from "./claim-time.server";
import { consentWording } from "./consent-wording";
import { idempotently } from "./idempotently.server";
import { limitVisitChanges } from "./limit-visit-changes.server";
import { notifyOfVisit } from "./notices/notify-of-visit.server";
import { submittedNotice } from "./notices/visit-notices";
import { checkPageToken } from "./page-token.server";
import { zoneAtBooking } from "./patient-zone.server";
import { queueVisitEvent } from "./queue-visit-event.server";
import { visitStrings } from "./strings";
import { type Visit, type VisitView, visitView } from "./visit";
import { refuseSecondVisit } from "./visit-refusals.server";
import type { BookVisit } from "./visit-schema";
import { findActiveVisit, findVisit } from "./visits.server";

/**
 * Books a visit. Patients book an opening for their own order. Staff can book any future time without another visit.
 * @param viewer the IANA zone of the patient's browser
 * @throws Refusal "invalid" without a patient's consent and for a time that isn't offered; "missing" for an order
 *   that the caller can't book; "conflict" for a taken time, a second active visit, a stopped order, and another
 *   patient's page; "too-many" after a patient's ten bookings and moves in an hour
 */
export async function bookVisit(
  app: App,
  who: Who,
  input: BookVisit,
  viewer: string | null = null,
): Promise<VisitView> {
  const isPatient = who.kind === "patient";
  if (isPatient) checkPageToken(app, who, input.page_token, "booked");
  const therapist = await findBookable(app.reads, who, input.therapist);
  const requested = { therapist, start: input.datetime };
  return claimTime(app, who, async (trx) => {
    const order = await findOwnOrder(trx, who, input);
    const chosen = isPatient && (await chosenUpdates(trx, order, input));
    const { idempotency_key: key, ...body } = input;
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
      const booking = { order, requested, smsConsent: input.sms_consent };
      const visit = await insertVisit({ trx, app, who }, { ...booking, viewer });
      if (isQuerySession(who)) await rememberVisit(trx, who.sessionId, visit.id);
      return visitView(visit);
    });
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

async function findOwnOrder(db: Db, who: Who, input: BookVisit): Promise<Row<"orders">> {
  let query = bookableOrders(db, who)
    .selectAll()
    .where("patient_id", "=", input.patient_id)
    .where("brightree_db", "=", input.brightree_db);
  if (input.sales_order_no) query = query.where("sales_order_no", "=", input.sales_order_no);
  const order = await query
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
    .executeTakeFirst();
  if (!order) throw new Refusal("missing", visitStrings.orderUnknown);
  return order;
}

interface Booking {
  order: Row<"orders">;
  requested: RequestedTime;
  smsConsent: boolean;
  /** The IANA zone of the browser, used only if the patient books. */
  viewer?: string | null;
  staffFields?: Pick<NewRow<"visits">, "visit_type" | "meeting_link" | "note">;
  /** Set if the caller confirms the visit next, which sends a notice. */
  skipNotice?: boolean;
}

/** Query sessions can read this zone, so in those sessions it must not reveal anything about the order. */
function zoneToStore(trx: Db, who: Who, { order, requested, viewer = null }: Booking) {
  if (who.kind !== "patient") return zoneAtBooking(trx, order.id, null);
  if (!isQuerySession(who)) return zoneAtBooking(trx, order.id, viewer);
  return viewer ?? zoneOrUtc(requested.therapist.timezone);
}

/**
 * Writes a submitted visit with its consent, the order's step, the notices, and the audit entry, inside the
 * caller's transaction.
 * @throws UnavailableTime
 */
export async function insertVisit({ trx, app, who }: Tx, booking: Booking): Promise<Visit> {
  const { order, requested, smsConsent, staffFields, skipNotice } = booking;
  refuseClosedOrder(order);
  const { therapist, start } = requested;
  const now = app.clock.now();
  const values = {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: start,
    end_at: start + visitLength,
    local_date: await localDayOf(trx, therapist.id, start),
    status: "submitted",
    ...staffFields,
    sms_consent: Number(smsConsent),
    uid: randomUUID(),
    patient_zone: await zoneToStore(trx, who, booking),
    created_at: now,
    submitted_at: now,
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
  await recomputeStep(trx, order.id, now);
  await queueVisitEvent(trx, now, null, visit);
  if (!skipNotice) await notifyOfVisit({ trx, app, who }, { visit, notice: () => submittedNotice(visit) });
  await logAudit({ trx, app, who }, "visit.booked", `visit ${id}`, {
    therapist_id: therapist.id,
    start: iso(start),
    sms_consent: smsConsent,
  });
  return visit;
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
