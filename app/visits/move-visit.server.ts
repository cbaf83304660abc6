import { longestVisit } from "~/availability/visit-length";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { iso } from "~/core/time";
import { isActive } from "~/core/visit-status";
import type { Patient, Who } from "~/core/who";
import { isOverlap } from "~/db/constraint-errors.server";
import type { Db } from "~/db/open.server";
import { findBookable } from "~/therapists/therapist-permissions.server";
import { localDayOf } from "~/therapists/therapists.server";
import { changeVisit } from "./change-visit.server";
import { checkNotPast, checkOpening } from "./check-time.server";
import { refuseStaleVisit } from "./moves/refuse-stale-visit.server";
import { movedNotice } from "./notices";
import { checkPageToken } from "./page-token.server";
import { checkChangeable, requireActiveVisit } from "./patient-visit.server";
import type { MoveMyVisit, MoveVisit } from "./schema";
import { UnavailableTime } from "./time-problem.server";
import { changedByOther, refuseTime, timeTaken } from "./time-refusals.server";
import { type Visit, type VisitView, visitView } from "./visit";
import { requireOwnVisit } from "./visit-permissions.server";

interface Target {
  therapistId: number;
  therapist: string;
  region: string;
  timezone: string;
  start: number;
  end: number;
}

/**
 * Moves a visit to another time; its status stays. Refuses another's visit (missing), one that is over
 * or was changed meanwhile (conflict, saying by whom), a past time (invalid), a clash (conflict with every
 * clash named). With `hold` people are told half a minute later, and `undoMove` can take it back till then.
 */
export async function moveVisit(app: App, who: Who, input: MoveVisit): Promise<VisitView> {
  const before = await requireOwnVisit(app.reads, who, input.id);
  const target = {
    ...placeOf(before),
    start: input.datetime,
    end: input.end ?? input.datetime + (before.end_at - before.start_at),
  };
  if (target.end <= target.start || target.end - target.start > longestVisit) {
    const sentence = "A visit ends after it begins, and within twelve hours.";
    throw new Refusal("invalid", sentence, { fields: { end: [sentence] } });
  }
  return withAlternatives(app, who, target, before.id, async (trx) => {
    const visit = await requireOwnVisit(trx, who, before.id);
    if (!isActive(visit.status)) {
      throw new Refusal("conflict", `A visit that is ${visit.status} can't be moved.`);
    }
    const isStale = input.version !== undefined && input.version !== visit.version;
    if (isStale || visit.therapist_id !== target.therapistId) throw await refuseStaleVisit(trx, visit);
    checkNotPast(app, target);
    return move(trx, app, who, visit, target, input.hold);
  });
}

/**
 * Moves the patient's own visit to an opening, of the same therapist or another. With another therapist
 * it waits for that one to confirm. Refuses what booking refuses, a visit that begins too soon and a page
 * that was another's.
 */
export async function moveMyVisit(app: App, who: Patient, input: MoveMyVisit): Promise<VisitView> {
  checkPageToken(app, who, input.mark);
  const before = await requireActiveVisit(app.reads, who);
  const other = input.therapist ? await findBookable(app.reads, who, input.therapist) : null;
  const place = other ? { ...other, therapistId: other.id, therapist: other.name } : placeOf(before);
  const target = { ...place, start: input.datetime, end: input.datetime + (before.end_at - before.start_at) };
  return withAlternatives(app, who, target, before.id, async (trx) => {
    const visit = await requireActiveVisit(trx, who);
    // Asked again since the answer was lost, a move to a time that is near has happened all the same.
    if (visit.start_at === target.start && visit.therapist_id === target.therapistId) return visit;
    checkChangeable(app, visit);
    if (!other && visit.therapist_id !== target.therapistId) throw changedByOther();
    await checkOpening(trx, app, { ...target, exceptVisit: visit.id });
    return move(trx, app, who, visit, target);
  });
}

const placeOf = (visit: Visit) => ({
  therapistId: visit.therapist_id,
  therapist: visit.therapist,
  region: visit.region,
  timezone: visit.timezone,
});

async function move(trx: Db, app: App, who: Who, visit: Visit, target: Target, hold = false): Promise<Visit> {
  const changesHands = target.therapistId !== visit.therapist_id;
  return changeVisit(trx, app, who, visit, {
    action: "visit.moved",
    set: {
      therapist_id: target.therapistId,
      start_at: target.start,
      end_at: target.end,
      local_date: await localDayOf(trx, target.therapistId, target.start),
      ...(changesHands && { status: "submitted", meeting_link: null, confirmed_at: null }),
    },
    details: { from: iso(visit.start_at), to: iso(target.start), therapist_id: target.therapistId },
    notice: movedNotice,
    hold,
  });
}

async function withAlternatives(
  app: App,
  who: Who,
  target: Target,
  except: number,
  run: (trx: Db) => Promise<Visit>,
): Promise<VisitView> {
  try {
    return visitView(await app.db.transaction().execute(run));
  } catch (error) {
    const missed = { ...target, except };
    if (isOverlap(error)) throw await refuseTime(app, who, "conflict", timeTaken, missed);
    if (error instanceof UnavailableTime) throw await refuseTime(app, who, error.code, error.message, missed);
    throw error;
  }
}
