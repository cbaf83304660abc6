import { listOpenings } from "~/availability/list-openings.server";
import type { App } from "~/boot/app.server";
import { day } from "~/core/time";
import { openingKindOf } from "../opening-kind.server";
import type { Visit } from "../visit";

const offered = 6;

/** Finds the open times nearest to a time, in order. @param near ms UTC */
export async function suggestTimes(app: App, visit: Visit, near = visit.start_at): Promise<number[]> {
  const now = app.clock.now();
  const around = Math.max(near, now);
  const openings = await listOpenings(app.reads, app.config, {
    now,
    from: around - 14 * day,
    to: around + 14 * day,
    therapistId: visit.therapist_id,
    exceptVisit: visit.id,
    limit: 2000,
    kind: openingKindOf(visit),
  });
  return openings
    .map(({ start }) => start)
    .filter((start) => start !== visit.start_at)
    .sort((a, b) => Math.abs(a - around) - Math.abs(b - around))
    .slice(0, offered)
    .sort((a, b) => a - b);
}
