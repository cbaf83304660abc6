import { listOpenings, type Opening } from "~/availability/openings.server";
import type { App } from "~/boot/app.server";
import { hour } from "~/core/time";

const mostTimes = 60;

/** A therapist's open times that are not nearer than the company's cut-off. @param date of the therapist's zone */
export async function listOfferable(
  app: App,
  therapistId: number,
  date: string | undefined,
): Promise<Opening[]> {
  const therapist = await app.reads
    .selectFrom("therapists")
    .innerJoin("companies", "companies.id", "therapists.company_id")
    .select("companies.offer_cutoff_hours as cutoffHours")
    .where("therapists.id", "=", therapistId)
    .executeTakeFirst();
  if (!therapist) return [];
  const now = app.clock.now();
  const from = now + therapist.cutoffHours * hour;
  return listOpenings(app.reads, app.config, { therapistId, date, now, from, limit: mostTimes });
}
