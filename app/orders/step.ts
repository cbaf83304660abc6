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
