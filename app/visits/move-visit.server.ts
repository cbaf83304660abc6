import type { AuditAction } from "~/audit/audit-sentences";
import type { App, Tx } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import { iso, localDate, zoneOrUtc } from "~/core/time";
import { longestVisit } from "~/core/visit-length";
import { isActive, statusWord } from "~/core/visit-status";
import type { Patient, Who } from "~/core/who";
import { requireKind, visitColumns } from "~/kinds/kinds.server";
import { findBookable } from "~/therapists/therapist-permissions.server";
import { changeVisit } from "./change-visit.server";
import { checkTime, claimTime, type RequestedTime, writeTime } from "./claim-time.server";
import { withoutLateness } from "./late/day-marks";
import { limitVisitChanges } from "./limit-visit-changes.server";
import { movedNotice } from "./notices/visit-notices";
import { checkPageToken } from "./page-token.server";
import { checkChangeable, requireActiveVisit } from "./patient-may-change.server";
import { planConfirmation } from "./plan-confirmation.server";
import { requireOwnVisit } from "./require-own-visit.server";
import { seatColumns } from "./seats.server";
import { refuseWarnings } from "./time-warnings.server";
import { kindOfMoved, lengthElsewhere, type Visit, type VisitView, visitView } from "./visit";
import { changedByOther, refuseStaleVisit } from "./visit-refusals.server";
import type { MoveMyVisit, MoveVisit } from "./visit-schema";

/**
 * Moves a visit to another time. Its status stays the same. With `hold`, notices wait 30 seconds, and `undoMove` can
 * undo the move until then.
 * @throws Refusal "missing" for another therapist's visit; "conflict" for an inactive or outdated visit and
 *   for a taken time; "invalid" for a past time, an end out of range, and warnings that weren't accepted
 */
export async function moveVisit(app: App, who: Who, input: MoveVisit): Promise<VisitView> {
  const before = await requireOwnVisit(app.reads, who, input.id);
  const requested = requestedTime(before, input.datetime, input.end);
  if (requested.end <= requested.start || requested.end - requested.start > longestVisit) {
    throw invalidField("end", "Choose an end time after the start time and no more than 12 hours later.");
  }
  return claimTime(app, who, async (trx) => {
    const visit = await requireOwnVisit(trx, who, before.id);
    if (!isActive(visit.status)) {
      throw new Refusal("conflict", `A visit that is ${statusWord(visit.status)} can't be moved.`);
    }
    const isStale = input.version !== undefined && input.version !== visit.version;
    if (isStale || visit.therapist_id !== before.therapist_id) throw await refuseStaleVisit(trx, visit);
    await checkTime({ trx, app, who }, requested);
    if (input.accept === false) await refuseWarnings(app, trx, visit.order_id, requested);
    return visitView(await move({ trx, app, who }, visit, requested, { hold: input.hold }));
  });
}

/**
 * Moves the patient's own visit to an opening. A new therapist has to confirm it.
 * @param viewer the IANA zone of the patient's browser
 * @throws Refusal like `bookVisit`; "conflict" for a visit that starts too soon to change or another patient's page;
 *   "too-many" after ten bookings and moves in an hour
 */
export async function moveMyVisit(
  app: App,
  who: Patient,
  input: MoveMyVisit,
  viewer: string | null = null,
): Promise<VisitView> {
  checkPageToken(app, who, input.page_token, "changed");
  const before = await requireActiveVisit(app.reads, who);
  const other = input.therapist ? await findBookable(app.reads, who, input.therapist) : null;
  const requested = requestedTime(before, input.datetime);
  if (other) requested.therapist = other;
  return claimTime(app, who, async (trx) => {
    const visit = await requireActiveVisit(trx, who);
    const isSameTherapist = visit.therapist_id === requested.therapist.id;
    // A repeat request succeeds, even if the visit now starts too soon to change.
    if (visit.start_at === requested.start && isSameTherapist) return visitView(visit);
    await checkChangeable({ trx, app }, visit);
    if (!other && !isSameTherapist) throw changedByOther();
    await checkTime({ trx, app, who }, requested);
    await limitVisitChanges({ trx, app, who });
    return visitView(await move({ trx, app, who }, visit, requested, { viewer }));
  });
}

const requestedTime = (visit: Visit, start: number, end = start + lengthElsewhere(visit)) => ({
  therapist: {
    id: visit.therapist_id,
    name: visit.therapist,
    region: visit.region,
    timezone: visit.timezone,
  },
  start,
  end,
  exceptVisit: visit.id,
  kind: kindOfMoved(visit),
});

interface MoveOptions {
  hold?: boolean | undefined;
  /** The patient's zone, if it replaces the visit's. */
  viewer?: string | null;
}

const move = ({ trx, app, who }: Tx, visit: Visit, to: RequestedTime, options: MoveOptions) =>
  writeMove({ trx, app, who }, visit, to, {
    action: "visit.moved",
    details: { from: iso(visit.start_at), to: iso(to.start), therapist_id: to.therapist.id },
    ...options,
  });

interface Move extends MoveOptions {
  action: AuditAction;
  details: Record<string, unknown>;
  takenMessage?: string | undefined;
}

/**
 * Writes a visit's new time, inside the caller's transaction. A seat leaves its class, unless `requested` has one of
 * another class. A new therapist has to confirm the visit. After any change, an interpreter has to be arranged again. If the time changes, the patient also has to confirm again.
 * @throws UnavailableTime; Refusal "conflict" for an outdated visit
 */
export async function writeMove(
  { trx, app, who }: Tx,
  visit: Visit,
  requested: RequestedTime,
  { takenMessage, viewer, ...change }: Move,
): Promise<Visit> {
  const { therapist, start, seat } = requested;
  const isOtherKind = visit.class_id !== (seat?.classId ?? null);
  const leftFor =
    isOtherKind && !seat ? await requireKind(trx, who, { orderId: visit.order_id, kindId: undefined }) : null;
  const end = leftFor ? start + leftFor.length : (requested.end ?? start + lengthElsewhere(visit));
  const needsConfirmation = therapist.id !== visit.therapist_id || isOtherKind;
  const isOtherVisit = needsConfirmation || start !== visit.start_at;
  const now = app.clock.now();
  const time = { orderId: visit.order_id, therapistId: therapist.id, kindId: visit.kind_id, start, end };
  const { confirm_by, immediateLink } = await planConfirmation(trx, who, time, now);
  const link = seat ? seat.link : who.kind === "patient" ? immediateLink : null;
  const confirmation =
    link || (seat && !visit.interpreter)
      ? { status: "confirmed", meeting_link: link, confirmed_at: now }
      : { status: "submitted", meeting_link: null, confirmed_at: null };
  const write = async () =>
    changeVisit({ trx, app, who }, visit, {
      ...change,
      set: {
        therapist_id: therapist.id,
        start_at: start,
        end_at: end,
        patient_zone: visit.place?.zone ?? visit.visit_zone ?? viewer ?? visit.patient_zone,
        local_date: localDate(start, zoneOrUtc(therapist.timezone)),
        ...(isOtherKind && seat && (await seatColumns(trx, seat.classId))),
        ...(leftFor && { ...visitColumns(leftFor, start), class_id: null }),
        ...(needsConfirmation && confirmation),
        ...(isOtherVisit && { confirm_by }),
        ...(visit.interpreter_arranged &&
          isOtherVisit && { interpreter_arranged: 0, interpreter_note: null }),
        ...(start !== visit.start_at && {
          patient_confirmed_at: null,
          change_asked_at: null,
          equipment_missing_at: null,
        }),
        ...(isOtherVisit && withoutLateness),
      },
      notice: movedNotice,
    });
  return writeTime(requested, write, takenMessage);
}
