import { listOpenings, type Opening } from "~/availability/openings.server";
import type { App } from "~/boot/app.server";
import { activeStatuses } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import type { Therapist } from "~/therapists/therapists.server";
import type { Visit } from "../visit";
import { selectVisits } from "../visits.server";
import type { ReplacementChoice } from "./absence-schema";
import { type ContactDetails, findContactDetails } from "./contact-details.server";

/** Staff may move visits at once and as far ahead as the calendar goes; patients may not book so. */
export const staffWindow = { bookingLeadHours: 0, bookingHorizonDays: 730 };

/** Homes offered for one visit at most. */
const mostOptions = 15;

export interface Proposal {
  visit: Visit;
  /** Free times of others, the nearest first; the same time is nearest of all. */
  options: Opening[];
  /** The one proposed or chosen; null where the visit stays. */
  home: Opening | null;
  reach: ContactDetails;
}

/**
 * A new home for each visit that a therapist has to come on a day: free times of others of the region,
 * within their capacity, no two visits in one place. What was chosen already stays chosen while it is free.
 *
 * @param date `YYYY-MM-DD` on the therapists' own calendars
 */
export async function proposeMoves(
  app: App,
  db: Db,
  therapist: Therapist,
  date: string,
  chosen: readonly ReplacementChoice[] = [],
): Promise<Proposal[]> {
  const visits = await visitsOf(db, therapist.id, date, app.clock.now());
  if (visits.length === 0) return [];
  const { region } = therapist;
  const openings = (await listOpenings(db, staffWindow, { now: app.clock.now(), date, region })).filter(
    (opening) => opening.therapistId !== therapist.id,
  );
  const places = await placesLeft(db, region, date);
  const reaches = await findContactDetails(db, visits);
  const taken: { therapistId: number; start: number; end: number }[] = [];
  const length = (visit: Visit) => visit.end_at - visit.start_at;

  const fits = (visit: Visit, opening: Opening) =>
    (places.get(opening.therapistId) ?? 0) > 0 &&
    !taken.some(
      ({ therapistId, start, end }) =>
        therapistId === opening.therapistId && start < opening.start + length(visit) && end > opening.start,
    );
  const choicesOf = new Map(chosen.map((choice) => [choice.visit, choice]));
  const proposals: Proposal[] = [];
  for (const visit of visits) {
    const options = nearest(openings, visit, places);
    const choice = choicesOf.get(visit.id);
    const wanted = choice?.home;
    const home = choice
      ? options.find(({ therapistId, start }) => therapistId === wanted?.therapist && start === wanted.start)
      : options.find((option) => fits(visit, option));
    if (home) {
      taken.push({ therapistId: home.therapistId, start: home.start, end: home.start + length(visit) });
      places.set(home.therapistId, (places.get(home.therapistId) ?? 0) - 1);
    }
    proposals.push({
      visit,
      options,
      home: home ?? null,
      reach: reaches.get(visit.id) ?? { text: false, email: false },
    });
  }
  return proposals;
}

function visitsOf(db: Db, therapistId: number, date: string, now: number): Promise<Visit[]> {
  return selectVisits(db)
    .where("visits.therapist_id", "=", therapistId)
    .where("visits.local_date", "=", date)
    .where("visits.status", "in", activeStatuses)
    .where("visits.start_at", ">", now)
    .orderBy("visits.start_at")
    .limit(100)
    .execute();
}

/** How many more visits each therapist of a region takes that day. */
async function placesLeft(db: Db, region: string, date: string): Promise<Map<number, number>> {
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

function nearest(openings: Opening[], visit: Visit, places: Map<number, number>): Opening[] {
  const away = ({ start }: Opening) => Math.abs(start - visit.start_at);
  const left = ({ therapistId }: Opening) => places.get(therapistId) ?? 0;
  return [...openings]
    .sort((a, b) => away(a) - away(b) || left(b) - left(a) || (a.therapist < b.therapist ? -1 : 1))
    .slice(0, mostOptions);
}
