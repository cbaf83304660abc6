import type { TimelineJson } from "./timeline-schema";

/** The order's earliest known time in ms UTC; null if there is none. */
export function earliestOf(timeline: TimelineJson): number | null {
  const known = [
    timeline.start_at,
    timeline.referral_at,
    timeline.recdate,
    timeline.created_at,
    ...timeline.steps.flatMap((step) => [step.at, step.started_at, step.completed_at]),
  ].flatMap((at) => (at ? [Date.parse(at)] : []));
  return known.length > 0 ? Math.min(...known) : null;
}
