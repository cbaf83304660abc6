/** The database whose orders the demo asks for at the simulated order system. */
export const connectedDatabase = "BRHC";

/** On whose clock the simulated order system writes its times. */
export const demoZone = "America/Chicago";

/** The states of its worklist, and the step each means. */
export const worklist = [
  { state: "10 - Intake", step: 1 },
  { state: "15 - Referral", step: 2 },
  { state: "20 - Pre-Auth", step: 3 },
  { state: "23 - Scheduling", step: 4 },
] as const;

export function stateOfStep(step: number): string {
  return (worklist.find((known) => known.step === step) ?? worklist[0]).state;
}
