import { expect, test } from "vitest";
import { matchesTerms } from "~/inbox/search/highlight-matches.server";

test.each([
  ["Does the MASK fit?", ["mask", "fit"], false, true],
  ["Đến phòng khám", ["phong", "kham"], false, true],
  ["masks", ["mask"], false, false],
  ["masks", ["mask"], true, true],
  ["My masks are here", ["mask", "here"], true, false],
])(
  "matching %s with %s gives the same result as the full-text index",
  (text, words, lastIsPrefix, matches) => {
    expect(matchesTerms(text, { words, lastIsPrefix })).toBe(matches);
  },
);
