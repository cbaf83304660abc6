import { isOpen } from "~/availability/list-openings.server";
import type { App } from "~/boot/app.server";
import { zoneOrUtc } from "~/core/time";
import { listMisfits, type Misfit } from "./fits-wish";
import { listOfferedOf } from "./list-offers.server";
import { listWaiting } from "./list-waiting-patients.server";
import { type Obstacle, obstacleOf } from "./offer-by-hand.server";
import { describe, listCompaniesWithoutOffers, type ShownPatient } from "./page-of-waiting-patients.server";

const mostListed = 50;

export interface Candidate extends ShownPatient {
  misfits: Misfit[];
  obstacle: Obstacle | null;
}

/** A time and the patients who could accept it. Null if the time isn't open. */
export async function findOfferChoice(
  app: App,
  { therapistId, start }: { therapistId: number; start: number },
) {
  const { reads, config, clock } = app;
  const now = clock.now();
  const therapist = await reads
    .selectFrom("therapists")
    .select(["name", "timezone"])
    .where("id", "=", therapistId)
    .executeTakeFirst();
  if (!therapist || !(await isOpen(reads, config, { therapistId, start, now }))) return null;
  const offered = await listOfferedOf(reads, { therapistId, start });
  const waiting = (await listWaiting(reads, app)).map((patient) => ({
    ...patient,
    misfits: listMisfits(patient, start, now),
    obstacle: obstacleOf(patient, { start }, offered, now),
  }));
  const group = async (isIn: (patient: (typeof waiting)[number]) => boolean) => {
    const all = waiting.filter(isIn);
    return { patients: await describe(reads, all.slice(0, mostListed)), total: all.length };
  };
  return {
    time: { ...therapist, therapistId, start, timezone: zoneOrUtc(therapist.timezone) },
    fitting: await group(({ obstacle, misfits }) => !obstacle && misfits.length === 0),
    others: await group(({ obstacle, misfits }) => !obstacle && misfits.length > 0),
    blocked: await group(({ obstacle }) => obstacle !== null),
    off: await listCompaniesWithoutOffers(reads),
  };
}

export type OfferChoice = NonNullable<Awaited<ReturnType<typeof findOfferChoice>>>;
