import { logAudit } from "~/audit/log-audit.server";
import { findOpening } from "~/availability/openings.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { formatWhen, zoneOrUtc } from "~/core/time";
import { isActive } from "~/core/visit-status";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { findTherapist } from "~/therapists/therapists.server";
import { claimTime } from "../claim-time.server";
import { reassignVisit } from "../reassign/reassign-visits.server";
import { requireOwnVisit } from "../require-own-visit.server";
import type { MoveDay, ReplacementChoice } from "./absence-schema";
import { staffWindow } from "./propose-moves.server";

/**
 * Moves an absent therapist's visits to the chosen times, all or none. Each new therapist has to confirm, and
 * everyone involved is notified. Visits that were already moved are skipped.
 * @returns the number of moved visits
 * @throws Refusal "conflict" when a visit has changed or a time was taken
 */
export function moveDay(app: App, who: Who, input: MoveDay): Promise<number> {
  return claimTime(app, who, async (trx) => {
    await findTherapist(trx, input.id);
    let moved = 0;
    for (const choice of input.slot) if (await moveOne(trx, app, who, input.id, choice)) moved += 1;
    await logAudit(trx, app, who, {
      action: "therapist.out",
      subject: `therapist ${input.id}`,
      details: { date: input.date, visits: moved },
    });
    return moved;
  });
}

const outdated = (what: string) =>
  `Nothing was moved because ${what}. The page now shows the current visits.`;

async function moveOne(
  trx: Db,
  app: App,
  who: Who,
  absentTherapist: number,
  { visit: id, version, slot }: ReplacementChoice,
): Promise<boolean> {
  if (!slot) return false;
  const visit = await requireOwnVisit(trx, who, id);
  if (visit.therapist_id === slot.therapist && visit.start_at === slot.start) return false;
  const when = formatWhen(visit.start_at, zoneOrUtc(visit.timezone));
  if (visit.therapist_id !== absentTherapist || visit.version !== version || !isActive(visit.status)) {
    throw new Refusal("conflict", outdated(`the visit on ${when} has changed`));
  }
  const therapist = await findTherapist(trx, slot.therapist);
  const takenMessage = outdated(`${therapist.name}'s time for the visit on ${when} was taken`);
  const { start } = slot;
  const now = app.clock.now();
  if (!(await findOpening(trx, staffWindow, { now, therapistId: therapist.id, start }))) {
    throw new Refusal("conflict", takenMessage);
  }
  await reassignVisit(trx, app, who, visit, { therapist, start, takenMessage });
  return true;
}
