import { visitLength } from "~/availability/visit-length";
import type { App } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import { instantOf, localDate, zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import { isOverlap, isSecondVisit } from "~/db/constraint-errors.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { ownTherapist, ownTherapistOfId } from "~/therapists/therapist-permissions.server";
import { insertVisit, scopeOf } from "~/visits/book-visit.server";
import { changeVisit } from "~/visits/change-visit.server";
import { checkNotPast } from "~/visits/check-time.server";
import { idempotently } from "~/visits/idempotently.server";
import { confirmedNotice } from "~/visits/notices";
import { UnavailableTime } from "~/visits/time-problem.server";
import { refuseSecondVisit, refuseTime, timeTaken } from "~/visits/time-refusals.server";
import { type VisitView, visitView } from "~/visits/visit";
import { findActiveVisit, listClashes } from "~/visits/visits.server";
import { findBookableOrder } from "./find-orders.server";
import type { NewAppointmentForm } from "./new-appointment-schema";
import { listTimeWarnings } from "./time-warnings.server";

/**
 * Makes a visit for an order, submitted or confirmed at once: then the patient gets the invitation and
 * no receipt before it. Any time to come may be chosen; one on a full day or outside the availability
 * must be accepted.
 *
 * Refuses another therapist or an order that is not there (missing), no meeting link for a confirmed
 * visit, a time that is past or not on the clock, one with doubts that were not accepted (invalid), a
 * clash with every visit it names and alternatives, a second active visit of the order (conflict).
 */
export async function bookAsStaff(app: App, who: Who, input: NewAppointmentForm): Promise<VisitView> {
  const { therapist, start } = await chosenTime(app, who, input);
  if (input.status === "confirmed" && !input.meeting_link) {
    throw invalidField("meeting_link", "Meeting link is required.");
  }
  const missed = { ...therapist, therapistId: therapist.id, therapist: therapist.name, start };
  try {
    return await app.db.transaction().execute(async (trx) => {
      const { idempotency_key: key, accept: _, ...body } = input;
      return idempotently(trx, app.clock.now(), { scope: `${scopeOf(who)} new`, key, body }, async () => {
        const order = await findBookableOrder(trx, who, input.order);
        const existing = await findActiveVisit(trx, order.id);
        if (existing) throw refuseSecondVisit(who, existing);
        checkNotPast(app, missed);
        const clashes = await listClashes(trx, {
          therapistId: therapist.id,
          start,
          end: start + visitLength,
        });
        if (clashes.length > 0) throw new UnavailableTime("conflict", timeTaken);
        if (!input.accept) await refuseDoubts(trx, therapist, start);
        return visitView(await make(trx, app, who, { order, therapist, start, input }));
      });
    });
  } catch (error) {
    if (isOverlap(error)) throw await refuseTime(app, who, "conflict", timeTaken, missed);
    if (error instanceof UnavailableTime) throw await refuseTime(app, who, error.code, error.message, missed);
    if (isSecondVisit(error)) throw refuseSecondVisit(who, undefined);
    throw error;
  }
}

/** Whose time it is and when it begins: what was typed stands on the therapist's own clock. */
async function chosenTime(app: App, who: Who, input: NewAppointmentForm) {
  if (input.offered) {
    const therapist = await ownTherapist(app.reads, who, input.offered.therapist);
    return { therapist, start: input.offered.datetime };
  }
  const therapist = await ownTherapistOfId(app.reads, who, input.therapist);
  if (typeof input.slot === "number") return { therapist, start: input.slot };
  if (!input.time) throw invalidField(input.slot === "other" ? "time" : "slot", "Choose a time.");
  const start = instantOf(input.date, input.time, zoneOrUtc(therapist.timezone));
  if (start === null) throw invalidField("time", "The clock skips this time on that day. Choose another.");
  return { therapist, start };
}

async function refuseDoubts(trx: Db, therapist: Row<"therapists">, start: number): Promise<void> {
  const date = localDate(start, zoneOrUtc(therapist.timezone));
  const doubts = await listTimeWarnings(trx, therapist, { start, date });
  if (doubts.length === 0) return;
  throw new Refusal("invalid", doubts.join(" "), { fields: { accept: doubts }, extra: { doubts } });
}

interface Making {
  order: Row<"orders">;
  therapist: Row<"therapists">;
  start: number;
  input: NewAppointmentForm;
}

async function make(trx: Db, app: App, who: Who, { order, therapist, start, input }: Making) {
  const confirmed = input.status === "confirmed";
  const visit = await insertVisit(trx, app, who, {
    order,
    therapist,
    input: { datetime: start, sms_consent: input.sms_consent },
    more: {
      visit_type: input.visit_type,
      meeting_link: input.meeting_link ?? null,
      note: input.note || null,
    },
    quietly: confirmed,
  });
  if (!confirmed) return visit;
  return changeVisit(trx, app, who, visit, {
    action: "visit.confirmed",
    set: { status: "confirmed", confirmed_at: app.clock.now() },
    notice: confirmedNotice,
  });
}
