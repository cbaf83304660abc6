const names = ["LD_PRELOAD", "FAKETIME", "FAKETIME_DONT_FAKE_MONOTONIC", "TZ"];

/** The variables by which `npm run test:dates` moves the clock of a process and sets its time zone. */
export function shiftedClock(): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns how far `npm run test:dates` moved this process's clock, in milliseconds. */
export function clockShift(): number {
  return Number.parseInt(process.env.FAKETIME ?? "0", 10) * 1000;
}
