import type { App } from "~/boot/app.server";
import { day } from "~/core/time";
import type { Kind } from "~/kinds/kinds.server";
import { listOpenings } from "./list-openings.server";

const daysChecked = 28;

/**
 * Lists what keeps an active kind from being booked. Kinds are saved anyway, because therapists and times are often
 * added later.
 */
export async function listKindWarnings(app: App, kind: Kind): Promise<string[]> {
  if (kind.active === 0) return [];
  const therapists = await app.reads
    .selectFrom("therapists")
    .select(["id", "zip_prefixes"])
    .where("company_id", "=", kind.company_id)
    .execute();
  const leaders = therapists.filter(({ id }) => kind.leaders.length === 0 || kind.leaders.includes(id));
  if (leaders.length === 0) {
    return ["No one can lead this kind of visit, because the company has no therapists. Add a therapist."];
  }
  const warnings: string[] = [];
  if (kind.mode === "home" && leaders.every(({ zip_prefixes }) => zip_prefixes === null)) {
    warnings.push(
      "No therapist has postal areas, so home visits are offered everywhere. Enter the areas on each therapist's page, under Edit.",
    );
  }
  // An order in each therapist's area. Null stands for a therapist who travels everywhere.
  const zips = new Set(
    leaders.map(({ zip_prefixes }) =>
      kind.mode === "home" && zip_prefixes !== null ? (JSON.parse(zip_prefixes) as string[])[0] : null,
    ),
  );
  if (kind.mode !== "class" && !(await hasOpening(app, kind, zips))) {
    warnings.push(
      `No opening in the next ${daysChecked} days is long enough for this kind of visit, so it can't be booked. Shorten the visit or the time around it, or add availability.`,
    );
  }
  return warnings;
}

async function hasOpening(app: App, kind: Kind, zips: Iterable<string | null | undefined>): Promise<boolean> {
  const now = app.clock.now();
  for (const zip of zips) {
    const found = await listOpenings(app.reads, app.config, {
      now,
      to: now + daysChecked * day,
      limit: 1,
      kind: { id: kind.id, length: kind.length, zip: zip ?? null },
    });
    if (found.length > 0) return true;
  }
  return false;
}
