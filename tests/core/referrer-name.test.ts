import { expect, test } from "vitest";
import { referrerName } from "~/core/referrer-name";

test.each([
  ["Ann Lee", "Dr. Ann Lee"],
  ["Dr. Ann Lee", "Dr. Ann Lee"],
  ["dr Ann Lee, MD", "Dr. Ann Lee"],
  ["Ann Lee, M.D., FCCP", "Dr. Ann Lee"],
  ["LEE, ANN", "Dr. Ann Lee"],
  ["O'NEIL-SMITH, MARY JO MD", "Dr. Mary Jo O'Neil-Smith"],
  ["Drew Pole", "Dr. Drew Pole"],
  ["Mei Chen, FNP-C", "Mei Chen, FNP-C"],
  ["Boone Sleep Center", "Boone Sleep Center"],
  ["  ", null],
  [null, null],
])("patients read the referrer %j as %j", (source, shown) => {
  expect(referrerName(source)).toBe(shown);
});
