import { logAudit } from "~/audit/log-audit.server";
import { findOpening } from "~/availability/openings.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { formatWhen, zoneOrUtc } from "~/core/time";
import { isActive } from "~/core/visit-status";
import type { Who } from "~/core/who";
import { isOverlap } from "~/db/constraint-errors.server";
import type { Db } from "~/db/open.server";
import { findTherapist } from "~/therapists/therapists.server";
import { reassignVisit } from "../reassign/reassign-visit.server";
import type { Visit } from "../visit";
import { requireOwnVisit } from "../visit-permissions.server";
import type { MoveDay, ReplacementChoice } from "./absence-schema";
import { staffWindow } from "./propose-moves.server";

/**
 * Moves the visits of a therapist who is out to the homes chosen for them, all or none. Each waits for
 * its new therapist to confirm, and everybody concerned is told. What has moved already is left alone.
 *
 * @returns how many moved
 * @throws Refusal "conflict" where a visit or a home is no longer as it was seen
 */
export async function moveDay(app: App, who: Who, input: MoveDay): Promise<number> {
  try {
    return await app.db.transaction().execute(async (trx) => {
      await findTherapist(trx, input.id);
      let moved = 0;
      for (const choice of input.home) {
        if (choice.home && (await moveOne(trx, app, who, input.id, choice, choice.home))) moved += 1;
      }
      await logAudit(trx, app, who, {
        action: "therapist.out",
        subject: `therapist ${input.id}`,
        details: { date: input.date, visits: moved },
      });
      return moved;
    });
  } catch (error) {
    if (isOverlap(error)) throw stale("one of the new times was taken");
    throw error;
  }
}

const stale = (what: string) =>
  new Refusal("conflict", `Nothing was moved, since ${what} meanwhile. This is how it stands now.`);

async function moveOne(
  trx: Db,
  app: App,
  who: Who,
  from: number,
  { visit: id, version }: ReplacementChoice,
  home: NonNullable<ReplacementChoice["home"]>,
): Promise<boolean> {
  const visit = await requireOwnVisit(trx, who, id);
  if (visit.therapist_id === home.therapist && visit.start_at === home.start) return false;
  if (visit.therapist_id !== from || visit.version !== version || !isActive(visit.status)) {
    throw stale(`the visit of ${whenOf(visit)} was changed`);
  }
  const to = await findTherapist(trx, home.therapist);
  const open = await findOpening(trx, staffWindow, {
    now: app.clock.now(),
    therapistId: to.id,
    start: home.start,
  });
  if (!open) throw stale(`the time of ${to.name} for the visit of ${whenOf(visit)} was taken`);
  await reassignVisit(trx, app, who, visit, { ...to, start: home.start });
  return true;
}

const whenOf = (visit: Visit) => formatWhen(visit.start_at, zoneOrUtc(visit.timezone));
