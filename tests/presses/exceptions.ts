type Exceptions = Record<string, string>;

/** What no test of `npm test` presses, and why. */
export const exceptions: Record<"controls" | "pages" | "calls" | "commands", Exceptions> = {
  controls: {},
  pages: {},
  calls: {},
  commands: {},
};
