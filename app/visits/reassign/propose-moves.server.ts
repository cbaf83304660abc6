import type { Opening } from "~/availability/list-openings.server";
import type { App } from "~/boot/app.server";
import { day } from "~/core/time";
import { isActive, statusWord } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import type { Therapist } from "~/therapists/therapists.server";
import type { Visit } from "../visit";
import { type ContactDetails, findContactDetails } from "./contact-details.server";
import { openingsOfReplacements } from "./openings-of-replacements.server";
import type { ReplacementChoice } from "./replacement-choice";
import { startReplacementPlan } from "./replacement-plan.server";
import { sortByNearness } from "./sort-by-nearness";

const mostOptions = 15;
/** A time before the visit's own is proposed only if the patient has a day to read the notice. Staff can choose it. */
const earlierNotice = day;

export interface Proposal {
  visit: Visit;
  options: Opening[];
  slot: Opening | null;
  contact: ContactDetails;
  problem: string | null;
}

interface Asked {
  visits: readonly Visit[];
  choices?: readonly ReplacementChoice[];
  to?: Therapist | null;
}

/**
 * Proposes a therapist and time for each visit, as near as possible to its current time. Keeps choices that are still
 * open. No two visits get overlapping times, and no therapist gets more visits than their daily capacity.
 */
export async function proposeMoves(
  app: App,
  db: Db,
  { visits, choices = [], to = null }: Asked,
): Promise<Proposal[]> {
  if (visits.length === 0) return [];
  const openingsFor = openingsOfReplacements(app, db, to);
  const openings = new Map<number, Opening[]>();
  const now = app.clock.now();
  for (const visit of visits) {
    openings.set(visit.id, problemOf(visit, now) ? [] : await openingsFor(visit));
  }
  const plan = await startReplacementPlan(db, [...new Set(openings.values())].flat());
  const nearest = (visit: Visit, limit: number, isWanted = (_: Opening) => true) =>
    sortByNearness(openings.get(visit.id) ?? [], {
      near: visit.start_at,
      limit,
      fits: (opening) => isWanted(opening) && plan.fits(visit, opening),
      left: plan.left,
    });
  const isSeenInTime = (visit: Visit) => (opening: Opening) =>
    opening.start >= visit.start_at || opening.start >= now + earlierNotice;
  const choiceOf = new Map(choices.map((choice) => [choice.visit, choice]));
  const slots = new Map<number, Opening>();
  const assign = (visit: Visit, slot: Opening | undefined) => {
    if (!slot) return;
    plan.add(visit, slot);
    slots.set(visit.id, slot);
  };
  for (const visit of visits) {
    const chosen = choiceOf.get(visit.id)?.slot;
    const isChosen = ({ therapistId, start }: Opening) =>
      therapistId === chosen?.therapist && start === chosen.start;
    assign(
      visit,
      openings.get(visit.id)?.find((opening) => isChosen(opening) && plan.fits(visit, opening)),
    );
  }
  for (const visit of visits)
    if (!choiceOf.has(visit.id)) assign(visit, nearest(visit, 1, isSeenInTime(visit))[0]);
  const contacts = await findContactDetails(db, visits, now);
  return visits.flatMap((visit) => {
    const contact = contacts.get(visit.id);
    if (!contact) return [];
    const slot = slots.get(visit.id) ?? null;
    plan.remove(visit);
    const options = nearest(visit, mostOptions);
    if (slot) {
      plan.add(visit, slot);
      if (!options.includes(slot)) options.unshift(slot);
    }
    const problem = options.length > 0 ? null : (problemOf(visit, now) ?? noTime(visit, to));
    return [{ visit, options, slot, contact, problem }];
  });
}

export function problemOf(visit: Visit, now: number): string | null {
  if (!isActive(visit.status)) return `A visit that is ${statusWord(visit.status)} can't be reassigned.`;
  return visit.end_at <= now ? "This visit's time has passed." : null;
}

const noTime = ({ region }: Visit, to: Therapist | null) =>
  to
    ? `${to.name} has no opening in the next two weeks.`
    : `No one else in ${region} has an opening in the next two weeks.`;
