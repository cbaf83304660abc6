/** True in `npm run soak -- all-cases`, which runs the tests that import this file with every case. */
export const hasAllCases = process.env.ALL_CASES === "1";

/** How many cases a test draws: few in `npm test`, all in `npm run soak -- all-cases`. */
export const cases = (few: number, all: number): number => (hasAllCases ? all : few);

/** Every fourth of these in `npm test`, all in `npm run soak -- all-cases`. */
export const fewOf = <One>(all: readonly One[]): readonly One[] =>
  all.filter((_, nth) => hasAllCases || nth % 4 === 0);
