import { strings } from "./strings";
import type { TimelineJson } from "./timeline-schema";

export type Step = TimelineJson["steps"][number];

/**
 * Inserts 'Setup time submitted' after the "link sent" step, or at the end if the server didn't send that step.
 * Submitted and scheduled are never both current.
 */
export function insertSubmittedStep({
  steps,
  appointment,
}: Pick<TimelineJson, "steps" | "appointment">): Step[] {
  if (steps.some((step) => step.label === strings.steps[5])) return steps;
  const sent = steps.findIndex((step) => step.label === strings.steps[4]);
  const submittedAt = appointment?.submitted_at ?? null;
  const done = submittedAt !== null || Boolean(appointment?.confirmed_at);
  const submitted: Step = {
    key: "setup_submitted",
    label: strings.steps[5],
    done,
    current: !done && steps[sent]?.done === true,
    at: submittedAt,
    started_at: null,
    completed_at: submittedAt,
    timestamp: submittedAt,
    detail: "",
  };
  const place = sent === -1 ? steps.length : sent + 1;
  return [...steps.slice(0, place), submitted, ...steps.slice(place)];
}
