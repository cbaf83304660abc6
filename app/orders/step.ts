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
