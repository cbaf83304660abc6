// Patients enter only a code, so the odds that a random guess succeeds are the number of live codes in 1,000,000.
// Odds are integers in units of 1 in 10,000,000,000, because the database adds integers exactly.
const perCode = 10_000;
const perCodeWithFact = 2;
const oneInThousand = 10_000_000;

export const addressLimit = { name: "code-of-address", points: 5, seconds: 15 * 60 };

export const browserLimit = { name: "code-of-browser", points: 1, seconds: 60 * 60 };

/** `spent` is the sum of the odds of all guesses in the last 24 hours. */
export interface Pressure {
  live: number;
  wrong: number;
  spent: number;
}

export function chanceOf({ live }: Pressure, withFact: boolean): number {
  return live * (withFact ? perCodeWithFact : perCode);
}

/** A day's guesses may succeed with odds of at most 1 in 1,000. A second fact is required before that point. */
export function isFactDue(pressure: Pressure): boolean {
  return (
    pressure.wrong * pressure.live > 1000 || pressure.spent + chanceOf(pressure, false) > 0.9 * oneInThousand
  );
}

/** Then codes don't sign anyone in. The right code sends a link to the contact on file, so strangers gain nothing. */
export function isBrakeOn(pressure: Pressure): boolean {
  return pressure.spent + chanceOf(pressure, true) > 0.99 * oneInThousand;
}
