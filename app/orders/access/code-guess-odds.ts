// The codes carry no name, so a guess is right with a chance of live codes in a million. Chances are
// counted in units of 1 in 10,000,000,000: whole numbers, which the database adds up exactly.
const perCode = 10_000;
/** With a fact besides: four digits, of which a patient may have two (the order's and the code's number). */
const perCodeWithFact = 2;
const oneInThousand = 10_000_000;

/** How many wrong codes an address may try, and for how long they count. Seconds. */
export const addressLimit = { name: "code-of-address", points: 5, seconds: 15 * 60 };

/** For how long a browser is asked for the second fact after a wrong code. Seconds. */
export const browserLimit = { name: "code-of-browser", points: 1, seconds: 60 * 60 };

/** What the guessing of the last 24 hours has come to, over all clients. */
export interface Pressure {
  /** Codes that let somebody in now. */
  live: number;
  /** Wrong codes. */
  wrong: number;
  /** The chance all those guesses had together, each counted with the codes that were live then. */
  spent: number;
}

/** The chance that one more guess has. */
export function chanceOf({ live }: Pressure, withFact: boolean): number {
  return live * (withFact ? perCodeWithFact : perCode);
}

/**
 * Is the second fact asked of everyone? As soon as wrong codes × live codes pass 1 in 1,000
 * (part 3, section 3), and before one more guess without it would use up nine tenths of that.
 */
export function isFactDue(pressure: Pressure): boolean {
  return (
    pressure.wrong * pressure.live > 1000 || pressure.spent + chanceOf(pressure, false) > 0.9 * oneInThousand
  );
}

/**
 * Is the brake on? From here on a code and its fact open nothing by themselves: the link goes to the
 * phone or e-mail on file, so that more guesses, from however many addresses, win nothing.
 */
export function isBrakeOn(pressure: Pressure): boolean {
  return pressure.spent + chanceOf(pressure, true) > 0.99 * oneInThousand;
}
