export const connectedDatabase = "BRHC";

export const demoZone = "America/Chicago";

export const orderStates = [
  { state: "10 - Intake", step: 1 },
  { state: "15 - Referral", step: 2 },
  { state: "20 - Pre-Auth", step: 3 },
  { state: "23 - Scheduling", step: 4 },
] as const;

export function stateOfStep(step: number): string {
  return (orderStates.find((known) => known.step === step) ?? orderStates[0]).state;
}
