import { sql } from "kysely";
import { listOpenings, type Opening } from "~/availability/list-openings.server";
import { shortestCutoff } from "~/availability/record-freed-times.server";
import type { App } from "~/boot/app.server";

const maxTimes = 60;

/** A therapist's open times on a day, after the shortest cutoff. @param date in the therapist's time zone */
export async function listOfferable(
  app: App,
  therapistId: number,
  date: string | undefined,
): Promise<Opening[]> {
  const now = app.clock.now();
  const { rows } = await sql<{ cutoff: number }>`select ${shortestCutoff} as cutoff`.execute(app.reads);
  const from = now + (rows[0]?.cutoff ?? 0);
  return listOpenings(app.reads, app.config, { therapistId, date, now, from, limit: maxTimes });
}
