import type { App, Tx } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import { instantOf, zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { needsLink } from "~/kinds/kind-schema";
import { type KindOfVisit, requireKind } from "~/kinds/kinds.server";
import { ownTherapist, ownTherapistOfId } from "~/therapists/therapist-permissions.server";
import { insertVisit, keyScope, refuseExistingVisit } from "../book-visit.server";
import { checkTime, claimTime } from "../claim-time.server";
import { writeConfirmation } from "../confirm-visit.server";
import { idempotently } from "../idempotently.server";
import { makeMeetingLink } from "../make-meeting-link.server";
import { refuseWarnings } from "../time-warnings.server";
import { type VisitView, visitView } from "../visit";
import { bookingReason } from "./booking-reason";
import { findBookableOrder } from "./find-orders.server";
import type { NewAppointmentForm } from "./new-appointment-schema";

/**
 * Books a visit for a patient. The user must accept warnings about the time.
 * @throws Refusal "conflict" with alternatives if the time is taken
 */
export async function bookAsStaff(app: App, who: Who, input: NewAppointmentForm): Promise<VisitView> {
  const time = await requestedTime(app, who, input);
  return claimTime(app, who, (trx) => {
    const { idempotency_key: key, accept: _, ...body } = input;
    return idempotently(trx, app.clock.now(), { scope: `${keyScope(who)} new`, key, body }, async () => {
      const order = await findBookableOrder(trx, who, input.order);
      const kind = await requireKind(trx, who, { orderId: order.id, kindId: input.kind });
      const requested = { ...time, kind };
      const isConfirmed = input.status === "confirmed";
      const link = input.meeting_link ?? (isConfirmed ? await linkOf(trx, order.id, requested) : null);
      if (isConfirmed && !link && needsLink(kind)) {
        throw invalidField("meeting_link", "Meeting link is required.");
      }
      const reason = bookingReason(order, input.reason);
      await refuseExistingVisit(trx, who, order.id);
      await checkTime({ trx, app, who }, requested);
      if (!input.accept) await refuseWarnings(app, trx, order.id, requested);
      return visitView(
        await insert({ trx, app, who }, order, requested, {
          ...input,
          meeting_link: link ?? undefined,
          booking_reason: reason,
        }),
      );
    });
  });
}

const linkOf = (trx: Db, orderId: number, { kind, therapist, start }: StaffTime) =>
  makeMeetingLink(trx, {
    visitId: null,
    orderId,
    kindId: kind.id,
    therapistId: therapist.id,
    start,
    end: start + kind.length,
  });

/** @throws Refusal "invalid" if no time was chosen, or if daylight saving time skips it */
async function requestedTime(app: App, who: Who, input: NewAppointmentForm) {
  if (input.offered) {
    const therapist = await ownTherapist(app.reads, who, input.offered.therapist);
    return { therapist, start: input.offered.datetime };
  }
  const therapist = await ownTherapistOfId(app.reads, who, input.therapist);
  if (typeof input.slot === "number") return { therapist, start: input.slot };
  if (!input.time) throw invalidField(input.slot === "other" ? "time" : "slot", "Choose a time.");
  const start = instantOf(input.date, input.time, zoneOrUtc(therapist.timezone));
  if (start === null) {
    throw invalidField("time", "The clocks skip this time on that day. Choose another time.");
  }
  return { therapist, start };
}

interface StaffTime {
  therapist: Row<"therapists">;
  start: number;
  kind: KindOfVisit;
}

async function insert(
  { trx, app, who }: Tx,
  order: Row<"orders">,
  requested: StaffTime,
  input: NewAppointmentForm & { booking_reason: string | null },
) {
  const isConfirmed = input.status === "confirmed";
  const visit = await insertVisit(
    { trx, app, who },
    {
      order,
      requested,
      smsConsent: input.sms_consent,
      staffFields: {
        visit_type: input.visit_type,
        meeting_link: input.meeting_link ?? null,
        note: input.note || null,
        booking_reason: input.booking_reason,
      },
      skipNotice: isConfirmed,
    },
  );
  if (!isConfirmed) return visit;
  return writeConfirmation({ trx, app, who }, visit, { ...input, meeting_link: visit.meeting_link });
}
