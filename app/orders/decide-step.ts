import { isActive } from "~/core/visit-status";
import { steps } from "./step";

/**
 * The visit decides the step, then a code or link that was sent, then the order system. After a no-show, the
 * patient has to choose a time again, in step 5.
 * @param sourceStep 1 to 4, from the order system
 */
function stepOf(visitStatus: string | null, linkSent: boolean, sourceStep: number): number {
  if (visitStatus === "confirmed") return steps.confirmed;
  if (visitStatus === "submitted" || visitStatus === "pending") return steps.submitted;
  return linkSent ? steps.linkSent : sourceStep;
}

export interface Deciding {
  visits: readonly string[];
  linkSent: boolean;
  sourceStep: number;
  stopped: boolean;
  step: number;
}

/**
 * Decides an order's step. An upcoming visit keeps the order open even if the order system closed it. A
 * completed visit closes it.
 */
export function decideStep(order: Deciding): { step: number; closed: boolean } {
  const active = order.visits.find(isActive);
  if (!active && order.visits.includes("completed")) return { step: order.step, closed: true };
  return {
    step: stepOf(active ?? null, order.linkSent || order.visits.includes("no show"), order.sourceStep),
    closed: !active && order.stopped,
  };
}
