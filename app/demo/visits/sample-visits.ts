import { hour, minute } from "~/core/time";
import type { CancelReason, NoShowReason } from "~/visits/outcome/outcome-reasons";
import { hasFullDay, type Therapist } from "../people/staff";
import type { Random } from "../random.server";
import type { Calendar, Opening } from "./sample-calendar";

export interface DemoVisit {
  opening: Opening;
  status: "submitted" | "confirmed" | "pending" | "completed" | "cancelled" | "no show";
  type: "Setup" | "Follow-up";
  consent: boolean;
  /** Milliseconds UTC, like the next three fields. */
  submittedAt: number;
  confirmedAt: number | null;
  completedAt: number | null;
  cancelledAt: number | null;
  noShowReason: NoShowReason | null;
  cancelReason: CancelReason | null;
}

type Times = Pick<DemoVisit, "submittedAt"> & Partial<DemoVisit>;

function visit(opening: Opening, status: DemoVisit["status"], times: Times): DemoVisit {
  return {
    opening,
    status,
    type: "Setup",
    consent: true,
    confirmedAt: null,
    completedAt: null,
    cancelledAt: null,
    noShowReason: null,
    cancelReason: null,
    ...times,
  };
}

/** Chooses days so that every list in the product has entries. */
export function activeVisits(random: Random, calendar: Calendar) {
  const counts = new Map<string, number>();

  function next(therapist: Therapist, status: string): number {
    const key = `${therapist.index} ${status}`;
    const nth = counts.get(key) ?? 0;
    counts.set(key, nth + 1);
    return nth;
  }

  function wantedDay(therapist: Therapist, status: string): { day: number; exactly: boolean } {
    const nth = next(therapist, status);
    const full = hasFullDay(therapist.index);
    const fullDay = { day: calendar.weekdayAhead(4 + (therapist.index % 3)), exactly: true };
    const anyDay = { day: calendar.weekdayAhead(random.whole(2, 19)), exactly: false };
    if (status === "pending") return full && nth === 0 ? fullDay : anyDay;
    if (status === "submitted") return nth < 2 ? { day: nth + 1, exactly: true } : anyDay;
    if (nth === 0) return { day: 0, exactly: true };
    if (full) return nth < 3 ? fullDay : anyDay;
    return nth === 1 && therapist.index % 2 === 0 ? { day: -1, exactly: true } : anyDay;
  }

  return function activeVisit(
    therapist: Therapist,
    status: "submitted" | "confirmed" | "pending",
    consent: boolean,
  ): DemoVisit {
    const { day, exactly } = wantedDay(therapist, status);
    const opening =
      (exactly ? calendar.book(random, therapist, day) : null) ??
      calendar.bookOnOrAfter(random, therapist, day);
    const submittedAt = calendar.officeMoment(random, Math.min(day - 2, -2) - random.whole(0, 2));
    const confirmedAt = status === "confirmed" ? submittedAt + random.whole(60, 720) * minute : null;
    return visit(opening, status, { submittedAt, confirmedAt, consent });
  };
}

export function completedVisit(
  random: Random,
  opening: Opening,
  more: Pick<DemoVisit, "type" | "consent">,
): DemoVisit {
  const submittedAt = opening.start - random.whole(20 * 60, 70 * 60) * minute;
  return visit(opening, "completed", {
    ...more,
    submittedAt,
    confirmedAt: submittedAt + random.whole(60, 600) * minute,
    completedAt: opening.start + random.whole(50, 90) * minute,
  });
}

const chosen = <Reason>(at: number, reasons: readonly Reason[]): Reason =>
  reasons[Math.floor(at / minute) % reasons.length] as Reason;

export function missedVisit(random: Random, opening: Opening, now: number, consent: boolean): DemoVisit {
  const known = Math.min(opening.start, now);
  const submittedAt = known - random.whole(30 * 60, 70 * 60) * minute;
  const confirmedAt = random.fraction() < 0.6 ? submittedAt + random.whole(60, 600) * minute : null;
  if (opening.start + hour < now && random.fraction() < 0.3) {
    const noShowReason = chosen<NoShowReason>(submittedAt, [
      "patient_absent",
      "patient_absent",
      "unreachable",
      "technical",
    ]);
    return visit(opening, "no show", {
      submittedAt,
      consent,
      noShowReason,
      confirmedAt: confirmedAt ?? submittedAt + 2 * hour,
    });
  }
  const cancelledAt = (confirmedAt ?? submittedAt) + random.whole(30, 600) * minute;
  const cancelReason = chosen<CancelReason | null>(submittedAt, [
    "patient_request",
    "patient_request",
    "equipment_not_arrived",
    "therapist_unavailable",
    "insurance",
    "duplicate",
    null,
  ]);
  return visit(opening, "cancelled", { submittedAt, confirmedAt, cancelledAt, cancelReason, consent });
}

export const missedAt = ({ opening }: DemoVisit): number => opening.start + 20 * minute;

export function endOf({ opening, cancelledAt, completedAt }: DemoVisit): number {
  return completedAt ?? cancelledAt ?? opening.start + hour;
}
