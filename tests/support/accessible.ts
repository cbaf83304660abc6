import { expectAccessible as expectAccessiblePage, type Visitor } from "./browser";
import { hasAllCases } from "./cases";

type Themes = Parameters<typeof expectAccessiblePage>[2];

/** Looks whose contrast this worker's tests have measured, by the themes in which they measured it. */
const measured = new Map<string, Set<number>>();

/**
 * Fails if the current page violates WCAG 2.2 AA in any of the themes (both by default) or scrolls sideways. The
 * contrast of a look is measured once in a worker. With all cases, each page is measured as a whole.
 */
export function expectAccessible(visitor: Visitor, screen: string, themes: Themes = ["light", "dark"]) {
  const looks = measured.get(themes.join()) ?? new Set();
  measured.set(themes.join(), looks);
  return expectAccessiblePage(visitor, screen, themes, hasAllCases ? undefined : looks);
}
