import type { Tx } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { formatWhen, iso, zoneOrUtc } from "~/core/time";
import { longestVisit } from "~/core/visit-length";
import { activeStatuses } from "~/core/visit-status";
import { type RequestedTime, UnavailableTime } from "../claim-time.server";
import { writeMove } from "../move-visit.server";
import type { Visit } from "../visit";
import { listVisits } from "../visits.server";

type NewTherapist = RequestedTime["therapist"];

/**
 * Assigns an active visit to another therapist, inside the caller's transaction.
 * @param input.start ms UTC; by default, the visit's current start
 * @param input.hold delays the notices, so that `undoMove` can undo it
 * @throws UnavailableTime with `takenMessage`
 */
export function reassignVisit(
  { trx, app, who }: Tx,
  visit: Visit,
  input: { therapist: NewTherapist; start?: number; takenMessage?: string; hold?: boolean },
): Promise<Visit> {
  const { therapist, start = visit.start_at, takenMessage, hold } = input;
  const requested = { therapist, start, exceptVisit: visit.id };
  const details = start === visit.start_at ? {} : { start: iso(start) };
  return writeMove({ trx, app, who }, visit, requested, {
    action: "visit.handed-over",
    details,
    takenMessage,
    hold,
  });
}

const mostVisits = 2000;

/**
 * Reassigns all of a therapist's upcoming visits at their current times, inside the caller's transaction.
 * @returns the number of visits
 * @throws Refusal "conflict" with the first time at which the new therapist has a visit
 */
export async function reassignVisits(
  { trx, app, who }: Tx,
  fromTherapist: number,
  therapist: NewTherapist,
): Promise<number> {
  const now = app.clock.now();
  const visits = await listVisits(trx, {
    therapistId: fromTherapist,
    statuses: activeStatuses,
    from: now - longestVisit,
    limit: mostVisits,
  });
  const upcoming = visits.filter((visit) => visit.end_at > now);
  for (const visit of upcoming) {
    const when = formatWhen(visit.start_at, zoneOrUtc(therapist.timezone));
    await reassignVisit({ trx, app, who }, visit, { therapist }).catch((error: unknown) => {
      if (!(error instanceof UnavailableTime)) throw error;
      throw new Refusal(
        "conflict",
        `${therapist.name} already has a visit at ${when}. Move that one first, or choose another therapist.`,
      );
    });
  }
  return upcoming.length;
}
