import { isActive } from "~/core/visit-status";

/** The seven workflow steps, as staff see them (part 2, section 2). */
export const stepNames = [
  "Sleep Intake QA",
  "Referral Received",
  "Obtaining Pre-Auth",
  "Ready to Schedule",
  "Self-Scheduling Link Sent",
  "Setup Time Submitted",
  "Setup Confirmed",
] as const;

export const steps = { linkSent: 5, submitted: 6, confirmed: 7 } as const;

/**
 * The step an order stands in (part 3, section 4): its visit decides, else a code or link that was
 * sent, else the order system.
 *
 * @param visitStatus of the order's active visit, null where it has none
 * @param linkSent whether a code or a link was ever sent to the patient
 * @param sourceStep 1 to 4, from the order system
 */
export function stepOf(visitStatus: string | null, linkSent: boolean, sourceStep: number): number {
  if (visitStatus === "confirmed") return steps.confirmed;
  if (visitStatus === "submitted" || visitStatus === "pending") return steps.submitted;
  return linkSent ? steps.linkSent : sourceStep;
}

/** All that decides where an order stands. */
export interface Deciding {
  /** The statuses of its visits; cancelled and other words count for nothing. */
  visits: readonly string[];
  /** Whether a code or a link was ever sent to the patient. */
  linkSent: boolean;
  /** 1 to 4, from the order system. */
  sourceStep: number;
  /** Whether the order system has closed or stopped it. */
  stopped: boolean;
  /** Where it stood before. */
  step: number;
}

/**
 * Where an order stands, and whether it is closed: a visit ahead keeps it open whatever the order system
 * says; a completed one closes it in the step it is in.
 */
export function standingOf(order: Deciding): { step: number; closed: boolean } {
  const active = order.visits.find(isActive);
  if (!active && order.visits.includes("completed")) return { step: order.step, closed: true };
  return {
    step: stepOf(active ?? null, order.linkSent, order.sourceStep),
    closed: !active && order.stopped,
  };
}
