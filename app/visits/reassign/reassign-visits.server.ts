import { longestVisit } from "~/availability/visit-length";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { formatWhen, zoneOrUtc } from "~/core/time";
import { activeStatuses } from "~/core/visit-status";
import type { Who } from "~/core/who";
import { isOverlap } from "~/db/constraint-errors.server";
import type { Db } from "~/db/open.server";
import { listVisits } from "../visits.server";
import { reassignVisit } from "./reassign-visit.server";

interface Successor {
  id: number;
  name: string;
  timezone: string;
}

const mostVisits = 2000;

/**
 * Gives the visits a therapist has to come to another one, at their times, inside the caller's
 * transaction. Each waits for the new therapist to confirm, and its patient is told.
 *
 * @returns how many
 * @throws Refusal "conflict" naming the first time at which the new therapist is taken
 */
export async function reassignVisits(
  trx: Db,
  app: App,
  who: Who,
  fromTherapist: number,
  to: Successor,
): Promise<number> {
  const now = app.clock.now();
  const visits = await listVisits(trx, {
    therapistId: fromTherapist,
    statuses: activeStatuses,
    from: now - longestVisit,
    limit: mostVisits,
  });
  const due = visits.filter((visit) => visit.end_at > now);
  for (const visit of due) {
    try {
      await reassignVisit(trx, app, who, visit, to);
    } catch (error) {
      if (!isOverlap(error)) throw error;
      throw new Refusal(
        "conflict",
        `${to.name} has a visit already at ${formatWhen(visit.start_at, zoneOrUtc(to.timezone))}. Move that one first, or choose somebody else.`,
      );
    }
  }
  return due.length;
}
