import { findOpening, type Opening } from "~/availability/list-openings.server";
import type { App } from "~/boot/app.server";
import { zoneOrUtc } from "~/core/time";
import { findAlternatives } from "~/visits/alternatives-when-taken.server";

export interface Choice {
  opening: Opening;
  open: boolean;
  alternatives: Opening[];
}

export async function findChoice(
  { reads: db, config, clock }: Pick<App, "reads" | "config" | "clock">,
  picked: { at: number; therapistId: number; exceptVisit?: number | undefined },
): Promise<Choice | null> {
  const now = clock.now();
  const start = picked.at;
  const opening = await findOpening(db, config, { ...picked, start, now });
  if (opening) return { opening, open: true, alternatives: [] };
  const therapist = await db
    .selectFrom("therapists")
    .select(["id as therapistId", "name as therapist", "region", "timezone"])
    .where("id", "=", picked.therapistId)
    .executeTakeFirst();
  if (!therapist) return null;
  const { timezone, ...place } = therapist;
  const unavailable = { ...place, zone: zoneOrUtc(timezone), start };
  const alternatives = await findAlternatives(db, config, now, {
    ...unavailable,
    exceptVisit: picked.exceptVisit,
  });
  return { opening: unavailable, open: false, alternatives };
}
