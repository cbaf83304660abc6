import { listOpenings, type Opening } from "~/availability/openings.server";
import type { App } from "~/boot/app.server";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import type { Therapist } from "~/therapists/therapists.server";
import type { Visit } from "../visit";
import { readVisits, selectVisits } from "../visits.server";
import type { ReplacementChoice } from "./absence-schema";
import { type ContactDetails, findContactDetails } from "./contact-details.server";

export const staffWindow = { bookingLeadHours: 0, bookingHorizonDays: 730 };

const mostOptions = 15;

export interface Proposal {
  visit: Visit;
  options: Opening[];
  slot: Opening | null;
  contact: ContactDetails;
}

/** Proposes an opening of another therapist in the region for each upcoming visit of a day. Keeps free choices. */
export async function proposeMoves(
  app: App,
  db: Db,
  therapist: Therapist,
  date: string,
  choices: readonly ReplacementChoice[] = [],
): Promise<Proposal[]> {
  const visits = await listUpcoming(db, therapist.id, date, app.clock.now());
  if (visits.length === 0) return [];
  const { region } = therapist;
  const openings = (await listOpenings(db, staffWindow, { now: app.clock.now(), date, region })).filter(
    (opening) => opening.therapistId !== therapist.id,
  );
  const capacity = await remainingCapacity(db, region, date);
  const contacts = await findContactDetails(db, visits);
  const planned: { therapistId: number; start: number; end: number }[] = [];
  const length = (visit: Visit) => visit.end_at - visit.start_at;

  const fits = (visit: Visit, opening: Opening) =>
    (capacity.get(opening.therapistId) ?? 0) > 0 &&
    !planned.some(
      ({ therapistId, start, end }) =>
        therapistId === opening.therapistId && start < opening.start + length(visit) && end > opening.start,
    );
  const choiceByVisit = new Map(choices.map((choice) => [choice.visit, choice]));
  const proposals: Proposal[] = [];
  for (const visit of visits) {
    const options = nearest(openings, visit, capacity);
    const choice = choiceByVisit.get(visit.id);
    const chosen = choice?.slot;
    const slot = choice
      ? options.find(({ therapistId, start }) => therapistId === chosen?.therapist && start === chosen.start)
      : options.find((option) => fits(visit, option));
    if (slot) {
      planned.push({ therapistId: slot.therapistId, start: slot.start, end: slot.start + length(visit) });
      capacity.set(slot.therapistId, (capacity.get(slot.therapistId) ?? 0) - 1);
    }
    proposals.push({
      visit,
      options,
      slot: slot ?? null,
      contact: contacts.get(visit.id) ?? { text: false, email: false },
    });
  }
  return proposals;
}

function listUpcoming(db: Db, therapistId: number, date: string, now: number): Promise<Visit[]> {
  return readVisits(
    selectVisits(db)
      .where("visits.therapist_id", "=", therapistId)
      .where("visits.local_date", "=", date)
      .where("visits.status", "in", activeStatuses)
      .where("visits.start_at", ">", now)
      .orderBy("visits.start_at")
      .limit(100),
  );
}

async function remainingCapacity(db: Db, region: string, date: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("therapists")
    .leftJoin("visits", (join) =>
      join
        .onRef("visits.therapist_id", "=", "therapists.id")
        .on("visits.local_date", "=", date)
        .on("visits.status", "in", activeStatuses),
    )
    .select((of) => [
      "therapists.id",
      "therapists.daily_capacity",
      of.fn.count<number>("visits.id").as("visits"),
    ])
    .where("therapists.region", "=", region)
    .groupBy("therapists.id")
    .execute();
  return new Map(rows.map((row) => [row.id, row.daily_capacity - row.visits]));
}

function nearest(openings: Opening[], visit: Visit, capacity: Map<number, number>): Opening[] {
  const distance = ({ start }: Opening) => Math.abs(start - visit.start_at);
  const left = ({ therapistId }: Opening) => capacity.get(therapistId) ?? 0;
  return [...openings]
    .sort((a, b) => distance(a) - distance(b) || left(b) - left(a) || (a.therapist < b.therapist ? -1 : 1))
    .slice(0, mostOptions);
}
