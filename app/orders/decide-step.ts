import { isActive } from "~/core/visit-status";
import { steps } from "./step";

export interface OrderState {
  /** The statuses of the order's visits. */
  visits: readonly string[];
  linkSent: boolean;
  /** The order system's step, 1 to 4. */
  sourceStep: number;
  /** True if the order is closed or stopped in the order system. */
  stopped: boolean;
  /** The order's current step. */
  step: number;
}

/**
 * An active visit decides the step, or else a link that was sent, or else the order system. An active visit also
 * keeps the order open, and a completed one closes it. After a no-show, the patient has to choose a time again.
 */
export function decideStep({ visits, linkSent, sourceStep, stopped, step }: OrderState) {
  const active = visits.find(isActive);
  if (active) return { step: active === "confirmed" ? steps.confirmed : steps.submitted, closed: false };
  if (visits.includes("completed")) return { step, closed: true };
  return { step: linkSent || visits.includes("no show") ? steps.linkSent : sourceStep, closed: stopped };
}
