// Codes carry no name: a guess is right with odds of live codes in a million. Counted in units of 1 in
// 10,000,000,000, as integers that the database adds exactly.
const perCode = 10_000;
const perCodeWithFact = 2;
const oneInThousand = 10_000_000;

export const addressLimit = { name: "code-of-address", points: 5, seconds: 15 * 60 };

export const browserLimit = { name: "code-of-browser", points: 1, seconds: 60 * 60 };

/** `spent` is the sum of the odds of all guesses in 24 hours, each with the codes live at the time. */
export interface Pressure {
  live: number;
  wrong: number;
  spent: number;
}

export function chanceOf({ live }: Pressure, withFact: boolean): number {
  return live * (withFact ? perCodeWithFact : perCode);
}

/**
 * The second fact is required once wrong codes × live codes pass 1 in 1,000 (part 3, section 3), and before
 * one guess without it would use up nine tenths of that.
 */
export function isFactDue(pressure: Pressure): boolean {
  return (
    pressure.wrong * pressure.live > 1000 || pressure.spent + chanceOf(pressure, false) > 0.9 * oneInThousand
  );
}

/** Codes then open nothing: a new link goes to the contact on file, so that more guesses win nothing. */
export function isBrakeOn(pressure: Pressure): boolean {
  return pressure.spent + chanceOf(pressure, true) > 0.99 * oneInThousand;
}
