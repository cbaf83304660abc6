// Codes contain no name, so the odds of a correct guess are the number of live codes in a million. Counted as
// integers, in units of 1 in 10,000,000,000, because the database adds them exactly.
const perCode = 10_000;
const perCodeWithFact = 2;
const oneInThousand = 10_000_000;

export const addressLimit = { name: "code-of-address", points: 5, seconds: 15 * 60 };

export const browserLimit = { name: "code-of-browser", points: 1, seconds: 60 * 60 };

/**
 * `spent` is the sum of the odds of all guesses in 24 hours, each with the codes that were live at the time.
 */
export interface Pressure {
  live: number;
  wrong: number;
  spent: number;
}

export function chanceOf({ live }: Pressure, withFact: boolean): number {
  return live * (withFact ? perCodeWithFact : perCode);
}

/**
 * The second fact is required once wrong codes × live codes exceed 1 in 1,000, and before one guess without
 * it would use up nine tenths of that.
 */
export function isFactDue(pressure: Pressure): boolean {
  return (
    pressure.wrong * pressure.live > 1000 || pressure.spent + chanceOf(pressure, false) > 0.9 * oneInThousand
  );
}

/** Codes stop working: a new link is sent to the contact on file, so that more guesses gain nothing. */
export function isBrakeOn(pressure: Pressure): boolean {
  return pressure.spent + chanceOf(pressure, true) > 0.99 * oneInThousand;
}
