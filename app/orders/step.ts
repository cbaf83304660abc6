import { plural } from "~/core/plural";
import { day } from "~/core/time";

export const stepNames = [
  "Sleep Intake QA",
  "Referral Received",
  "Obtaining Pre-Auth",
  "Ready to Schedule",
  "Self-Scheduling Link Sent",
  "Setup Time Submitted",
  "Setup Confirmed",
] as const;

export const steps = { readyToSchedule: 4, linkSent: 5, submitted: 6, confirmed: 7 } as const;

/** Full days since an order reached its step. @param at ms UTC */
export const daysSince = (at: number, now: number): number => Math.max(0, Math.floor((now - at) / day));

/** "6 days in step" */
export const shownAge = (days: number): string =>
  days === 0 ? "Less than a day in step" : `${plural(days, "day")} in step`;

/** True before step 4, Ready to Schedule: insurance can still deny the order. */
export const isEarly = ({ step }: { step: number }): boolean => step < steps.readyToSchedule;
