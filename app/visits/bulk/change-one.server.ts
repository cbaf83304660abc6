import { findOpening } from "~/availability/list-openings.server";
import type { Tx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { formatWhen, zoneOrUtc } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { needsLink } from "~/kinds/kind-schema";
import { findMeetingLink, findTherapist } from "~/therapists/therapists.server";
import { cancelWithin } from "../cancel-visit.server";
import { completeWithin } from "../complete-visit.server";
import { confirm, linkOf } from "../confirm-visit.server";
import { interpreterNeed, isUnanswered } from "../interpreter";
import { openingKindOf } from "../opening-kind.server";
import { noShowWithin } from "../outcome/mark-no-show.server";
import type { CancelReason, NoShowReason } from "../outcome/outcome-reasons";
import { findSameTimeProblem, staffWindow } from "../reassign/openings-of-replacements.server";
import { problemOf } from "../reassign/propose-moves.server";
import { reassignVisit } from "../reassign/reassign-visits.server";
import { requireOwnVisit } from "../require-own-visit.server";
import type { Visit } from "../visit";
import { refuseStaleVisit } from "../visit-refusals.server";
import { bulkStrings } from "./bulk-strings";

export interface Result {
  outcome: "done" | "already";
  message: string;
}

const done = (message: string): Result => ({ outcome: "done", message });
const already = (message: string): Result => ({ outcome: "already", message });

type Change = Pick<Row<"bulk_changes">, "act" | "meeting_link" | "reason">;
type Entry = Row<"bulk_change_visits">;

const statusAfter = {
  confirm: "confirmed",
  cancel: "cancelled",
  complete: "completed",
  no_show: "no show",
} as const;

/**
 * Changes one visit of a bulk change, inside the caller's transaction.
 * @throws Refusal or UnavailableTime, with the reason that the visit wasn't changed: for example, who has changed it
 *   since the user selected it
 */
export async function changeOne({ trx, app, who }: Tx, change: Change, entry: Entry): Promise<Result> {
  const { act } = change;
  const visit = await requireOwnVisit(trx, who, entry.visit_id);
  if (act === "reassign") return reassign({ trx, app, who }, visit, entry);
  if (visit.status === statusAfter[act])
    return already(act === "no_show" ? "Already a no-show." : `Already ${bulkStrings[act].past}.`);
  await refuseStale(trx, entry, visit);
  if (act === "confirm") return confirmWithLink({ trx, app, who }, visit, change.meeting_link);
  if (act === "complete") return complete({ trx, app, who }, visit);
  if (act === "no_show") return markMissed({ trx, app, who }, visit, change.reason);
  await cancelWithin({ trx, app, who }, visit, change.reason as CancelReason | null);
  return done("Canceled. The patient will be notified.");
}

async function refuseStale(trx: Db, entry: Entry, visit: Visit): Promise<void> {
  if (entry.version !== visit.version) throw await refuseStaleVisit(trx, visit);
}

async function complete({ trx, app, who }: Tx, visit: Visit): Promise<Result> {
  await completeWithin({ trx, app, who }, visit);
  return done("Completed. The patient will get a thank-you message.");
}

async function markMissed({ trx, app, who }: Tx, visit: Visit, reason: string | null) {
  await noShowWithin({ trx, app, who }, visit, {
    reason: (reason as NoShowReason | null) ?? "patient_absent",
  });
  return done("Marked as a no-show.");
}

async function confirmWithLink({ trx, app, who }: Tx, visit: Visit, fallback: string | null) {
  const link =
    visit.meeting_link ??
    (await linkOf(trx, visit)) ??
    (await findMeetingLink(trx, visit.therapist_id)) ??
    fallback;
  if (!link && needsLink(visit)) throw new Refusal("invalid", "Meeting link is required.");
  if (visit.interpreter && isUnanswered(visit)) {
    throw new Refusal("invalid", `${interpreterNeed(visit.interpreter)}. Open this visit to confirm it.`);
  }
  await confirm({ trx, app, who }, visit, { meeting_link: link });
  return done("Confirmed. The invitation will be sent.");
}

async function reassign({ trx, app, who }: Tx, visit: Visit, entry: Entry): Promise<Result> {
  const therapist = await findTherapist(trx, entry.therapist_id ?? 0);
  const start = entry.start_at ?? visit.start_at;
  if (visit.therapist_id === therapist.id && visit.start_at === start) {
    return already(`Already with ${therapist.name}.`);
  }
  const now = app.clock.now();
  refuse(problemOf(visit, now));
  await refuseStale(trx, entry, visit);
  const keepsTime = start === visit.start_at;
  const takenMessage = keepsTime
    ? `${therapist.name} has another visit at that time.`
    : `${therapist.name}'s time was taken.`;
  if (keepsTime) refuse(await findSameTimeProblem(app, trx, therapist, visit));
  else if (
    !(await findOpening(trx, staffWindow(app), {
      now,
      therapistId: therapist.id,
      start,
      kind: openingKindOf(visit),
    }))
  ) {
    throw new Refusal("conflict", takenMessage);
  }
  await reassignVisit({ trx, app, who }, visit, { therapist, start, takenMessage, hold: true });
  const when = formatWhen(start, zoneOrUtc(therapist.timezone));
  return done(`Reassigned to ${therapist.name}, ${when}. ${therapist.name} has to confirm it.`);
}

function refuse(problem: string | null): void {
  if (problem) throw new Refusal("conflict", problem);
}
